import type { Actor } from '../platform/auth/actor.ts';

/** Which requests a person may know of, as a condition of the `requests` table: spread it into every `where`. */
export function requestScope(actor: Actor) {
  return actor.role === 'BENEFICIAIRE'
    ? { beneficiaryId: actor.userId, status: { not: 'SUPPRIME' } }
    : { steps: { some: stepOwner(actor) }, status: { not: 'SUPPRIME' } };
}

/** The requests a person owns: what only the beneficiary may read or change. */
export function ownRequestScope(actor: Actor) {
  return { beneficiaryId: actor.userId, status: { not: 'SUPPRIME' } };
}

/** Which processing steps a person may know of, as a condition of the `processing_steps` table. */
export function stepScope(actor: Actor) {
  return actor.role === 'BENEFICIAIRE'
    ? { request: ownRequestScope(actor) }
    : { ...stepOwner(actor), request: { status: { not: 'SUPPRIME' } } };
}

// An agent without an organisation sees nothing: no row has this id.
function stepOwner(actor: Actor) {
  return { partnerId: actor.partnerId ?? -1 };
}

export type RequestAction = 'consult' | 'edit' | 'delete' | 'submit' | 'follow';

// The table of the specification, section 4.
const allowedStatuses: Readonly<Record<Exclude<RequestAction, 'consult'>, readonly string[]>> = {
  edit: ['EN_COURS_DE_CREATION', 'A_REFOURMULER'],
  delete: ['EN_COURS_DE_CREATION', 'A_REFOURMULER'],
  submit: ['EN_COURS_DE_CREATION'],
  follow: ['ENTAME', 'DEMANDE_TRAITE'],
};

/** Whether this person may do this to a request of theirs in this state. */
export function canOnRequest(
  actor: Actor,
  action: RequestAction,
  request: { readonly beneficiaryId: string; readonly status: string },
): boolean {
  if (request.status === 'SUPPRIME') return false;
  if (action === 'consult') return true;
  if (action === 'follow' && actor.role === 'PARTENAIRE') return true;
  return request.beneficiaryId === actor.userId && allowedStatuses[action].includes(request.status);
}
