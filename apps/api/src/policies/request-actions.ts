import { agreements, type Agreement, type RequestStatus, type StepStatus } from '@wasl/contracts';

/** What a beneficiary can do with a request of theirs (specification §4, beneficiary table rules; receipt, documents of a step and withdrawal are ours). */
export type BeneficiaryAction =
  | 'consult'
  | 'edit'
  | 'delete'
  | 'submit'
  | 'follow'
  | 'receipt'
  | 'handIn'
  | 'withdraw';
/** What an agent can do with a request that has a step of their organisation. */
export type PartnerAction = 'consult' | 'follow' | 'update' | 'decline';

const never = [] as const;
const draft = ['consult', 'edit', 'delete', 'submit'] as const;
const toRephrase = ['consult', 'edit', 'delete'] as const;
/** With the organisations: what was submitted cannot change, and its receipt says what it was. */
const submitted = ['consult', 'receipt', 'handIn', 'withdraw'] as const;
const begun = ['consult', 'follow', 'receipt', 'handIn', 'withdraw'] as const;
const handled = ['consult', 'follow', 'receipt', 'handIn'] as const;
/** On hold: nothing is asked of anybody, and nothing is taken; its owner may still give it up. */
const held = ['consult', 'receipt', 'withdraw'] as const;
/** Taken back by its owner: what was said and done stays to be read. */
const withdrawn = ['consult', 'follow', 'receipt'] as const;

/** Actions of the owner by status; a status that is missing here does not compile. */
const beneficiaryActions: Record<RequestStatus, readonly BeneficiaryAction[]> = {
  EN_COURS_DE_CREATION: draft,
  A_REFOURMULER: toRephrase,
  NOUVEAU: submitted,
  'EN COURS DE QUALIFICATION': submitted,
  ENTAME: begun,
  EN_ATTENTE: held,
  DEMANDE_TRAITE: handled,
  RETIREE: withdrawn,
  // Deleted: for the owner it is not there any more.
  SUPPRIME: never,
};

/**
 * What the owner may not do to a request that an organisation filed for them: it is not theirs to change before they
 * agreed, and refused or withdrawn it is only theirs to put away.
 */
const withheld: Record<Agreement, readonly BeneficiaryAction[]> = {
  NOT_NEEDED: never,
  WAITING: ['edit', 'delete', 'submit'],
  GIVEN: never,
  REFUSED: ['edit', 'submit'],
  WITHDRAWN: ['edit', 'submit'],
};

/** Whether the owner may do this to a request in this status. */
export function canBeneficiary(
  action: BeneficiaryAction,
  status: RequestStatus,
  agreement: Agreement = 'NOT_NEEDED',
): boolean {
  return beneficiaryActions[status].includes(action) && !withheld[agreement].includes(action);
}

/** The agreements under which the owner may do this to a request in this status. */
export function agreementsFor(
  action: BeneficiaryAction,
  status: RequestStatus,
): readonly Agreement[] {
  return agreements.filter((agreement) => canBeneficiary(action, status, agreement));
}

/** What a withdrawal comes to: done now, done before, or not possible (too early: it is deleted; too late: it is handled). */
export function withdrawalOutcome(
  status: RequestStatus,
  agreement: Agreement = 'NOT_NEEDED',
): 'withdraw' | 'already-withdrawn' | 'refused' {
  if (canBeneficiary('withdraw', status, agreement)) return 'withdraw';
  return status === 'RETIREE' ? 'already-withdrawn' : 'refused';
}

/** What an answer of the owner comes to: done now, done before by the same answer, or too late. */
export type AgreementOutcome = 'decide' | 'already-decided' | 'refused';

/** An agreement is decided once: of two answers the first holds, and repeating it changes nothing. */
export function agreementOutcome(agreement: Agreement, isAccepted: boolean): AgreementOutcome {
  if (agreement === 'WAITING') return 'decide';
  return agreement === (isAccepted ? 'GIVEN' : 'REFUSED') ? 'already-decided' : 'refused';
}

/** The agreements under which organisations know of a request. */
export const agreementsOpenToPartners = [
  'NOT_NEEDED',
  'GIVEN',
] as const satisfies readonly Agreement[];

/** Statuses that no partner is shown (with {@link agreementsOpenToPartners}), even where steps of an earlier submission exist. */
export const hiddenFromPartners = [
  'SUPPRIME',
  'EN_COURS_DE_CREATION',
] as const satisfies readonly RequestStatus[];

/**
 * Statuses in which the organisations still see a request and nobody works on it: sent back to its author, or put
 * on hold by the administrator.
 */
export const suspendedStatuses = [
  'A_REFOURMULER',
  'EN_ATTENTE',
] as const satisfies readonly RequestStatus[];

/** Whether the organisations see it and nobody works on it. */
export function isSuspended(status: RequestStatus): boolean {
  return (suspendedStatuses as readonly RequestStatus[]).includes(status);
}

/** Statuses of a submitted request on which nobody works any more, for good: a usual delay would be about nothing. */
export const finishedStatuses = [
  'DEMANDE_TRAITE',
  'RETIREE',
] as const satisfies readonly RequestStatus[];

/** Whether a step in this status takes a partner's update (specification §4: not when PROCESSED or REJECTED). */
const updatable: Record<StepStatus, boolean> = {
  ASSIGNED: true,
  IN_PROGRESS: true,
  BLOCKED: true,
  PROCESSED: false,
  REJECTED: false,
  DECLINED: false,
  // Its turn has not come: the step before it is not finished.
  NOT_STARTED: false,
};

/** Whether an agent may do this to a request in this status, on their step in that status. */
export function canPartner(
  action: PartnerAction,
  status: RequestStatus,
  stepStatus: StepStatus,
): boolean {
  if ((hiddenFromPartners as readonly RequestStatus[]).includes(status)) return false;
  return action === 'update' || action === 'decline'
    ? !isSuspended(status) && status !== 'RETIREE' && updatable[stepStatus]
    : true;
}

/** What a submission of a request in this status comes to. */
export type SubmitOutcome = 'submit' | 'already-submitted' | 'refused';

/**
 * Only a draft is submitted. A repeated submission (double click, retry after a time-out) finds the
 * request as the first one left it and is answered the same without doing anything.
 */
export function submitOutcome(
  status: RequestStatus,
  agreement: Agreement = 'NOT_NEEDED',
): SubmitOutcome {
  if (canBeneficiary('submit', status, agreement)) return 'submit';
  return status === 'NOUVEAU' || status === 'EN COURS DE QUALIFICATION'
    ? 'already-submitted'
    : 'refused';
}

/** A saved request is a draft again, so that one sent back to rephrase can be submitted anew. */
export const statusAfterEdit: RequestStatus = 'EN_COURS_DE_CREATION';

/** Statuses in which the organisations have it, and it moves: submitted, not handled yet, and not on hold. */
export const statusesWithOrganisations: readonly RequestStatus[] = [
  'NOUVEAU',
  'EN COURS DE QUALIFICATION',
  'ENTAME',
];

/** Whether the organisations have it, and it moves. */
export function isWithOrganisations(status: RequestStatus): boolean {
  return statusesWithOrganisations.includes(status);
}

/** Whether an administrator may suspend the processing as a whole. */
export function canHold(status: RequestStatus): boolean {
  return isWithOrganisations(status);
}

/** Whether an administrator may name an organisation for a service: never while everything is suspended. */
export function canAssign(status: RequestStatus): boolean {
  return isWithOrganisations(status);
}

/** Statuses from which an administrator may send a request back to its author. */
export function canSendBack(
  status: RequestStatus,
  steps: readonly { status: StepStatus }[],
): boolean {
  const isWithPartners = isWithOrganisations(status) || status === 'EN_ATTENTE';
  // Work that was delivered (and maybe rated) is not taken back.
  return isWithPartners && steps.every((step) => step.status !== 'PROCESSED');
}

/** A step of a request, and whether somebody has written on it. */
export interface StepWork {
  readonly partnerId: number;
  readonly status: StepStatus;
  readonly isWrittenOn: boolean;
}

const begunByAgents: readonly StepStatus[] = ['IN_PROGRESS', 'BLOCKED'];

/** Whether another organisation has begun, or talks with the person: what nobody has touched may go and come again. */
export function areOthersAtWork(partnerId: number, steps: readonly StepWork[]): boolean {
  return steps.some(
    (step) =>
      step.partnerId !== partnerId &&
      (begunByAgents.includes(step.status) || (step.status === 'ASSIGNED' && step.isWrittenOn)),
  );
}

/** Whether an agent may send the request of their step back to its author: the administrator's rule, and nobody else at work. */
export function canAgentSendBack(
  status: RequestStatus,
  ownStatus: StepStatus,
  partnerId: number,
  steps: readonly StepWork[],
): boolean {
  return (
    canPartner('update', status, ownStatus) &&
    canSendBack(status, steps) &&
    !areOthersAtWork(partnerId, steps)
  );
}
