import { Stack } from '@mantine/core';
import { longestAnswer, type QuestionView } from '@wasl/contracts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';

import { useFormats } from '../../lib/format/formats.ts';
import { BoundDate } from '../../ui/form/bound-date.tsx';
import { fieldId } from '../../ui/form/form-context.ts';
import {
  BoundCheckboxGroup,
  BoundNumber,
  BoundRadio,
  BoundSelect,
  BoundTextArea,
  BoundTextField,
} from '../../ui/form/index.ts';
import type { FormAnswer } from './journey-answers.ts';

/** Form values with the answers, by the codes of their questions. */
interface Values {
  readonly answers: Record<string, FormAnswer>;
}

function QuestionField({ question, isFiled }: { question: QuestionView; isFiled: boolean }) {
  const { t } = useTranslation('wizard');
  const formats = useFormats();
  const { code, kind, required, label, help } = question;
  const hint = [help, required && !isFiled ? t('questions.required') : null]
    .filter((text) => text !== null)
    .join(' ');
  const shared = {
    name: `answers.${code}` as const,
    label,
    ...(hint === '' ? {} : { hint }),
    required: required && isFiled,
  };
  const choices = question.options.map((option) => ({
    value: option.code,
    label: option.libelle,
  }));
  const yesNo = [
    { value: 'Oui', label: t('questions.yes') },
    { value: 'Non', label: t('questions.no') },
  ];
  switch (kind) {
    case 'SHORT_TEXT':
      return <BoundTextField<Values> {...shared} maxLength={longestAnswer.SHORT_TEXT} />;
    case 'LONG_TEXT':
      return <BoundTextArea<Values> {...shared} maxLength={longestAnswer.LONG_TEXT} />;
    case 'CHOICE':
      return <BoundSelect<Values> {...shared} choices={choices} clearable />;
    case 'CHOICES':
      return <BoundCheckboxGroup<Values> {...shared} choices={choices} />;
    case 'YES_NO':
      // A radio button cannot be cleared, so an optional question has a list.
      return required ? (
        <BoundRadio<Values> {...shared} choices={yesNo} />
      ) : (
        <BoundSelect<Values> {...shared} choices={yesNo} clearable />
      );
    case 'NUMBER':
      return <BoundNumber<Values> {...shared} kind="amount" words={formats.number} />;
    case 'DATE':
      return <BoundDate<Values> {...shared} />;
  }
}

/**
 * A journey's own questions. `?question=` in the address moves the focus to one. Needs a form context.
 * @param isFiled the form also submits the request, so its required fields are required now
 */
export default function JourneyQuestions({
  questions,
  isFiled = false,
}: {
  questions: readonly QuestionView[];
  isFiled?: boolean;
}) {
  const { t } = useTranslation('wizard');
  const [query] = useSearchParams();
  const asked = query.get('question');
  useEffect(() => {
    if (asked === null) return;
    const field = document.getElementById(fieldId('field', `answers.${asked}`));
    field?.focus();
    field?.scrollIntoView({ block: 'center' });
  }, [asked]);
  return (
    <Stack component="section" aria-labelledby="questions-title">
      <h3 id="questions-title">{t('questions.title')}</h3>
      {questions.map((question) => (
        <QuestionField key={question.code} question={question} isFiled={isFiled} />
      ))}
    </Stack>
  );
}
