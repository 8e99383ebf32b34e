import { Box, Button, Group, Stack } from '@mantine/core';
import type { MessageAttachment } from '@wasl/contracts';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { formatMoment, isolated } from '../../../lib/format/formats.ts';
import layout from '../../../ui/layout/layout.module.css';
import { LtrNumbers } from '../../../ui/ltr-numbers.tsx';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { splitMentions } from '../rules/mentions.ts';
import { MessageFiles } from './message-files.tsx';
import styles from './messages.module.css';

export interface Entry {
  readonly id: number;
  readonly body: string;
  readonly author: string;
  /** ISO instant. */
  readonly at: string;
  /** Written by the reader's own side; aligned to the end. */
  readonly isOwn: boolean;
  readonly mark?: ReactNode;
  /** Mentions in the text, written as `@name`. */
  readonly named?: readonly Named[];
  readonly files?: readonly MessageAttachment[];
  /** Absent when the reader cannot delete it. */
  readonly onDelete?: () => void;
}

interface Named {
  readonly name: string;
  readonly isMe: boolean;
}

function Words({ text, named = [] }: { text: string; named?: readonly Named[] | undefined }) {
  return splitMentions(text, named).map((stretch, at) =>
    stretch.named === null ? (
      <LtrNumbers key={at} text={stretch.text} />
    ) : (
      <Box component="bdi" key={at} fw={600} {...(stretch.named.isMe && { td: 'underline' })}>
        {stretch.text}
      </Box>
    ),
  );
}

/** Messages or notes, newest at the bottom; older ones load on demand. */
export function EntryList({
  label,
  entries,
  empty,
  tone,
  onEarlier,
  isLoadingEarlier,
}: {
  label: string;
  entries: readonly Entry[];
  empty: string;
  tone: 'message' | 'note';
  /** Absent without older entries. */
  onEarlier?: () => void;
  isLoadingEarlier: boolean;
}) {
  const { t } = useTranslation('messages');
  const box = useRef<HTMLDivElement>(null);
  const fromEnd = useRef(0);
  const firstId = entries[0]?.id;
  const lastId = entries.at(-1)?.id;

  // Scrolls to a new last entry, but not after loading older ones.
  useEffect(() => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [lastId]);
  useLayoutEffect(() => {
    if (box.current !== null && fromEnd.current > 0)
      box.current.scrollTop = box.current.scrollHeight - fromEnd.current;
    fromEnd.current = 0;
  }, [firstId]);

  return (
    <div
      ref={box}
      className={styles['log']}
      role="log"
      aria-label={label}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it
      tabIndex={0}
      data-tone={tone}
    >
      {onEarlier === undefined ? null : (
        <Button
          variant="subtle"
          size="sm"
          loading={isLoadingEarlier}
          onClick={() => {
            const log = box.current;
            fromEnd.current = log === null ? 0 : log.scrollHeight - log.scrollTop;
            onEarlier();
          }}
        >
          {t('thread.earlier')}
        </Button>
      )}
      {entries.length === 0 ? (
        <Box component="p" className={layout['muted']} py="lg" ta="center">
          {empty}
        </Box>
      ) : null}
      <Stack component="ol" gap="sm" w="100%">
        {entries.map((entry) => (
          <li key={entry.id} className={styles['entry']} data-own={entry.isOwn || undefined}>
            <Group component="p" gap="0 10px" align="stretch" fz="0.8125rem">
              <strong>
                <bdi>{entry.author}</bdi>
              </strong>{' '}
              <LtrText>{formatMoment(entry.at)}</LtrText>
            </Group>
            {/* Plain text, shown exactly as typed. */}
            <p className={styles['body']} dir="auto">
              <Words text={entry.body} named={entry.named} />
            </p>
            {entry.files === undefined || entry.files.length === 0 ? null : (
              <MessageFiles files={entry.files} />
            )}
            {entry.mark === undefined ? null : (
              <Box component="p" fz="0.8125rem" ta="end">
                {entry.mark}
              </Box>
            )}
            {entry.onDelete === undefined ? null : (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={t('thread.deleteOf', { at: isolated(formatMoment(entry.at)) })}
                onClick={entry.onDelete}
              >
                {t('thread.delete')}
              </Button>
            )}
          </li>
        ))}
      </Stack>
    </div>
  );
}
