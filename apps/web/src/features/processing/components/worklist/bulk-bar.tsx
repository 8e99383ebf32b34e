import { ActionIcon, Button, Stack } from '@mantine/core';
import type { WorklistRow } from '@wasl/contracts';
import {
  IconArrowsExchange,
  IconFilePlus,
  IconHandStop,
  IconMessages,
  IconX,
} from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../../../../lib/format/formats.ts';
import { lazyWithRetry } from '../../../../ui/lazy-with-retry.tsx';
import { Actions } from '../../../../ui/layout/actions.tsx';
import layout from '../../../../ui/layout/layout.module.css';
import { notify } from '../../../../ui/notify.ts';
import { useAttempt } from '../../../../ui/use-failure.ts';
import { type BulkOutcome, isDone } from '../../rules/bulk-run.ts';
import { maxChosen } from '../../rules/chosen-rows.ts';
import { type BulkKind, useBulk } from './use-bulk.ts';
import styles from './bulk.module.css';

// Loaded with the first action that needs a dialog.
const BulkDialog = lazyWithRetry(() => import('./bulk-dialog.tsx'));

const actions = [
  { kind: 'claim', Icon: IconHandStop },
  { kind: 'handOver', Icon: IconArrowsExchange },
  { kind: 'askDocuments', Icon: IconFilePlus },
  { kind: 'message', Icon: IconMessages },
] as const satisfies readonly { kind: BulkKind; Icon: unknown }[];

/** Actions for the chosen rows; the bar stays at the bottom of the window while the user continues choosing. */
export default function BulkBar({
  chosen,
  hidden,
  onKeep,
  onLeave,
  onChanged,
}: {
  chosen: readonly WorklistRow[];
  /** Number of chosen rows that are not visible. */
  hidden: { readonly left: number; readonly elsewhere: number };
  /** Called with the rows that remain to be processed. */
  onKeep: (rows: readonly WorklistRow[]) => void;
  onLeave: () => void;
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation('bulk');
  const attempt = useAttempt();
  const formats = useFormats();
  const bulk = useBulk(async (outcomes: readonly BulkOutcome[]) => {
    await onChanged();
    onKeep(outcomes.filter((one) => !isDone(one)).map(({ row }) => row));
  });
  const finish = (kind: BulkKind, outcomes: readonly BulkOutcome[]) => {
    if (outcomes.every(isDone)) {
      bulk.close();
      notify.success(t(`done.${kind}`, { count: outcomes.length }));
      onLeave();
    } else bulk.open();
  };
  const begin = async (kind: BulkKind) => {
    const task = bulk.begin(kind, chosen);
    const isAsking = kind !== 'claim' || chosen.some(({ owner }) => owner?.isMe === false);
    if (isAsking) {
      bulk.open();
      return;
    }
    await attempt(async () => {
      finish(kind, await bulk.run(task, { kind: 'claim' }, chosen));
    });
  };
  const notes = [
    ...(hidden.left > 0 ? [t('hidden.left', { count: hidden.left })] : []),
    ...(hidden.elsewhere > 0 ? [t('hidden.elsewhere', { count: hidden.elsewhere })] : []),
    ...(chosen.length >= maxChosen ? [t('most', { count: maxChosen })] : []),
  ];
  const { task } = bulk;
  return (
    <section aria-label={t('label')} className={styles['bar']}>
      <ActionIcon variant="subtle" size={40} aria-label={t('leave')} onClick={onLeave}>
        <IconX size={20} aria-hidden />
      </ActionIcon>
      <Stack component="p" role="status" gap={0} flex="1 1 200px">
        <strong>
          {t('chosen', { count: chosen.length, number: formats.number(chosen.length) })}
        </strong>
        {notes.map((note) => (
          <span key={note} className={layout['small']}>
            {note}
          </span>
        ))}
      </Stack>
      <Actions gap={8} flex="1 1 auto">
        {actions.map(({ kind, Icon }) => (
          <Button
            key={kind}
            size="sm"
            variant={kind === 'claim' ? 'filled' : 'default'}
            disabled={chosen.length === 0 || bulk.progress !== null}
            loading={kind === 'claim' && task?.kind === 'claim' && bulk.progress !== null}
            leftSection={<Icon size={18} aria-hidden />}
            onClick={() => void begin(kind)}
          >
            {t(`action.${kind}`)}
          </Button>
        ))}
      </Actions>
      {task === null ? null : (
        <Suspense fallback={null}>
          <BulkDialog
            key={task.key}
            bulk={bulk}
            task={task}
            onFinished={(outcomes) => finish(task.kind, outcomes)}
          />
        </Suspense>
      )}
    </section>
  );
}
