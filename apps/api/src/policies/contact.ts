import type { RequestStatus, StepStatus } from '@wasl/contracts';

import type { Actor } from '../platform/auth/actor.ts';

/**
 * Whether an organisation sees the contact data of its step's person: hidden for a rejected step and a withdrawn
 * request. The person's own list has no step.
 */
export function showsContact(
  step: { readonly status: StepStatus } | null,
  requestStatus: RequestStatus,
): boolean {
  return step === null || (step.status !== 'REJECTED' && requestStatus !== 'RETIREE');
}

/** Whether the actor sees the documents of a request: hidden from organisations after a withdrawal. */
export function showsDocuments({ role }: Pick<Actor, 'role'>, status: RequestStatus): boolean {
  return role === 'BENEFICIAIRE' || status !== 'RETIREE';
}
