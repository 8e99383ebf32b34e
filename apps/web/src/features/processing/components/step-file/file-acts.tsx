import type { StepDocumentView, StepFile } from '@wasl/contracts';
import { IconBell, IconClockPause, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatDay, isolated } from '../../../../lib/format/formats.ts';
import { useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import type { MenuEntry } from '../../../../ui/menu.tsx';
import { notify } from '../../../../ui/notify.ts';
import { useAttempt } from '../../../../ui/use-failure.ts';
import { SnoozeDialog } from './snooze-dialog.tsx';

interface FileActsProps {
  readonly stepId: number;
  readonly file: StepFile;
  readonly onChanged: () => Promise<unknown>;
}

/** Entries of the file's menu about the documents that it awaits and about snoozing it, and their dialogs. */
export function useFileActs({
  stepId,
  file: { row, stepDocuments, reminder },
  onChanged,
}: FileActsProps): {
  readonly entries: readonly MenuEntry[];
  readonly dialog: ReactNode;
} {
  const { t } = useTranslation('agent');
  const attempt = useAttempt();
  const withdraw = useEndpointAction('withdrawDocument');
  const remind = useEndpointAction('remindPerson');
  const [isSnoozing, setSnoozing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  /** Stays during the closing animation. */
  const [dropped, setDropped] = useState<StepDocumentView['document'] | null>(null);
  const awaited = row.abilities.canUpdate
    ? stepDocuments.filter(({ filename }) => filename === null)
    : [];
  const reminding: readonly MenuEntry[] =
    awaited.length === 0 || reminder === null
      ? []
      : [
          {
            key: 'remind',
            label:
              reminder.isPossible || reminder.lastOn === null
                ? t('awaited.remind')
                : t('awaited.reminded', { day: formatDay(reminder.lastOn) }),
            icon: <IconBell size={18} aria-hidden />,
            isDisabled: !reminder.isPossible,
            onChoose: () =>
              attempt(async () => {
                await remind.run({ params: { stepId } });
                notify.success(t('awaited.remindDone'));
                await onChanged();
              }),
          },
        ];
  const withdrawals = awaited.map(({ document }) => ({
    key: `withdraw-${document.code}`,
    label: t('awaited.withdraw', { document: isolated(document.libelle) }),
    icon: <IconX size={18} aria-hidden />,
    onChoose: () => {
      setDropped(document);
      setAsking(true);
    },
  }));
  const dialog =
    dropped === null ? null : (
      <ConfirmDialog
        opened={isAsking}
        title={t('awaited.title', { document: isolated(dropped.libelle) })}
        confirmLabel={t('awaited.confirm')}
        isRunning={withdraw.isRunning}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await attempt(async () => {
            await withdraw.run({ params: { stepId, code: dropped.code } });
            notify.success(t('awaited.done', { document: isolated(dropped.libelle) }));
          });
          await onChanged();
          setAsking(false);
        }}
      >
        <p>{t('awaited.text')}</p>
      </ConfirmDialog>
    );
  const snoozing: readonly MenuEntry[] = row.abilities.canUpdate
    ? [
        {
          key: 'snooze',
          label: t('snooze.open'),
          icon: <IconClockPause size={18} aria-hidden />,
          onChoose: () => setSnoozing(true),
        },
      ]
    : [];
  return {
    entries: [...reminding, ...withdrawals, ...snoozing],
    dialog: (
      <>
        {dialog}
        <SnoozeDialog
          stepId={stepId}
          number={row.numRequest}
          opened={isSnoozing}
          onClose={() => setSnoozing(false)}
          onDone={onChanged}
        />
      </>
    ),
  };
}
