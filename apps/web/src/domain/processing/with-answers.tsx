import { Button } from '@mantine/core';
import type { AnswerReader, FilledAnswer } from '@wasl/contracts';
import { IconMessageBolt } from '@tabler/icons-react';
import i18next from 'i18next';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import styles from './answers.module.css';
import { askedAt, type AskedAnswer } from './asked-answer.ts';

// Fetched with the first slash, with the answers themselves.
const AnswerList = lazy(async () => {
  const [module] = await Promise.all([
    import('./answer-list.tsx'),
    i18next.loadNamespaces('answers'),
  ]);
  return module;
});

/**
 * Around one text area: a slash at the beginning of a word, or the button, opens the answers that the organisation keeps;
 * the one chosen stands in the place of what was typed behind the slash.
 */
export function WithAnswers({
  stepId,
  reader,
  children,
}: {
  stepId: number;
  /** Who will read the text. */
  reader: AnswerReader;
  children: ReactNode;
}) {
  const { t } = useTranslation('common');
  const box = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<AskedAnswer | null>(null);
  /** The slash whose list was closed: it stays closed while one writes on. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  /** Says that a text is not in its reader's language. */
  const [note, setNote] = useState<string | null>(null);
  const field = () => box.current?.querySelector('textarea') ?? null;

  const look = (area: HTMLTextAreaElement) => {
    const found = askedAt(area.value, area.selectionStart);
    if (found === null) setClosedAt(null);
    setAsked(found === null || found.from === closedAt ? null : found);
  };
  const close = () => {
    setClosedAt(asked?.from ?? null);
    setAsked(null);
  };
  const choose = (answer: FilledAnswer, isReaders: boolean, language: string) => {
    const area = field();
    if (area === null || asked === null) return;
    area.focus();
    area.setRangeText(answer.text, asked.from, asked.to, 'end');
    // The form around hears of it as of typing.
    area.dispatchEvent(new Event('input', { bubbles: true }));
    setAsked(null);
    setNote(isReaders ? null : t('answers.otherLanguage', { name: answer.name, language }));
  };
  const listed = field();
  return (
    <div
      ref={box}
      className={styles['around']}
      onInput={(event) => {
        if (event.target instanceof HTMLTextAreaElement) look(event.target);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setAsked(null);
      }}
    >
      {children}
      {asked === null || listed === null ? null : (
        <Suspense fallback={null}>
          <AnswerList
            stepId={stepId}
            reader={reader}
            query={asked.query}
            area={listed}
            onChoose={choose}
            onClose={close}
          />
        </Suspense>
      )}
      <Button
        variant="subtle"
        size="sm"
        className={styles['open']}
        leftSection={<IconMessageBolt size={18} aria-hidden />}
        aria-expanded={asked !== null}
        // The text area keeps the caret.
        onMouseDown={(event) => {
          event.preventDefault();
        }}
        onClick={() => {
          const area = field();
          if (area === null) return;
          area.focus();
          if (asked !== null) {
            close();
            return;
          }
          const caret = area.selectionStart;
          setAsked({ from: caret, to: caret, query: '' });
        }}
      >
        {t('answers.open')}
      </Button>
      <p role="status" className={styles['note']}>
        {note}
      </p>
    </div>
  );
}
