import { paragraph } from '@wasl/contracts';
import { maxDecisionReason } from '@wasl/contracts/administration';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

import layout from '../../ui/layout/layout.module.css';
import type { DialogProps } from '../../ui/modal.tsx';
import type { Candidate } from '../rules/decisions.ts';
import { ActDialog, ReasonField } from './act-dialog.tsx';

const schema = z.object({ reason: paragraph(maxDecisionReason) });

/** Asks for the reason of a refusal. */
export function RefusalDialog({
  rows,
  onRefuse,
  ...dialog
}: DialogProps & {
  readonly rows: readonly Candidate[];
  readonly onRefuse: (reason: string) => Promise<unknown>;
}) {
  const { t } = useTranslation('administration');
  return (
    <ActDialog
      {...dialog}
      title={t('approvals.refusalTitle')}
      schema={schema}
      defaults={{ reason: '' }}
      submitLabel={t('approvals.refuseChosen', { count: rows.length })}
      isSerious
      onSend={async ({ reason }) => {
        await onRefuse(reason);
        return null;
      }}
    >
      <div>
        <p>{t('approvals.refusalWho')}</p>
        <ul className={layout['bullets']}>
          {rows.map(({ kind, id, name }) => (
            <li key={`${kind}:${id}`}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      </div>
      <ReasonField hint={t('approvals.reasonHint')} />
    </ActDialog>
  );
}
