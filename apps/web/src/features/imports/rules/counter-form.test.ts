import { expect, it } from 'vitest';

import {
  counterDocuments,
  counterInput,
  counterSchema,
  emptyCounter,
  type CounterChoices,
  type CounterValues,
} from './counter-form.ts';

const choices: CounterChoices = {
  services: [
    { code: 'CONSEIL', libelle: 'Conseil' },
    { code: 'FINANCE', libelle: 'Financement' },
  ],
  journeys: [
    {
      id: 7,
      title: 'Un parcours',
      documents: [
        { code: 'BUSINESS_PLAN', libelle: 'BUSINESS_PLAN', mandatory: true },
        { code: 'STATUTS', libelle: 'Statuts', mandatory: false },
        { code: 'ILLUSTRATIVE_VIDEO', libelle: 'ILLUSTRATIVE_VIDEO', mandatory: false },
      ],
      questions: [
        {
          code: 'MEMBRES',
          kind: 'NUMBER',
          required: true,
          label: 'Combien de membres ?',
          help: null,
          options: [],
        },
      ],
    },
  ],
};
const plan = new File(['%PDF'], 'plan.pdf');
const key = '6f1e1c1a-4a1e-4f6e-9a2b-3c4d5e6f7a8b';
const person = { personId: 'b1b0c7b2-3b49-4a0e-8a57-8f2f0a4a9a11', personName: 'Amina' };
const empty = emptyCounter(choices, key);
const faultsOf = (values: CounterValues): string[] =>
  (counterSchema(choices).safeParse(values).error?.issues ?? []).map(({ path }) => path.join('.'));

it('requires a person or an address with a name, and services or a journey', () => {
  expect(faultsOf(empty)).toEqual(['personId', 'services']);
  expect(faultsOf({ ...empty, isByEmail: true, email: 'a@', subject: 'journey' })).toEqual([
    'email',
    'nom',
    'prenom',
    'journeyDef',
  ]);
  expect(faultsOf({ ...empty, ...person, services: ['CONSEIL'] })).toEqual([]);
});

it('requires the mandatory documents and answers of the chosen journey', () => {
  const values = { ...empty, ...person, subject: 'journey' as const, journeyDef: '7' };
  expect(counterDocuments(values, choices)).toBe(choices.journeys[0]?.documents);
  expect(faultsOf(values)).toEqual(['files.BUSINESS_PLAN', 'answers.MEMBRES']);
  const filled = { ...values, files: { BUSINESS_PLAN: plan, STATUTS: undefined } };
  expect(faultsOf({ ...filled, answers: { MEMBRES: '?douze' } })).toEqual(['answers.MEMBRES']);
  expect(faultsOf({ ...filled, answers: { MEMBRES: 0 } })).toEqual([]);
  expect(faultsOf({ ...filled, subject: 'services', services: ['CONSEIL'] })).toEqual([]);
});

it('sends one subject with its requested documents', () => {
  const files = { BUSINESS_PLAN: plan, DEFAULT_DOC: plan, STATUTS: plan };
  const answers = { MEMBRES: 12 };
  const both = { ...empty, ...person, services: ['CONSEIL'], journeyDef: '7', files, answers };
  expect(counterInput({ ...both, subject: 'journey' }, choices, false)).toMatchObject({
    filing: {
      person: { id: person.personId },
      services: [],
      journeyDef: 7,
      answers,
      clientKey: key,
    },
    codes: ['BUSINESS_PLAN', 'STATUTS'],
    files: [plan, plan],
  });
  expect(counterInput(both, choices, true)).toMatchObject({
    filing: { services: ['CONSEIL'], journeyDef: null, answers: {}, again: true },
    codes: ['BUSINESS_PLAN', 'DEFAULT_DOC'],
  });
});

it('starts with the only service of an organisation, or with its journeys', () => {
  const [service] = choices.services;
  expect(emptyCounter({ ...choices, services: service ? [service] : [] }, key).services).toEqual([
    'CONSEIL',
  ]);
  expect(emptyCounter({ ...choices, services: [] }, key).subject).toBe('journey');
});
