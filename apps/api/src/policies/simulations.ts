import type { Actor } from '../platform/auth/actor.ts';

/** The simulations a person may read again: their own, as a condition of the `simulations` table. */
export function ownSimulationScope(actor: Actor) {
  return { ownerId: actor.userId };
}
