import type { StepView } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { stepView } from '../../../testing/step-view.ts';
import { decidingStep, nextAction } from './next-action.ts';

const step = (id: number, code: string, more: Partial<StepView> = {}): StepView =>
  stepView(id, code, {
    abilities: {
      canRate: code === 'PROCESSED',
      canUpload: code !== 'PROCESSED',
      canMessage: false,
    },
    ...more,
  });
const awaited = [{ document: { code: 'CIN', libelle: 'CIN' }, url: null, state: null }];
const handedIn = [
  { document: { code: 'CIN', libelle: 'CIN' }, url: 'abcdefghijklmnop', state: 'CLEAN' as const },
];
const rating = { beneficiaryRating: 4, beneficiaryFeedback: 'Merci' };

describe('the next move on a step', () => {
  it.each([
    ['an expected document', step(1, 'IN_PROGRESS', { documents: awaited }), 'handIn'],
    [
      'an expected document of a blocked step',
      step(1, 'BLOCKED', { documents: awaited }),
      'handIn',
    ],
    ['all documents handed in', step(1, 'IN_PROGRESS', { documents: handedIn }), 'partner'],
    [
      'a document with a virus, which is awaited again',
      step(1, 'IN_PROGRESS', {
        documents: [...handedIn.map((one) => ({ ...one, state: 'INFECTED' as const })), ...awaited],
      }),
      'handIn',
    ],
    ['a step just assigned', step(1, 'ASSIGNED'), 'partner'],
    ['a blocked step', step(1, 'BLOCKED'), 'blocked'],
    ['a processed step without rating', step(1, 'PROCESSED'), 'rate'],
    ['a rated step', step(1, 'PROCESSED', { rating }), 'done'],
    ['a step that has not started', step(1, 'NOT_STARTED'), 'later'],
    [
      'a duplicate',
      step(1, 'DECLINED', { duplicateOf: { id: 2, numRequest: '2026-000002' } }),
      'duplicate',
    ],
    ['a rejected step', step(1, 'REJECTED'), 'rejected'],
  ] as const)('of %s, for the beneficiary', (_name, one, expected) => {
    expect(nextAction(one, 'BENEFICIAIRE')).toBe(expected);
  });

  it('is the beneficiary’s where a partner waits for a document, and never the partner’s to rate', () => {
    expect(nextAction(step(1, 'IN_PROGRESS', { documents: awaited }), 'PARTENAIRE')).toBe(
      'beneficiary',
    );
    expect(nextAction(step(1, 'PROCESSED'), 'PARTENAIRE')).toBe('done');
  });

  it('of a whole request is the person’s own before anyone else’s', () => {
    const steps = [step(1, 'IN_PROGRESS'), step(2, 'PROCESSED'), step(3, 'NOT_STARTED')];
    expect(decidingStep(steps, 'BENEFICIAIRE')?.id).toBe(2);
    expect(decidingStep(steps, 'PARTENAIRE')?.id).toBe(1);
    expect(decidingStep([step(1, 'PROCESSED', { rating })], 'BENEFICIAIRE')).toBeNull();
  });
});
