import type { RequestStatus, StepStatus } from '@wasl/contracts';

import type { Actor } from '../platform/auth/actor.ts';

/**
 * Whether an organisation reads how to reach the person of its step: not on a rejected step, and not on a withdrawn request.
 * The person's own list has no step.
 */
export function showsContact(
  step: { readonly status: StepStatus } | null,
  requestStatus: RequestStatus,
): boolean {
  return step === null || (step.status !== 'REJECTED' && requestStatus !== 'RETIREE');
}

/** Whether the actor reads the documents of a request: organisations read none of a withdrawn request. */
export function showsDocuments({ role }: Pick<Actor, 'role'>, status: RequestStatus): boolean {
  return role === 'BENEFICIAIRE' || status !== 'RETIREE';
}
