import type { Actor } from '../../platform/auth/actor.ts';
import { inTransaction, type Db, type PrismaClient } from '../../platform/database/db.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { canOnOrganisation } from '../../policies/organisation.ts';
import { partnersService } from '../partners/index.ts';
import { actsRepository } from './acts.repository.ts';

/** @throws ApiError NOT_FOUND for another organisation */
export function requireOwn(actor: Actor, partnerId: number): void {
  if (!canOnOrganisation(actor, 'manage-integrations', { id: partnerId }))
    throw new ApiError('NOT_FOUND');
}

/**
 * Runs a decision about other systems with the organisation locked, so that concurrent calls cannot exceed a limit. It
 * checks under the lock that the actor is still a responsable.
 * @throws ApiError NOT_FOUND for another organisation; RESPONSIBLE_REQUIRED
 */
export async function asResponsible<T>(
  db: PrismaClient,
  actor: Actor,
  partnerId: number,
  decide: (tx: Db) => Promise<T>,
): Promise<T> {
  requireOwn(actor, partnerId);
  return await inTransaction(db, async (tx) => {
    await partnersService(tx).lock(partnerId);
    if (!(await actsRepository(tx).isResponsible(partnerId, actor.userId)))
      throw new ApiError('RESPONSIBLE_REQUIRED');
    return await decide(tx);
  });
}
