import { screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';

import { renderInApp } from '../../../testing/render.tsx';
import { serveCalls } from '../../../testing/serve.ts';
import SurveyAnswers from './survey-answers.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('shows the answers as labels, and omits questions that were not shown', async () => {
  serveCalls(({ path }) => ({
    body: path.includes('LOOKING_FOR')
      ? [
          {
            id: 1,
            code: 'FINANCEMENT',
            libelle: 'Un financement',
            description: null,
            string_1: null,
          },
          { id: 2, code: 'LOCAL', libelle: 'Un local', description: null, string_1: null },
        ]
      : [],
  }));
  const { container } = await renderInApp(
    <Suspense>
      <SurveyAnswers
        survey={{
          id: 1,
          commentaire: 'Un four à pain',
          typeBenef: null,
          numberOfJobs: null,
          revenue: null,
          projectIdea: 'Pas encore de projet',
          projectMaturity: null,
          expectedNumberOfJobs: null,
          investmentAmount: null,
          revenueOfProject: null,
          lookingFor: 'FINANCEMENT,LOCAL,RETIRE',
          lookingForOtherThing: null,
          dejaAccompagne: 'non',
          department: null,
          service: null,
        }}
      />
    </Suspense>,
  );
  // A code that is no longer in its list is still shown.
  expect(await screen.findByText('Un financement · Un local · RETIRE')).toBeInTheDocument();
  expect([...container.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
    'Un four à pain',
    'Pas encore de projet',
    'Un financement · Un local · RETIRE',
    'Non',
  ]);
});
