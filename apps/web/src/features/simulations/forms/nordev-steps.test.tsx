import { screen } from '@testing-library/react';
import { Suspense } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { beforeEach, expect, it } from 'vitest';

import { hintOf } from '../../../testing/hint-of.ts';
import { renderInApp } from '../../../testing/render.tsx';
import { CharacteristicsStep, ProjectStep } from './nordev-steps.tsx';
import { emptyNordev, type NordevValues } from './nordev-values.ts';

function Steps() {
  const form = useForm<NordevValues>({ defaultValues: emptyNordev });
  return (
    <FormProvider {...form}>
      <ProjectStep lists={{ sectors: [], places: [] }} />
      <CharacteristicsStep />
    </FormProvider>
  );
}

beforeEach(async () => {
  await renderInApp(
    <Suspense>
      <Steps />
    </Suspense>,
  );
  await screen.findByRole('slider');
});

it('has a hint with every question', () => {
  const controls = [
    ...screen.getAllByRole('textbox'),
    ...screen.getAllByRole('combobox'),
    ...screen.getAllByRole('radiogroup'),
    screen.getByRole('slider'),
  ];
  const asked = Object.keys(emptyNordev).filter((name) => name !== 'step');
  expect(new Set(controls).size).toBe(asked.length);
  expect(controls.map(hintOf).filter((hint) => hint.length < 15)).toEqual([]);
  expect(new Set(controls.map(hintOf)).size).toBe(controls.length);
});

it('says of every payroll and turnover that it is of a year', () => {
  const amounts = screen.getAllByLabelText(/^(Masse salariale|Chiffre d’affaires)/);
  expect(amounts).toHaveLength(6);
  for (const amount of amounts) expect(hintOf(amount)).toMatch(/^Montant annuel/);
});
