import { Button, Group, Stack } from '@mantine/core';
import type { AnswerReader, FilledAnswer } from '@wasl/contracts';
import { IconAt, IconMessageBolt } from '@tabler/icons-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx';
import { withWords } from '../../ui/slots.ts';
import layout from '../../ui/layout/layout.module.css';
import { triggerAt, type SuggestionTrigger, type TriggerSign } from './suggestion-trigger.ts';
import type { Colleague } from './colleague-list.tsx';

// Loaded with the first sign.
const AnswerList = lazyWithRetry(withWords(() => import('./answer-list.tsx'), 'answers'));
const ColleagueList = lazyWithRetry(withWords(() => import('./colleague-list.tsx'), 'answers'));

const openers = {
  '/': { label: 'answers.open', Icon: IconMessageBolt },
  '@': { label: 'answers.mention', Icon: IconAt },
} as const satisfies Record<TriggerSign, object>;

/**
 * Wraps a text area. A slash at the beginning of a word, or the button, opens the stored answers; an `@` opens the
 * colleagues. The chosen item replaces the sign and the text after it.
 */
export function WithSuggestions({
  stepId,
  reader,
  onMention,
  children,
}: {
  /** Null for a text to several steps: the answers keep their placeholders. */
  stepId: number | null;
  reader: AnswerReader;
  /** Absent where mentions are not supported. */
  onMention?: (colleague: Colleague) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('common');
  const box = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<SuggestionTrigger | null>(null);
  /** Index of the sign whose list was closed: the list stays closed during further typing. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  /** Warning that an answer is not in its reader's language. */
  const [note, setNote] = useState<string | null>(null);
  const field = () => box.current?.querySelector('textarea') ?? null;
  const offered: readonly TriggerSign[] = onMention === undefined ? ['/'] : ['/', '@'];

  const look = (area: HTMLTextAreaElement) => {
    const found = triggerAt(area.value, area.selectionStart);
    if (found === null) setClosedAt(null);
    const isOpen = found !== null && found.from !== closedAt && offered.includes(found.sign);
    setAsked(isOpen ? found : null);
  };
  const close = () => {
    setClosedAt(asked?.from ?? null);
    setAsked(null);
  };
  const put = (text: string) => {
    const area = field();
    if (area === null || asked === null) return;
    area.focus();
    area.setRangeText(text, asked.from, asked.to, 'end');
    // Notifies the surrounding form, as typing does.
    area.dispatchEvent(new Event('input', { bubbles: true }));
    setAsked(null);
  };
  const choose = (answer: FilledAnswer, isReaders: boolean, language: string) => {
    put(answer.text);
    setNote(isReaders ? null : t('answers.otherLanguage', { name: answer.name, language }));
  };
  const mention = (colleague: Colleague) => {
    onMention?.(colleague);
    put(`@${colleague.name} `);
  };
  const open = (sign: TriggerSign) => {
    const area = field();
    if (area === null) return;
    area.focus();
    if (asked?.sign === sign) {
      close();
      return;
    }
    const caret = area.selectionStart;
    setAsked({ sign, from: caret, to: caret, query: '' });
  };
  const area = field();
  const listed =
    asked !== null && area !== null ? { query: asked.query, area, onClose: close } : null;
  return (
    <Stack
      ref={box}
      gap={4}
      onInput={(event) => {
        if (event.target instanceof HTMLTextAreaElement) look(event.target);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setAsked(null);
      }}
    >
      {children}
      {listed === null ? null : (
        <Suspense fallback={null}>
          {asked?.sign === '@' ? (
            <ColleagueList {...listed} onChoose={mention} />
          ) : (
            <AnswerList {...listed} stepId={stepId} reader={reader} onChoose={choose} />
          )}
        </Suspense>
      )}
      <Group gap={4}>
        {offered.map((sign) => {
          const { label, Icon } = openers[sign];
          return (
            <Button
              key={sign}
              variant="subtle"
              size="sm"
              leftSection={<Icon size={18} aria-hidden />}
              aria-expanded={asked?.sign === sign}
              // Keeps the caret in the text area.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => open(sign)}
            >
              {t(label)}
            </Button>
          );
        })}
      </Group>
      <p role="status" className={layout['quiet']}>
        {note}
      </p>
    </Stack>
  );
}
