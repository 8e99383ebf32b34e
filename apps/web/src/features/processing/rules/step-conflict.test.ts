import type { StepNow } from '@wasl/contracts';
import { expect, it } from 'vitest';

import {
  differingFields,
  documentsAddedMeanwhile,
  entriesOf,
  initialSide,
} from './step-conflict.ts';

const step: StepNow = {
  version: 3,
  changedAt: null,
  changedBy: null,
  status: { code: 'ASSIGNED', libelle: 'Assignée' },
  percent: 0,
  partnerFeedback: null,
  documents: [],
};
const base = entriesOf(step);

it('an assigned step has no difference from a begun step at the same percent', () => {
  const begun = { ...step, status: { code: 'IN_PROGRESS', libelle: 'En cours' } };
  expect(differingFields(base, entriesOf(begun))).toEqual([]);
});

it('typed fields keep the input, and untouched fields use the saved value', () => {
  const mine = { ...base, feedback: 'Dossier complet' };
  const theirs = {
    ...base,
    percent: 40,
    status: 'BLOCKED' as const,
    feedback: 'Il manque le bail',
  };
  expect(differingFields(mine, theirs)).toEqual(['progress', 'feedback']);
  expect(initialSide('progress', base, mine)).toBe('theirs');
  expect(initialSide('feedback', base, mine)).toBe('mine');
});

it('an untouched feedback is no difference, because it overwrites nothing', () => {
  const theirs = { ...base, feedback: 'Il manque le bail' };
  expect(differingFields(base, theirs)).toEqual([]);
});

it('the added documents are listed by request and receipt', () => {
  const doc = (code: string, url: string | null = null) => ({
    document: { code, libelle: `Document ${code}` },
    url,
    state: url === null ? null : ('CLEAN' as const),
  });
  const before = { ...step, documents: [doc('CIN'), doc('RIB')] };
  const now = { ...step, documents: [doc('CIN', 'abc'), doc('RIB'), doc('BAIL')] };
  expect(documentsAddedMeanwhile(before, now)).toEqual({
    asked: ['Document BAIL'],
    received: ['Document CIN'],
  });
});
