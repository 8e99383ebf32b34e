import type { RequestStatus } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inTransaction, type Db } from '../../platform/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { requestWrites, turnOf } from '../requests/index.ts';
import { ownerRepository } from './owner.repository.ts';
import { processingRepository } from './processing.repository.ts';

/** A step whose request is locked until the transaction ends. */
export interface LockedStep {
  readonly tx: Db;
  readonly stepId: number;
  readonly requestId: number;
  readonly requestStatus: RequestStatus;
  readonly now: Date;
  /** Whether the actor is an agent whose access has not ended; they stay so until the transaction ends. */
  readonly isActive: boolean;
  /** Whether they can have it: active, and not away. */
  readonly canOwn: boolean;
}

/** Runs with the step's request locked: two agents on one request take turns. @throws ApiError NOT_FOUND */
export async function withLockedStep<T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  stepId: number,
  work: (step: LockedStep) => Promise<T>,
): Promise<T> {
  const requestId = await processingRepository(db).requestIdOf(actor, stepId);
  if (requestId === undefined) throw new ApiError('NOT_FOUND');
  const inOneTransaction = async (tx: Db): Promise<T> => {
    const now = clock.now();
    // Held before the request, so that whoever ends an agent's access waits, or was first.
    const isActive =
      actor.partnerId !== null &&
      (await ownerRepository(tx).holdAgents(actor.partnerId, [actor.userId])).has(actor.userId);
    const canOwn = isActive && !(await ownerRepository(tx).away([actor.userId])).has(actor.userId);
    const requestStatus = await requestWrites(tx).lock(requestId);
    if (requestStatus === undefined) throw new ApiError('NOT_FOUND');
    // Read again: the step may have gone, or the request back to its author, while this call waited.
    if ((await processingRepository(tx).requestIdOf(actor, stepId)) === undefined)
      throw new ApiError('NOT_FOUND');
    return await work({ tx, stepId, requestId, requestStatus, now, isActive, canOwn });
  };
  return await inTransaction(db, inOneTransaction, { turn: turnOf(requestId) });
}
