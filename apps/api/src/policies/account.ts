import type { Actor } from '../platform/auth/actor.ts';

/**
 * Whether a path identifies the actor: by id, or by e-mail (the token's `sub`) without case. Accounts are only for
 * their owner.
 */
export function isSelf(actor: Actor, idOrEmail: string): boolean {
  const named = idOrEmail.toLowerCase();
  return named === actor.userId || named === actor.email;
}
