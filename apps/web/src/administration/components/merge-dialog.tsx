import { email, paragraph } from '@wasl/contracts';
import { maxDecisionReason, type PersonView } from '@wasl/contracts/administration';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

import { isolated } from '../../lib/format/formats.ts';
import { BoundTextField } from '../../ui/form/index.ts';
import type { DialogProps } from '../../ui/modal.tsx';
import { notify } from '../../ui/notify.ts';
import { call } from '../api/client.ts';
import { ActDialog, ReasonField } from './act-dialog.tsx';

const schema = z.object({ email: email(), reason: paragraph(maxDecisionReason) });

/** Asks both addresses of one person to confirm that their accounts become one. */
export function MergeDialog({
  person,
  onDone,
  ...dialog
}: DialogProps & {
  readonly person: Pick<PersonView, 'id' | 'email'>;
  readonly onDone: () => Promise<unknown>;
}) {
  const { t } = useTranslation('administration');
  return (
    <ActDialog
      {...dialog}
      title={t('merge.title')}
      schema={schema}
      defaults={{ email: '', reason: '' }}
      submitLabel={t('merge.ask')}
      onSend={async (body) => {
        const { refusal } = await call('startMerge', { params: { id: person.id }, body });
        if (refusal !== null) return t(`merge.refusals.${refusal}`);
        notify.success(t('merge.started'));
        await onDone();
        return null;
      }}
    >
      <p>{t('merge.effect', { email: isolated(person.email) })}</p>
      <BoundTextField
        name="email"
        label={t('merge.other')}
        inputMode="email"
        autoComplete="off"
        required
      />
      <ReasonField hint={t('person.reasonHint')} />
    </ActDialog>
  );
}
