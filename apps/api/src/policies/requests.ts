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

/** The requests that a person may see, as a condition of the `requests` table. Spread it into every `where`. */
export function requestScope(actor: Actor) {
  return actor.role === 'BENEFICIAIRE'
    ? ownRequestScope(actor)
    : { steps: { some: shownStep(actor) }, ...openToPartners() };
}

/** The requests whose documents a person may see, as in `showsDocuments` (contact.ts). */
export function documentScope(actor: Actor) {
  return actor.role === 'BENEFICIAIRE'
    ? ownRequestScope(actor)
    : { AND: [requestScope(actor), { status: { not: 'RETIREE' } as const }] };
}

/** Requests that organisations may see: submitted, and with the person's agreement. */
function openToPartners() {
  return {
    status: { notIn: [...hiddenFromPartners] },
    agreement: { in: [...agreementsOpenToPartners] },
  };
}

/** The requests of a person, which only the beneficiary may read or change. */
export function ownRequestScope(actor: Actor) {
  return { beneficiaryId: actor.userId, status: { not: 'SUPPRIME' } } as const;
}

/** The steps that a person may act on, as a condition of the `processing_steps` table. */
export function stepScope(actor: Actor) {
  return actor.role === 'BENEFICIAIRE' ? { request: ownRequestScope(actor) } : shownStep(actor);
}

/** Steps of the agent's organisation whose request it may see. Of a withdrawn request only begun steps. */
function shownStep(actor: Actor) {
  return { ...stepOwner(actor), requestIsShown: true } as const;
}

/** The steps of an agent's organisation, except declined steps. */
export function stepOwner(actor: Actor) {
  // No row has this id, so an agent without an organisation sees nothing.
  return { partnerId: actor.partnerId ?? -1, status: { not: 'DECLINED' } } as const;
}

/**
 * The permitted actions of a person on a request now, for the buttons of its row.
 * @param step the step of the agent's own organisation; null for a beneficiary
 * @param work every step of the request; empty for a beneficiary
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
