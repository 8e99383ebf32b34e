import type { Actor } from '../platform/auth/actor.ts';

/** Whether a path names the actor: by id, or by e-mail (the token's `sub`) without case. Accounts are for their owner only. */
export function isSelf(actor: Actor, idOrEmail: string): boolean {
  const named = idOrEmail.toLowerCase();
  return named === actor.userId || named === actor.email;
}
