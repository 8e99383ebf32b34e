import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { beforeEach, expect, it } from 'vitest';

import { hintOf } from '../../../testing/hint-of.ts';
import { renderInApp } from '../../../testing/render.tsx';
import { serve } from '../../../testing/server.ts';
import { simulatorHints } from '../../../testing/simulator-hints.ts';
import CharacteristicsStep from './characteristics-step.tsx';
import { ProjectStep } from './nordev-steps.tsx';
import { emptyNordev, type NordevValues } from './nordev-values.ts';

function Steps() {
  const form = useForm<NordevValues>({ defaultValues: emptyNordev });
  return (
    <FormProvider {...form}>
      <ProjectStep lists={{ sectors: [], places: [] }} knownCategory={null} />
      <CharacteristicsStep />
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
  await screen.findByRole('slider', { hidden: true });
});

// Only one section of step 2 is shown.
const all = (role: string) => screen.getAllByRole(role, { hidden: true });

it('shows a hint with every question', () => {
  const controls = [...all('textbox'), ...all('combobox'), ...all('radiogroup'), ...all('slider')];
  const asked = Object.keys(emptyNordev).filter((name) => name !== 'step');
  expect(new Set(controls).size).toBe(asked.length);
  expect(controls.map(hintOf).filter((hint) => hint.length < 15)).toEqual([]);
  expect(new Set(controls.map(hintOf)).size).toBe(controls.length);
});

it('labels every payroll and turnover as yearly', () => {
  const amounts = screen.getAllByLabelText(/^(Masse salariale|Chiffre d’affaires)/);
  expect(amounts).toHaveLength(6);
  for (const amount of amounts) expect(hintOf(amount)).toMatch(/^Montant annuel/);
});

it('keeps every question empty until it is answered, and shows one section at a time', async () => {
  const shown = () => screen.getAllByRole('radiogroup');
  const section = (name: RegExp) => screen.getByRole('tab', { name });
  expect(all('radio').filter((radio) => (radio as HTMLInputElement).checked)).toEqual([]);
  expect(shown()).toHaveLength(4);
  await userEvent.click(within(shown()[0] ?? document.body).getByRole('radio', { name: 'Oui' }));
  expect(section(/^Innovation/)).toHaveTextContent('1/4');
  await userEvent.click(screen.getByRole('button', { name: /Impact social/ }));
  expect(section(/^Impact social/)).toHaveFocus();
  expect(screen.queryAllByRole('radiogroup')).toEqual([]);
  await userEvent.click(section(/^Impact environnemental/));
  await userEvent.click(screen.getByRole('button', { name: /^Aucun de ces points/ }));
  expect(section(/^Impact environnemental/)).toHaveTextContent('4/4');
  for (const group of shown())
    expect(within(group).getByRole('radio', { name: 'Non' })).toBeChecked();
});
