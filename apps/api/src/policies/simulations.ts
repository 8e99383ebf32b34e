import type { Actor } from '../platform/auth/actor.ts';

/** The actor's own simulations, as a condition of the `simulations` table. */
export function ownSimulationScope(actor: Actor) {
  return { ownerId: actor.userId };
}
