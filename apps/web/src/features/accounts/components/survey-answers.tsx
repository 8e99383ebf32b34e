import type { QualificationView, ReferenceParent } from '@wasl/contracts';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';

import layout from '../../../ui/layout/layout.module.css';
import { LongText } from '../../../ui/long-text.tsx';
import type { SurveyAnswersProps } from '../../../ui/slots.ts';
import { useReferenceChoices } from '../../../domain/reference/reference-choices.ts';

/** List of each answer's code, or of several codes separated by commas. */
const lists = {
  numberOfJobs: 'NUMBER_OF_JOBS',
  revenue: 'REVENUE',
  projectMaturity: 'PROJECT_MATURITY',
  expectedNumberOfJobs: 'NUMBER_OF_JOBS',
  investmentAmount: 'INVESTMENT_AMOUNT',
  revenueOfProject: 'REVENUE',
  lookingFor: 'LOOKING_FOR',
} as const satisfies Partial<Record<keyof QualificationView, ReferenceParent>>;

const questions = [
  'commentaire',
  'typeBenef',
  'numberOfJobs',
  'revenue',
  'projectIdea',
  'projectMaturity',
  'expectedNumberOfJobs',
  'investmentAmount',
  'revenueOfProject',
  'lookingFor',
  'lookingForOtherThing',
  'dejaAccompagne',
  'department',
  'service',
] as const satisfies readonly (keyof QualificationView)[];

/** Answers of a person to the survey; questions that were not asked are left out. */
export default function SurveyAnswers({ survey }: SurveyAnswersProps) {
  const { t } = useTranslation('survey');
  const labels = {
    NUMBER_OF_JOBS: useReferenceChoices('NUMBER_OF_JOBS').choices,
    REVENUE: useReferenceChoices('REVENUE').choices,
    INVESTMENT_AMOUNT: useReferenceChoices('INVESTMENT_AMOUNT').choices,
    PROJECT_MATURITY: useReferenceChoices('PROJECT_MATURITY').choices,
    LOOKING_FOR: useReferenceChoices('LOOKING_FOR').choices,
  };
  const labelOf = (list: keyof typeof labels, code: string): string =>
    labels[list]?.find(({ value }) => value === code)?.label ?? code;
  const answerText = (question: (typeof questions)[number], answer: string): string => {
    if (question === 'typeBenef') return t(`types.${answer}`, { defaultValue: answer });
    if (question === 'projectIdea') return t(`ideas.${answer}`, { defaultValue: answer });
    if (question === 'dejaAccompagne') return t(answer === 'oui' ? 'yes' : 'no');
    if (!(question in lists)) return answer;
    const list = lists[question as keyof typeof lists];
    return answer
      .split(',')
      .map((code) => labelOf(list, code))
      .join(' · ');
  };
  return (
    <dl className={layout['facts']}>
      {questions.map((question) => {
        const answer = survey[question];
        return answer === null ? null : (
          <Fragment key={question}>
            <dt>{t(question)}</dt>
            <dd>
              {question === 'commentaire' ? (
                <LongText text={answer} />
              ) : (
                <bdi>{answerText(question, answer)}</bdi>
              )}
            </dd>
          </Fragment>
        );
      })}
    </dl>
  );
}
