import type { Agreement, RequestAbilities, RequestStatus, StepStatus } from '@wasl/contracts';

import type { Actor } from '../platform/auth/actor.ts';
import {
  agreementsOpenToPartners,
  canAgentSendBack,
  canBeneficiary,
  canPartner,
  hiddenFromPartners,
  type StepWork,
} from './request-actions.ts';

/** Which requests a person may know of, as a condition of the `requests` table: spread it into every `where`. */
export function requestScope(actor: Actor) {
  return actor.role === 'BENEFICIAIRE'
    ? ownRequestScope(actor)
    : { steps: { some: shownStep(actor) }, ...openToPartners() };
}

/** Requests whose documents a person may read, as `showsDocuments` (contact.ts) says. */
export function documentScope(actor: Actor) {
  return actor.role === 'BENEFICIAIRE'
    ? ownRequestScope(actor)
    : { AND: [requestScope(actor), { status: { not: 'RETIREE' } as const }] };
}

/** Requests that an organisation may know of, be its step what it may: no draft, none without the person's agreement. */
function openToPartners() {
  return {
    status: { notIn: [...hiddenFromPartners] },
    agreement: { in: [...agreementsOpenToPartners] },
  };
}

/** The requests a person owns: what only the beneficiary may read or change. */
export function ownRequestScope(actor: Actor) {
  return { beneficiaryId: actor.userId, status: { not: 'SUPPRIME' } } as const;
}

/** Which processing steps a person may act on, as a condition of the `processing_steps` table. */
export function stepScope(actor: Actor) {
  return actor.role === 'BENEFICIAIRE' ? { request: ownRequestScope(actor) } : shownStep(actor);
}

/** Steps of an agent's organisation whose request it may know of: of a withdrawn one those that it had begun. */
function shownStep(actor: Actor) {
  return { ...stepOwner(actor), requestIsShown: true } as const;
}

/** The steps that an agent's organisation has; one that it gave up is not its any more. */
export function stepOwner(actor: Actor) {
  // An agent without an organisation sees nothing: no row has this id.
  return { partnerId: actor.partnerId ?? -1, status: { not: 'DECLINED' } } as const;
}

/**
 * What this person may do to this request now: the buttons of its row come from it.
 * @param step the step of the agent's own organisation; null for a beneficiary
 * @param work every step of the request; none for a beneficiary
 */
export function requestAbilities(
  actor: Actor,
  request: {
    readonly beneficiaryId: string;
    readonly status: RequestStatus;
    readonly agreement: Agreement;
  },
  step: { readonly status: StepStatus } | null,
  work: readonly StepWork[],
): RequestAbilities {
  const { status, agreement } = request;
  if (actor.role === 'PARTENAIRE') {
    return {
      canEdit: false,
      canDelete: false,
      canSubmit: false,
      canFollow: step !== null && canPartner('follow', status, step.status),
      canReceipt: false,
      canUpdate: step !== null && canPartner('update', status, step.status),
      canDecline: step !== null && canPartner('decline', status, step.status),
      canSendBack:
        step !== null && canAgentSendBack(status, step.status, actor.partnerId ?? -1, work),
      canAgree: false,
      canWithdraw: false,
      canWithdrawRequest: false,
    };
  }
  const isOwner = request.beneficiaryId === actor.userId;
  return {
    canEdit: isOwner && canBeneficiary('edit', status, agreement),
    canDelete: isOwner && canBeneficiary('delete', status, agreement),
    canSubmit: isOwner && canBeneficiary('submit', status, agreement),
    canFollow: isOwner && canBeneficiary('follow', status, agreement),
    canReceipt: isOwner && canBeneficiary('receipt', status, agreement),
    canUpdate: false,
    canDecline: false,
    canSendBack: false,
    canAgree: isOwner && agreement === 'WAITING',
    canWithdraw: isOwner && agreement === 'GIVEN',
    canWithdrawRequest: isOwner && canBeneficiary('withdraw', status, agreement),
  };
}
