import { agreements, type Agreement, type RequestStatus, type StepStatus } from '@wasl/contracts';

/**
 * Actions of a beneficiary on their request (specification §4, beneficiary table rules). Receipt, documents of a step
 * and withdrawal are additions to the specification.
 */
export type BeneficiaryAction =
  | 'consult'
  | 'edit'
  | 'delete'
  | 'submit'
  | 'follow'
  | 'receipt'
  | 'handIn'
  | 'withdraw';
/** Actions of an agent on a request with a step of their organisation. */
export type PartnerAction = 'consult' | 'follow' | 'update' | 'decline';

const never = [] as const;
const draft = ['consult', 'edit', 'delete', 'submit'] as const;
const toRephrase = ['consult', 'edit', 'delete'] as const;
/** With the organisations: the submitted content is fixed, and its receipt proves it. */
const submitted = ['consult', 'receipt', 'handIn', 'withdraw'] as const;
const begun = ['consult', 'follow', 'receipt', 'handIn', 'withdraw'] as const;
const handled = ['consult', 'follow', 'receipt', 'handIn'] as const;
/** On hold: no work is asked for or accepted, but the owner may withdraw. */
const onHold = ['consult', 'receipt', 'withdraw'] as const;
/** Withdrawn by its owner: its steps and messages stay readable. */
const withdrawn = ['consult', 'follow', 'receipt'] as const;

/** Actions of the owner by status. A missing status is a compile error. */
const beneficiaryActions: Record<RequestStatus, readonly BeneficiaryAction[]> = {
  EN_COURS_DE_CREATION: draft,
  A_REFOURMULER: toRephrase,
  NOUVEAU: submitted,
  'EN COURS DE QUALIFICATION': submitted,
  ENTAME: begun,
  EN_ATTENTE: onHold,
  DEMANDE_TRAITE: handled,
  RETIREE: withdrawn,
  // A deleted request does not exist for its owner.
  SUPPRIME: never,
};

/**
 * Actions withheld from the owner of a filed request. Before the agreement it is read-only; after a refusal or
 * withdrawal it can only be deleted.
 */
const withheld: Record<Agreement, readonly BeneficiaryAction[]> = {
  NOT_NEEDED: never,
  WAITING: ['edit', 'delete', 'submit'],
  GIVEN: never,
  REFUSED: ['edit', 'submit'],
  WITHDRAWN: ['edit', 'submit'],
};

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

/**
 * The result of a withdrawal: done now, done before, or refused. Before the submission a request is deleted instead,
 * and a processed one is final.
 */
export function withdrawalOutcome(
  status: RequestStatus,
  agreement: Agreement = 'NOT_NEEDED',
): 'withdraw' | 'already-withdrawn' | 'refused' {
  if (canBeneficiary('withdraw', status, agreement)) return 'withdraw';
  return status === 'RETIREE' ? 'already-withdrawn' : 'refused';
}

/** The result of the owner's answer: decided now, decided before by the same answer, or too late. */
export type AgreementOutcome = 'decide' | 'already-decided' | 'refused';

/** An agreement is decided once: the first answer counts, and repeating it changes nothing. */
export function agreementOutcome(agreement: Agreement, isAccepted: boolean): AgreementOutcome {
  if (agreement === 'WAITING') return 'decide';
  return agreement === (isAccepted ? 'GIVEN' : 'REFUSED') ? 'already-decided' : 'refused';
}

/** The agreements under which organisations see a request. */
export const agreementsOpenToPartners = [
  'NOT_NEEDED',
  'GIVEN',
] as const satisfies readonly Agreement[];

/**
 * Statuses hidden from partners (with {@link agreementsOpenToPartners}), even when steps of an earlier submission
 * exist.
 */
export const hiddenFromPartners = [
  'SUPPRIME',
  'EN_COURS_DE_CREATION',
] as const satisfies readonly RequestStatus[];

/** Statuses in which the organisations see a request without working on it: back with its author, or on hold. */
export const suspendedStatuses = [
  'A_REFOURMULER',
  'EN_ATTENTE',
] as const satisfies readonly RequestStatus[];

/** Whether the organisations see the request without working on it. */
export function isSuspended(status: RequestStatus): boolean {
  return (suspendedStatuses as readonly RequestStatus[]).includes(status);
}

/** Final statuses of a submitted request. They have no usual delay. */
export const finishedStatuses = [
  'DEMANDE_TRAITE',
  'RETIREE',
] as const satisfies readonly RequestStatus[];

/** Whether a step in this status accepts a partner's update (specification §4: not when PROCESSED or REJECTED). */
const updatable: Record<StepStatus, boolean> = {
  ASSIGNED: true,
  IN_PROGRESS: true,
  BLOCKED: true,
  PROCESSED: false,
  REJECTED: false,
  DECLINED: false,
  // The step before it is not finished.
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

export type SubmitOutcome = 'submit' | 'already-submitted' | 'refused';

/**
 * Only a draft can be submitted. A repeated submission (double click, retry after a time-out) gets the first answer
 * without any effect.
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

/** Saving makes a request a draft again, so that a request to rephrase can be resubmitted. */
export const statusAfterEdit: RequestStatus = 'EN_COURS_DE_CREATION';

/** Statuses in which the organisations work on the request: submitted, not processed, and not on hold. */
export const statusesWithOrganisations: readonly RequestStatus[] = [
  'NOUVEAU',
  'EN COURS DE QUALIFICATION',
  'ENTAME',
];

/** Whether the organisations work on the request. */
export function isWithOrganisations(status: RequestStatus): boolean {
  return statusesWithOrganisations.includes(status);
}

export function canHold(status: RequestStatus): boolean {
  return isWithOrganisations(status);
}

/** Whether an administrator may choose an organisation for a service. Refused while the request is suspended. */
export function canAssign(status: RequestStatus): boolean {
  return isWithOrganisations(status);
}

/** Whether an administrator may send the request back to its author. */
export function canSendBack(
  status: RequestStatus,
  steps: readonly { status: StepStatus }[],
): boolean {
  const isWithPartners = isWithOrganisations(status) || status === 'EN_ATTENTE';
  // Delivered (and maybe rated) work is final.
  return isWithPartners && steps.every((step) => step.status !== 'PROCESSED');
}

/** A step of a request, and whether it has messages or notes. */
export interface StepWork {
  readonly partnerId: number;
  readonly status: StepStatus;
  readonly isWrittenOn: boolean;
}

const begunByAgents: readonly StepStatus[] = ['IN_PROGRESS', 'BLOCKED'];

/**
 * Whether another organisation has begun, or has a conversation with the person. Untouched steps can be deleted and
 * made again.
 */
export function areOthersAtWork(partnerId: number, steps: readonly StepWork[]): boolean {
  return steps.some(
    (step) =>
      step.partnerId !== partnerId &&
      (begunByAgents.includes(step.status) || (step.status === 'ASSIGNED' && step.isWrittenOn)),
  );
}

/**
 * Whether an agent may send the request of their step back to its author: the administrator's rule, and no other
 * organisation is at work.
 */
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
