import type { RequestStatus } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inAct, type Act } from '../../events/act.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { turnOf } from '../requests/index.ts';
import { lockedSteps, type StepFacts } from './locked-step.repository.ts';
import type { OwnerRow } from './owner.repository.ts';
import { processingRepository } from './processing.repository.ts';

/** A step whose request is locked until the transaction ends, with all that a change of it is decided from. */
export interface LockedStep extends StepFacts {
  readonly act: Act;
  readonly stepId: number;
  readonly requestId: number;
  readonly requestStatus: RequestStatus;
  /** The actor as an agent whose access has not ended, and does not until the transaction ends; null for anybody else. */
  readonly agent: OwnerRow | null;
  /** Whether they can have it: active, and not away. */
  readonly canOwn: boolean;
}

/** What a change needs to know beside the step. */
interface Wanted {
  /** Codes of the types of document that are asked for. */
  readonly codes?: readonly string[];
  /** It would close the step. */
  readonly isClosing?: boolean;
}

/**
 * Runs with the step's request locked, and everything read once under the lock: two agents on one request take turns.
 * @throws ApiError NOT_FOUND
 */
export async function withLockedStep<T>(
  deps: Pick<Deps, 'db' | 'clock' | 'mail'>,
  actor: Actor,
  stepId: number,
  { codes = [], isClosing = false }: Wanted,
  work: (step: LockedStep) => Promise<T>,
): Promise<T> {
  const requestId = await processingRepository(deps.db).requestIdOf(actor, stepId);
  if (requestId === undefined) throw new ApiError('NOT_FOUND');
  const onLocked = async (act: Act): Promise<T> => {
    const steps = lockedSteps(act.tx);
    const lock = await steps.lock(actor, requestId);
    // The step may have gone, or the request back to its author, while this call waited.
    const facts = lock && (await steps.read(actor, stepId, requestId, { codes, isClosing }));
    if (lock === undefined || facts === undefined) throw new ApiError('NOT_FOUND');
    const canOwn = lock.agent !== null && !facts.isAway;
    return await work({ act, stepId, requestId, canOwn, ...lock, ...facts });
  };
  return await inAct(deps, actor, onLocked, { turn: turnOf(requestId) });
}
