import {
  agreements,
  requestStatuses,
  stepStatuses,
  type Agreement,
  type RequestStatus,
  type StepStatus,
} from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import {
  agreementOutcome,
  agreementsFor,
  areOthersAtWork,
  canAgentSendBack,
  canAssign,
  canBeneficiary,
  canHold,
  canPartner,
  canSendBack,
  statusAfterEdit,
  submitOutcome,
  withdrawalOutcome,
  type BeneficiaryAction,
  type StepWork,
} from './request-actions.ts';

// Specification §4, "Beneficiary table rules", one line per row.
const table: Record<BeneficiaryAction, readonly RequestStatus[]> = {
  consult: requestStatuses.filter((status) => status !== 'SUPPRIME'),
  edit: ['EN_COURS_DE_CREATION', 'A_REFOURMULER'],
  delete: ['EN_COURS_DE_CREATION', 'A_REFOURMULER'],
  submit: ['EN_COURS_DE_CREATION'],
  // Withdrawn requests are an addition to the specification; their steps and messages stay readable.
  follow: ['ENTAME', 'DEMANDE_TRAITE', 'RETIREE'],
  // An addition to the specification: while the organisations have the request.
  receipt: [
    'NOUVEAU',
    'EN COURS DE QUALIFICATION',
    'ENTAME',
    'EN_ATTENTE',
    'DEMANDE_TRAITE',
    'RETIREE',
  ],
  // An addition to the specification: submitted and not finished. Earlier, a request can be deleted.
  withdraw: ['NOUVEAU', 'EN COURS DE QUALIFICATION', 'ENTAME', 'EN_ATTENTE'],
  // An addition to the specification: not while the request is on hold.
  handIn: ['NOUVEAU', 'EN COURS DE QUALIFICATION', 'ENTAME', 'DEMANDE_TRAITE'],
};

describe('the actions of a beneficiary', () => {
  for (const [action, allowed] of Object.entries(table) as [BeneficiaryAction, RequestStatus[]][])
    it.each(requestStatuses)(`include or exclude ${action} for a request in %s`, (status) => {
      expect(canBeneficiary(action, status)).toBe(allowed.includes(status));
    });
});

it('a saved request can be submitted or saved again', () => {
  expect(canBeneficiary('submit', statusAfterEdit)).toBe(true);
  expect(canBeneficiary('edit', statusAfterEdit)).toBe(true);
});

describe('the owner’s actions on a request that an organisation filed', () => {
  const changing: BeneficiaryAction[] = ['edit', 'delete', 'submit'];
  const allowedByAgreement: Record<Agreement, BeneficiaryAction[]> = {
    NOT_NEEDED: changing,
    WAITING: [],
    GIVEN: changing,
    REFUSED: ['delete'],
    WITHDRAWN: ['delete'],
  };
  it.each(agreements)('follow the agreement %s on a draft', (agreement) => {
    for (const action of changing)
      expect(canBeneficiary(action, 'EN_COURS_DE_CREATION', agreement), action).toBe(
        allowedByAgreement[agreement].includes(action),
      );
    expect(canBeneficiary('consult', 'EN_COURS_DE_CREATION', agreement)).toBe(true);
    expect(submitOutcome('EN_COURS_DE_CREATION', agreement)).toBe(
      allowedByAgreement[agreement].includes('submit') ? 'submit' : 'refused',
    );
  });

  it.each([
    ['WAITING', true, 'decide'],
    ['WAITING', false, 'decide'],
    ['GIVEN', true, 'already-decided'],
    ['GIVEN', false, 'refused'],
    ['REFUSED', false, 'already-decided'],
    ['REFUSED', true, 'refused'],
    ['WITHDRAWN', true, 'refused'],
    ['WITHDRAWN', false, 'refused'],
    ['NOT_NEEDED', true, 'refused'],
    ['NOT_NEEDED', false, 'refused'],
  ] as const)(
    'with the agreement %s and the decision %s have the outcome %s',
    (agreement, isAccepted, outcome) => {
      expect(agreementOutcome(agreement, isAccepted)).toBe(outcome);
    },
  );
});

it('lists the agreements under which its owner may act', () => {
  expect(agreementsFor('edit', 'EN_COURS_DE_CREATION')).toEqual(['NOT_NEEDED', 'GIVEN']);
  expect(agreementsFor('delete', 'EN_COURS_DE_CREATION')).toEqual([
    'NOT_NEEDED',
    'GIVEN',
    'REFUSED',
    'WITHDRAWN',
  ]);
  expect(agreementsFor('edit', 'NOUVEAU')).toEqual([]);
});

it.each(requestStatuses)('returns the outcome of withdrawing a request in %s', (status) => {
  const outcome = table.withdraw.includes(status)
    ? 'withdraw'
    : status === 'RETIREE'
      ? 'already-withdrawn'
      : 'refused';
  expect(withdrawalOutcome(status)).toBe(outcome);
});

describe('the actions of an agent', () => {
  const updatable: StepStatus[] = ['ASSIGNED', 'IN_PROGRESS', 'BLOCKED'];
  const open = requestStatuses.filter(
    (status) =>
      !['SUPPRIME', 'EN_COURS_DE_CREATION', 'A_REFOURMULER', 'EN_ATTENTE', 'RETIREE'].includes(
        status,
      ),
  );
  for (const stepStatus of stepStatuses)
    it.each(requestStatuses)(
      `include or exclude updating and declining a step that is ${stepStatus} of a request in %s`,
      (status) => {
        const isAllowed = open.includes(status) && updatable.includes(stepStatus);
        expect(canPartner('update', status, stepStatus)).toBe(isAllowed);
        expect(canPartner('decline', status, stepStatus)).toBe(isAllowed);
      },
    );

  it.each(requestStatuses)('include or exclude reading and following a request in %s', (status) => {
    const isVisible = status !== 'SUPPRIME' && status !== 'EN_COURS_DE_CREATION';
    expect(canPartner('consult', status, 'PROCESSED')).toBe(isVisible);
    expect(canPartner('follow', status, 'PROCESSED')).toBe(isVisible);
  });
});

it.each([
  ['EN_COURS_DE_CREATION', 'submit'],
  ['NOUVEAU', 'already-submitted'],
  ['EN COURS DE QUALIFICATION', 'already-submitted'],
  ['ENTAME', 'refused'],
  ['EN_ATTENTE', 'refused'],
  ['DEMANDE_TRAITE', 'refused'],
  ['A_REFOURMULER', 'refused'],
  ['RETIREE', 'refused'],
  ['SUPPRIME', 'refused'],
] as const)('returns for submitting a request in %s: %s', (status, outcome) => {
  expect(submitOutcome(status)).toBe(outcome);
});

it.each(requestStatuses)('allows or refuses holding and assigning a request in %s', (status) => {
  const isAllowed = ['NOUVEAU', 'EN COURS DE QUALIFICATION', 'ENTAME'].includes(status);
  expect(canHold(status)).toBe(isAllowed);
  expect(canAssign(status)).toBe(isAllowed);
});

describe('sending a request back to rephrase', () => {
  it.each(requestStatuses)('is allowed or refused from %s', (status) => {
    expect(canSendBack(status, [{ status: 'BLOCKED' }])).toBe(
      ['NOUVEAU', 'EN COURS DE QUALIFICATION', 'ENTAME', 'EN_ATTENTE'].includes(status),
    );
  });
  it('never affects completed work', () => {
    expect(canSendBack('ENTAME', [{ status: 'PROCESSED' }, { status: 'ASSIGNED' }])).toBe(false);
  });
});

describe('an agent who sends a request back', () => {
  const me = 1;
  const other = (status: StepStatus, isWrittenOn = false): StepWork => ({
    partnerId: 2,
    status,
    isWrittenOn,
  });
  const mine: StepWork = { partnerId: me, status: 'IN_PROGRESS', isWrittenOn: true };
  it.each<[StepWork, boolean]>([
    [other('ASSIGNED'), false],
    [other('ASSIGNED', true), true],
    [other('IN_PROGRESS'), true],
    [other('BLOCKED'), true],
    [other('NOT_STARTED', true), false],
    [other('DECLINED', true), false],
    [other('REJECTED', true), false],
  ])('is refused next to %j when others are at work: %s', (step, isAtWork) => {
    expect(areOthersAtWork(me, [mine, step])).toBe(isAtWork);
    expect(canAgentSendBack('ENTAME', 'IN_PROGRESS', me, [mine, step])).toBe(!isAtWork);
  });
  it('is refused in a later state of the step or the request', () => {
    expect(areOthersAtWork(me, [mine])).toBe(false);
    expect(canAgentSendBack('ENTAME', 'NOT_STARTED', me, [mine])).toBe(false);
    expect(canAgentSendBack('EN_ATTENTE', 'IN_PROGRESS', me, [mine])).toBe(false);
    const delivered: StepWork = { ...mine, status: 'PROCESSED' };
    expect(canAgentSendBack('ENTAME', 'IN_PROGRESS', me, [mine, delivered])).toBe(false);
  });
});
