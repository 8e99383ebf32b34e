import { Loader } from '@mantine/core';
import type { AnswerReader, FilledAnswer } from '@wasl/contracts';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { useErrorText } from '../../i18n/error-text.ts';
import { isolated } from '../../lib/formats.ts';
import { languageNames } from '../../lib/language.ts';
import { useEndpoint } from '../../lib/use-endpoint.ts';
import styles from './answers.module.css';
import { matching } from './asked-answer.ts';

/**
 * The kept answers under a text area, which keeps the focus: arrows go through them, Enter takes one, Escape closes the
 * list and nothing else. A text area may not be a combobox; it names the list and the option instead.
 */
export default function AnswerList({
  stepId,
  reader,
  query,
  area,
  onChoose,
  onClose,
}: {
  stepId: number;
  reader: AnswerReader;
  /** What was typed behind the slash. */
  query: string;
  area: HTMLTextAreaElement;
  onChoose: (answer: FilledAnswer, isReaders: boolean, language: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('answers');
  const errorText = useErrorText();
  const id = useId();
  const { data, error } = useEndpoint('listFilledAnswers', {
    params: { stepId },
    query: { reader },
  });
  const [place, setPlace] = useState({ query, at: 0 });
  const answers = matching(data?.answers ?? [], query);
  // Another word begins at the top again.
  const at = Math.min(place.query === query ? place.at : 0, answers.length - 1);
  const current = answers[at];
  const optionId = (answer: FilledAnswer) => `${id}-${String(answer.id)}`;
  const language = (answer: FilledAnswer) => isolated(languageNames[answer.lang]);
  const choose = (answer: FilledAnswer) => {
    onChoose(answer, answer.lang === data?.readerLang, language(answer));
  };

  useEffect(() => {
    area.setAttribute('aria-haspopup', 'listbox');
    area.setAttribute('aria-controls', id);
    // The dialog around leaves Escape to the list.
    area.setAttribute('data-mantine-stop-propagation', 'true');
    return () => {
      for (const name of ['aria-haspopup', 'aria-controls', 'data-mantine-stop-propagation'])
        area.removeAttribute(name);
    };
  }, [area, id]);
  const currentId = current === undefined ? null : optionId(current);
  useEffect(() => {
    if (currentId === null) return undefined;
    area.setAttribute('aria-activedescendant', currentId);
    document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
    return () => {
      area.removeAttribute('aria-activedescendant');
    };
  }, [area, currentId]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const turn = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const isTaken = (event.key === 'Enter' || event.key === 'Tab') && current !== undefined;
      if (event.isComposing || event.ctrlKey || event.metaKey) return;
      if (event.key === 'Escape') onClose();
      else if (turn !== undefined && answers.length > 0)
        setPlace({ query, at: (at + turn + answers.length) % answers.length });
      else if (isTaken && !event.shiftKey) choose(current);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    area.addEventListener('keydown', onKey);
    return () => {
      area.removeEventListener('keydown', onKey);
    };
  });

  return (
    // The text area keeps the focus whatever is pressed here.
    <div
      className={styles['list']}
      role="presentation"
      onMouseDown={(event) => {
        event.preventDefault();
      }}
    >
      {data === undefined ? (
        error === undefined ? (
          <Loader size="sm" />
        ) : (
          <p>{errorText(error)}</p>
        )
      ) : (
        <>
          <p role="status" className={styles['count']}>
            {answers.length === 0
              ? t(data.answers.length === 0 ? 'none' : 'noMatch')
              : t('count', { count: answers.length })}
          </p>
          <div role="listbox" id={id} aria-label={t('label')}>
            {answers.map((answer) => (
              <div
                key={answer.id}
                role="option"
                id={optionId(answer)}
                aria-selected={answer === current}
                tabIndex={-1}
                className={styles['option']}
                onClick={() => {
                  choose(answer);
                }}
                // The keys are heard in the text area.
                onKeyDown={() => undefined}
              >
                <strong>
                  <bdi>{answer.name}</bdi>
                </strong>
                {answer.lang === data.readerLang ? null : (
                  <span className={styles['lang']}>{language(answer)}</span>
                )}
                <span className={styles['words']} dir="auto" lang={answer.lang}>
                  {answer.text}
                </span>
              </div>
            ))}
          </div>
          <p className={styles['foot']}>
            <Link to="/requests/answers">{t('manage')}</Link>
          </p>
        </>
      )}
    </div>
  );
}
