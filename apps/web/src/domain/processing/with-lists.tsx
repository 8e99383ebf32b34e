import { Button, Group, Stack } from '@mantine/core';
import type { AnswerReader, FilledAnswer } from '@wasl/contracts';
import { IconAt, IconMessageBolt } from '@tabler/icons-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { late } from '../../ui/late.tsx';
import { withWords } from '../../ui/slots.ts';
import layout from '../../ui/layout/layout.module.css';
import { askedAt, type AskedList, type Sign } from './asked-list.ts';
import type { Colleague } from './colleague-list.tsx';

// Fetched with the first sign, with what they list.
const AnswerList = late(withWords(() => import('./answer-list.tsx'), 'answers'));
const ColleagueList = late(withWords(() => import('./colleague-list.tsx'), 'answers'));

/** What the button of each list shows. */
const openers = {
  '/': { label: 'answers.open', Icon: IconMessageBolt },
  '@': { label: 'answers.mention', Icon: IconAt },
} as const satisfies Record<Sign, object>;

/**
 * Around one text area: a slash at the beginning of a word, or the button, opens the answers that the organisation keeps,
 * an `@` the colleagues; the one chosen stands in the place of what was typed behind the sign.
 */
export function WithLists({
  stepId,
  reader,
  onMention,
  children,
}: {
  stepId: number;
  /** Who will read the text. */
  reader: AnswerReader;
  /** Absent where nobody is named. */
  onMention?: (colleague: Colleague) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('common');
  const box = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<AskedList | null>(null);
  /** The sign whose list was closed: it stays closed while one writes on. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  /** Says that a text is not in its reader's language. */
  const [note, setNote] = useState<string | null>(null);
  const field = () => box.current?.querySelector('textarea') ?? null;
  const offered: readonly Sign[] = onMention === undefined ? ['/'] : ['/', '@'];

  const look = (area: HTMLTextAreaElement) => {
    const found = askedAt(area.value, area.selectionStart);
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
    // The form around hears of it as of typing.
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
  const open = (sign: Sign) => {
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
              // The text area keeps the caret.
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
