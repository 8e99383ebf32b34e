import type { RequestStatus } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inAct, type Act, type ActDeps } from '../../events/act.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { canPartner } from '../../policies/request-actions.ts';
import { isClosed } from '../../rules/step-transitions.ts';
import { lockKeyOf } from '../requests/index.ts';
import { lockedSteps, type StepFacts } from './locked-step.repository.ts';
import type { OwnerRow } from './owner.repository.ts';
import { processingRepository } from './processing.repository.ts';

/** A step whose request is locked until the transaction ends, with all inputs of a change. */
export interface LockedStep extends StepFacts {
  readonly act: Act;
  readonly stepId: number;
  readonly requestId: number;
  readonly requestStatus: RequestStatus;
  /** The actor as an active agent, locked until the transaction ends; null for any other actor. */
  readonly agent: OwnerRow | null;
  /** The actor is an active agent and is not absent, so they can own the step. */
  readonly canOwn: boolean;
}

interface Wanted {
  readonly codes?: readonly string[];
  /** The update would close the step. */
  readonly isClosing?: boolean;
}

/**
 * Locks the step's request, reads all inputs once and runs `work`. Two agents on one request run one after the other.
 * @throws ApiError NOT_FOUND
 */
export async function withLockedStep<T>(
  deps: ActDeps,
  actor: Actor,
  stepId: number,
  { codes = [], isClosing = false }: Wanted,
  work: (step: LockedStep) => Promise<T>,
): Promise<T> {
  const requestId = await processingRepository(deps.act?.tx ?? deps.db).requestIdOf(actor, stepId);
  if (requestId === undefined) throw new ApiError('NOT_FOUND');
  const onLocked = async (act: Act): Promise<T> => {
    const steps = lockedSteps(act.tx);
    const lock = await steps.lock(actor, requestId);
    // The step may be gone, or the request back with its author, since the call began to wait.
    const facts = lock && (await steps.read(actor, stepId, requestId, { codes, isClosing }));
    if (lock === undefined || facts === undefined) throw new ApiError('NOT_FOUND');
    const canOwn = lock.agent !== null && !facts.isAway;
    return await work({ act, stepId, requestId, canOwn, ...lock, ...facts });
  };
  return await inAct(deps, actor, onLocked, { queue: lockKeyOf(requestId) });
}

/** @throws ApiError FORBIDDEN for an agent whose access has ended; STEP_CLOSED, REQUEST_ON_HOLD, STATE_CONFLICT */
export function requireAtWork({ agent, requestStatus, step }: LockedStep): void {
  if (agent === null) throw new ApiError('FORBIDDEN');
  if (isClosed(step.status)) throw new ApiError('STEP_CLOSED');
  if (!canPartner('update', requestStatus, step.status))
    throw new ApiError(requestStatus === 'EN_ATTENTE' ? 'REQUEST_ON_HOLD' : 'STATE_CONFLICT');
}
