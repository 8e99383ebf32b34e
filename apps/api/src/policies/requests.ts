import type { RequestAbilities, RequestStatus, StepStatus } from '@wasl/contracts';

import type { Actor } from '../platform/auth/actor.ts';
import { canBeneficiary, canPartner, hiddenFromPartners } from './request-actions.ts';

/** Which requests a person may know of, as a condition of the `requests` table: spread it into every `where`. */
export function requestScope(actor: Actor) {
  return actor.role === 'BENEFICIAIRE'
    ? ownRequestScope(actor)
    : { steps: { some: stepOwner(actor) }, status: { notIn: [...hiddenFromPartners] } };
}

/** The requests a person owns: what only the beneficiary may read or change. */
export function ownRequestScope(actor: Actor) {
  return { beneficiaryId: actor.userId, status: { not: 'SUPPRIME' } };
}

/** Which processing steps a person may act on, as a condition of the `processing_steps` table. */
export function stepScope(actor: Actor) {
  return actor.role === 'BENEFICIAIRE'
    ? { request: ownRequestScope(actor) }
    : { ...stepOwner(actor), request: { status: { notIn: [...hiddenFromPartners] } } };
}

// An agent without an organisation sees nothing: no row has this id.
function stepOwner(actor: Actor) {
  return { partnerId: actor.partnerId ?? -1 };
}

/**
 * What this person may do to this request now: the buttons of its row come from it.
 * @param step the step of the agent's own organisation; null for a beneficiary
 */
export function requestAbilities(
  actor: Actor,
  request: { readonly beneficiaryId: string; readonly status: RequestStatus },
  step: { readonly status: StepStatus } | null,
): RequestAbilities {
  const { status } = request;
  if (actor.role === 'PARTENAIRE') {
    return {
      canEdit: false,
      canDelete: false,
      canSubmit: false,
      canFollow: step !== null && canPartner('follow', status, step.status),
      canReceipt: false,
      canUpdate: step !== null && canPartner('update', status, step.status),
    };
  }
  const isOwner = request.beneficiaryId === actor.userId;
  return {
    canEdit: isOwner && canBeneficiary('edit', status),
    canDelete: isOwner && canBeneficiary('delete', status),
    canSubmit: isOwner && canBeneficiary('submit', status),
    canFollow: isOwner && canBeneficiary('follow', status),
    canReceipt: isOwner && canBeneficiary('receipt', status),
    canUpdate: false,
  };
}
