import { screen } from '@testing-library/react';
import { projectIdeas } from '@wasl/contracts';
import { Suspense } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { describe, expect, it } from 'vitest';

import { renderInApp } from '../../../testing/render.tsx';
import { emptySurvey, type SurveyValues } from '../forms/survey-rules.ts';
import { SurveyQuestions } from './survey-questions.tsx';

const lists = { jobs: [], revenues: [], amounts: [], maturities: [], needs: [] };

function Questions({ values }: { values: Partial<SurveyValues> }) {
  const form = useForm<SurveyValues>({ defaultValues: { ...emptySurvey, ...values } });
  return (
    <FormProvider {...form}>
      <SurveyQuestions lists={lists} isTypeRequired={false} isCompany={false} />
    </FormProvider>
  );
}

const [creation, running, none] = projectIdeas;
// A list without choices renders no field, so only the common questions remain.
const everyone = ['commentaire', 'typeBenef', 'projectIdea', 'dejaAccompagne'];
const figures = ['expectedNumberOfJobs', 'investmentAmount', 'revenueOfProject'];

async function asked(values: Partial<SurveyValues>): Promise<string[]> {
  const { container } = await renderInApp(
    <Suspense>
      <Questions values={values} />
    </Suspense>,
  );
  await screen.findAllByRole('textbox');
  const ids = [...container.querySelectorAll('[id^="field-"]')].map(({ id }) =>
    id.slice('field-'.length),
  );
  return Object.keys(emptySurvey).filter((name) => ids.includes(name));
}

const withEveryone = (...more: string[]) =>
  Object.keys(emptySurvey).filter((name) => [...everyone, ...more].includes(name));

describe('the questions of the survey', () => {
  it.each<[string, Partial<SurveyValues>, string[]]>([
    ['nothing yet', {}, []],
    ['a project being created', { projectIdea: creation }, ['projectMaturity', ...figures]],
    ['a project under way', { projectIdea: running }, figures],
    ['no project', { projectIdea: none }, []],
    ['a type', { typeBenef: 'Morale' }, ['numberOfJobs', 'revenue']],
    ['another need', { lookingFor: ['AUTRE'] }, ['lookingForOtherThing']],
    ['support', { dejaAccompagne: 'oui' }, ['department', 'service']],
  ])('include the follow-up questions after %s', async (_name, values, more) => {
    expect(await asked(values)).toEqual(withEveryone(...more));
  });
});
