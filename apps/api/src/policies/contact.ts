import type { StepStatus } from '@wasl/contracts';

/**
 * Whether an organisation reads how to reach the person of its step. A step that was rejected is nothing that it does for them
 * any more; the person's own list, without a step, is the person's.
 */
export function showsContact(step: { readonly status: StepStatus } | null): boolean {
  return step?.status !== 'REJECTED';
}
