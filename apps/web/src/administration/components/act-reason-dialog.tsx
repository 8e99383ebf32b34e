import { paragraph } from '@wasl/contracts';
import { maxDecisionReason } from '@wasl/contracts/administration';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

import { isolated } from '../../lib/format/formats.ts';
import { ActDialog, ReasonField } from './act-dialog.tsx';

const schema = z.object({ reason: paragraph(maxDecisionReason) });
type ReasonedAct = 'suspend' | 'reopen';

/** Asks for the reason before an access is closed or opened. */
export function ActReasonDialog({
  act,
  name,
  onSend,
  onClose,
}: {
  /** Absent while the dialog is closed. */
  readonly act: ReasonedAct | undefined;
  readonly name: string;
  readonly onSend: (act: ReasonedAct, reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('administration');
  // The dialog keeps its words while it closes.
  const [last, setLast] = useState<ReasonedAct>('suspend');
  if (act !== undefined && act !== last) setLast(act);
  const shown = act ?? last;
  return (
    <ActDialog
      opened={act !== undefined}
      title={t(`person.do.${shown}`)}
      schema={schema}
      defaults={{ reason: '' }}
      submitLabel={t(`person.do.${shown}`)}
      isSerious={shown === 'suspend'}
      onSend={async ({ reason }) => {
        await onSend(shown, reason);
        return null;
      }}
      onClose={onClose}
    >
      <p>{t(`person.effect.${shown}`, { name: isolated(name) })}</p>
      <ReasonField hint={t('person.reasonHint')} />
    </ActDialog>
  );
}
