import type { RequestView, StepSummary } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { requestRow } from '../../testing/request-row.ts';
import {
  keyOfTask,
  moveOfRequest,
  moveOfStep,
  moveOfSteps,
  tasksOfStep,
  toneOfMove,
} from './whose-move.ts';

const cin = { code: 'CIN', libelle: 'CIN' };
const step = (status: string, more: Partial<StepSummary> = {}): StepSummary => ({
  id: 1,
  task: 'Étude de marché',
  organisation: 'ANAPEC',
  status,
  awaited: [],
  words: null,
  isRated: false,
  messageToAnswer: null,
  ...more,
});
const request = (code: string, more: Partial<RequestView> = {}): RequestView => ({
  ...requestRow,
  status: { code, libelle: code, string_1: null },
  ...more,
});

describe('the party who must act next', () => {
  it.each([
    ['ASSIGNED', step('ASSIGNED'), 'notStarted', 'neutral'],
    ['NOT_STARTED', step('NOT_STARTED'), 'notStarted', 'neutral'],
    ['IN_PROGRESS', step('IN_PROGRESS'), 'inProgress', 'progress'],
    ['IN_PROGRESS, a document', step('IN_PROGRESS', { awaited: [cin] }), 'handIn', 'yours'],
    ['BLOCKED, a document', step('BLOCKED', { awaited: [cin] }), 'handIn', 'yours'],
    ['IN_PROGRESS, a message', step('IN_PROGRESS', { messageToAnswer: 'Où ?' }), 'answer', 'yours'],
    ['BLOCKED, a message', step('BLOCKED', { messageToAnswer: 'Où ?' }), 'answer', 'yours'],
    ['PROCESSED, a message', step('PROCESSED', { messageToAnswer: 'Bravo' }), 'done', 'done'],
    ['BLOCKED', step('BLOCKED'), 'blocked', 'neutral'],
    ['PROCESSED', step('PROCESSED'), 'done', 'done'],
    ['PROCESSED, a forgotten document', step('PROCESSED', { awaited: [cin] }), 'done', 'done'],
    ['REJECTED', step('REJECTED'), 'refused', 'neutral'],
    ['DECLINED', step('DECLINED'), 'declined', 'neutral'],
  ] as const)('is derived for a step: %s', (_name, one, kind, tone) => {
    const move = moveOfStep(one);
    expect([move.kind, toneOfMove(move)]).toEqual([kind, tone]);
  });

  it.each([
    ['EN_COURS_DE_CREATION', 'draft', 'yours'],
    ['A_REFOURMULER', 'rephrase', 'yours'],
    ['NOUVEAU', 'sent', 'new'],
    ['EN COURS DE QUALIFICATION', 'sent', 'new'],
    ['EN_ATTENTE', 'onHold', 'neutral'],
    ['DEMANDE_TRAITE', 'done', 'done'],
    ['RETIREE', 'withdrawn', 'neutral'],
  ] as const)('is derived from the status of a request: %s', (code, kind, tone) => {
    const move = moveOfRequest(request(code, { steps: [step('IN_PROGRESS', { awaited: [cin] })] }));
    expect([move.kind, toneOfMove(move)]).toEqual([kind, tone]);
  });

  it('is derived from the deciding step of a request in progress', () => {
    const kindOf = (...steps: StepSummary[]) => moveOfRequest(request('ENTAME', { steps })).kind;
    expect(kindOf(step('IN_PROGRESS'), step('ASSIGNED', { awaited: [cin] }))).toBe('handIn');
    expect(kindOf(step('PROCESSED'), step('BLOCKED'), step('NOT_STARTED'))).toBe('blocked');
    expect(kindOf(step('PROCESSED'), step('NOT_STARTED'))).toBe('notStarted');
    // Another organisation is sought.
    expect(kindOf(step('PROCESSED'), step('DECLINED'))).toBe('sent');
    expect(moveOfSteps([step('REJECTED'), step('PROCESSED')]).kind).toBe('done');
  });

  it('is derived from the agreement of a request that an organisation filed', () => {
    const of = (agreement: 'WAITING' | 'REFUSED' | 'WITHDRAWN' | 'GIVEN') =>
      moveOfRequest(
        request('NOUVEAU', { filing: { organisation: 'CRI', isDateStated: false, agreement } }),
      );
    expect([of('WAITING').kind, toneOfMove(of('WAITING'))]).toEqual(['agree', 'yours']);
    expect([of('REFUSED').kind, of('WITHDRAWN').kind, of('GIVEN').kind]).toEqual([
      'agreementRefused',
      'agreementWithdrawn',
      'sent',
    ]);
  });

  it('has a reason only for a pause', () => {
    const words = 'Le devis est périmé';
    expect(moveOfStep(step('BLOCKED', { words })).reason).toBe(words);
    expect(moveOfStep(step('IN_PROGRESS', { words })).reason).toBeNull();
    expect(moveOfRequest(request('EN_ATTENTE', { observation: words })).reason).toBe(words);
  });
});

it('lists one task for each document, for an answer, and for a rating', () => {
  const keysOf = (one: StepSummary) => tasksOfStep(one).map(keyOfTask);
  const two = step('IN_PROGRESS', {
    awaited: [cin, { code: 'DEVIS', libelle: 'Devis' }],
    messageToAnswer: 'Où ?',
  });
  expect(keysOf(two)).toEqual(['1 HAND_IN CIN', '1 HAND_IN DEVIS', '1 ANSWER ']);
  expect(keysOf(step('PROCESSED', { messageToAnswer: 'Bravo' }))).toEqual(['1 RATE ']);
  expect(keysOf(step('PROCESSED', { isRated: true }))).toEqual([]);
  expect(keysOf(step('REJECTED', { awaited: [cin], messageToAnswer: 'Désolé' }))).toEqual([]);
});
