import { generalRuleSet } from '@wasl/premium/testing';
import { screen } from '@testing-library/react';
import { Suspense } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { beforeEach, expect, it } from 'vitest';

import { hintOf } from '../../../testing/hint-of.ts';
import { renderInApp } from '../../../testing/render.tsx';
import { serve } from '../../../testing/server.ts';
import { simulatorHints } from '../../../testing/simulator-hints.ts';
import { CapexStep, IdentificationStep, PayrollStep } from './general-steps.tsx';
import { emptyGeneral, type GeneralValues } from './general-values.ts';

const asked: GeneralValues = {
  ...emptyGeneral,
  secteurActivite: 'INDUSTRIE',
  typeFoncier: ['Public', 'Privé'],
};

function Steps() {
  const form = useForm<GeneralValues>({ defaultValues: asked });
  return (
    <FormProvider {...form}>
      <IdentificationStep
        ruleSet={generalRuleSet}
        lists={{ sectors: [], industries: [], places: [] }}
      />
      <CapexStep ruleSet={generalRuleSet} />
      <PayrollStep />
    </FormProvider>
  );
}

beforeEach(async () => {
  serve(simulatorHints);
  await renderInApp(
    <Suspense>
      <Steps />
    </Suspense>,
  );
  await screen.findByRole('textbox', { name: /^Masse salariale totale/ });
});

it('shows a hint with every question', () => {
  const controls = [
    ...screen.getAllByRole('textbox'),
    ...screen.getAllByRole('combobox'),
    ...screen.getAllByRole('radiogroup'),
    screen.getByRole('group', { name: /^Type de foncier/ }),
  ];
  // 2 texts, jobs, 3 choices, a rate, 3 answers, the kinds of land, 11 amounts of the investment, 2 payrolls.
  expect(new Set(controls).size).toBe(24);
  expect(controls.filter((control) => hintOf(control).length < 15)).toEqual([]);
});

it('labels both payrolls as monthly', () => {
  const amounts = screen.getAllByLabelText(/^Masse salariale/);
  expect(amounts).toHaveLength(2);
  for (const amount of amounts) expect(hintOf(amount)).toMatch(/^Montant mensuel/);
});
