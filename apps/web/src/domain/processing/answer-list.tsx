import { Box } from '@mantine/core';
import {
  type AnswerReader,
  type FilledAnswer,
  type Lang,
  langs,
  type SavedAnswer,
} from '@wasl/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { isolated } from '../../lib/format/formats.ts';
import { languageNames } from '../../lib/format/language.ts';
import { useEndpoint } from '../../lib/http/use-endpoint.ts';
import layout from '../../ui/layout/layout.module.css';
import { matchingItems } from './suggestion-trigger.ts';
import { SuggestionList } from './suggestion-list.tsx';

/** The texts of stored answers in this language, or else in the first that they have. */
const savedIn = (answers: readonly SavedAnswer[], lang: Lang): FilledAnswer[] =>
  answers.flatMap(({ id, name, texts }) => {
    const own = [lang, ...langs].find((one) => texts[one] !== null);
    const text = own === undefined ? null : texts[own];
    return own === undefined || text === null ? [] : [{ id, name, lang: own, text }];
  });

/** Stored answers of the organisation, filled in for this step. */
export default function AnswerList({
  stepId,
  reader,
  query,
  area,
  onChoose,
  onClose,
}: {
  /** Null: the answers keep their placeholders, in the language of the screen where they have it. */
  stepId: number | null;
  reader: AnswerReader;
  /** Text after the slash. */
  query: string;
  area: HTMLTextAreaElement;
  onChoose: (answer: FilledAnswer, isReaders: boolean, language: string) => void;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation('answers');
  const filled = useEndpoint(
    'listFilledAnswers',
    stepId === null ? null : { params: { stepId }, query: { reader } },
  );
  const saved = useEndpoint('listAnswers', stepId === null ? {} : null);
  const screenLang = i18n.language as Lang;
  const data =
    stepId === null
      ? saved.data && { answers: savedIn(saved.data, screenLang), readerLang: screenLang }
      : filled.data;
  const error = filled.error ?? saved.error;
  const answers = data && matchingItems(data.answers, query, ({ name }) => name);
  const language = (answer: FilledAnswer) => isolated(languageNames[answer.lang]);
  return (
    <SuggestionList
      items={answers}
      error={error}
      label={t('label')}
      count={
        answers === undefined || answers.length === 0
          ? t(data?.answers.length === 0 ? 'none' : 'noMatch')
          : t('count', { count: answers.length })
      }
      query={query}
      area={area}
      keyOf={({ id }) => String(id)}
      foot={<Link to="/organisation/answers">{t('manage')}</Link>}
      onChoose={(answer) => onChoose(answer, answer.lang === data?.readerLang, language(answer))}
      onClose={onClose}
    >
      {(answer) => (
        <>
          <strong>
            <bdi>{answer.name}</bdi>
          </strong>
          {answer.lang === data?.readerLang ? null : (
            <span className={layout['small']}>{language(answer)}</span>
          )}
          <Box component="span" className={layout['cut']} dir="auto" lang={answer.lang} c="dimmed">
            {answer.text}
          </Box>
        </>
      )}
    </SuggestionList>
  );
}
