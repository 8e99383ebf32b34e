import { Group, Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { NoteView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { WithSuggestions } from '../../../domain/processing/with-suggestions.tsx';
import { call } from '../../../lib/http/api-client.ts';
import { useEndpoint, useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { LoadingOrError } from '../../../ui/states.tsx';
import { Composer } from './composer.tsx';
import { EntryList } from './entry-list.tsx';
import { mergeEntries } from '../rules/merge-entries.ts';
import styles from './messages.module.css';
import { useEarlierEntries } from './use-earlier-entries.ts';
import { useMarkRead } from './use-mark-read.ts';

export function Notes({ stepId }: { stepId: number }) {
  const { t } = useTranslation('messages');
  const { data, error, reload } = useEndpoint(
    'getNotes',
    { params: { stepId }, query: {} },
    { keepPreviousData: false },
  );
  const earlier = useEarlierEntries<NoteView>(async (before) => {
    const page = await call('getNotes', { params: { stepId }, query: { before } });
    return { entries: page.data.notes, hasEarlier: page.data.hasEarlier };
  });
  const add = useEndpointAction('addNote');
  const latest = data?.notes ?? [];
  const unseen = latest
    .filter(({ mentions }) => mentions.some(({ isMe, isSeen }) => isMe && !isSeen))
    .at(-1);
  useMarkRead(stepId, 'markNotesRead', unseen?.id);
  if (data === undefined) {
    return <LoadingOrError error={error} onRetry={reload} />;
  }
  const notes = mergeEntries(earlier.entries, latest);
  const hasEarlier = earlier.hasEarlier ?? data.hasEarlier;
  return (
    <Stack>
      <Group component="p" className={styles['answer']} gap={8} fw={600} wrap="nowrap">
        <IconLock size={18} aria-hidden /> {t('notes.only')}
      </Group>
      <EntryList
        label={t('notes.log')}
        tone="note"
        empty={t('notes.empty')}
        entries={notes.map((note) => ({
          id: note.id,
          body: note.body,
          author: note.author.isMe ? t('thread.me') : note.author.name,
          at: note.writtenAt,
          isOwn: false,
          named: note.mentions,
        }))}
        isLoadingEarlier={earlier.isLoading}
        {...(hasEarlier && notes[0] !== undefined
          ? { onEarlier: () => void earlier.load(notes[0]?.id ?? 0) }
          : {})}
      />
      <Composer
        key={stepId}
        draft={`note:${String(stepId)}`}
        label={t('notes.label')}
        action={t('notes.add')}
        around={(field, mention) => (
          <WithSuggestions stepId={stepId} reader="colleagues" onMention={mention}>
            {field}
          </WithSuggestions>
        )}
        onSend={async (body) => {
          await add.run({ params: { stepId }, body });
          await reload();
        }}
      />
    </Stack>
  );
}
