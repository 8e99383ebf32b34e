import type { OwnerNow } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inAct, type Act } from '../../events/act.ts';
import type { Author } from '../../events/author.ts';
import type { DomainEvent } from '../../events/domain-events.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, changedMeanwhile, invalidField } from '../../platform/http/api-error.ts';
import { lockKeyOf } from '../requests/index.ts';
import { isClosed } from '../../rules/step-transitions.ts';
import { absenceRepository } from './absence.repository.ts';
import { presentOwner } from './owner.presenter.ts';
import { ownerRepository } from './owner.repository.ts';
import { processingRepository } from './processing.repository.ts';

/** Sets the owner of a step and records it in the history. Call it under the lock of the step's request. */
export async function changeOwner(
  act: Act,
  step: { readonly id: number; readonly requestId: number; readonly assigneeId: string | null },
  ownerId: string | null,
): Promise<void> {
  const { id: stepId, requestId, assigneeId: from } = step;
  await ownerRepository(act.tx).set(stepId, ownerId);
  act.record({ type: 'step.ownerChanged', requestId, stepId, from, to: ownerId });
}

/**
 * Releases every step of a person, and of absent colleagues whose substitute they were. Call it in the transaction that
 * ends their access, after the account was changed or locked.
 */
export async function releaseSteps(
  tx: Db,
  userId: string,
  author: Author,
  at: Date,
): Promise<void> {
  await ownerRepository(tx).releaseAll(userId, author, at);
  // The absent colleagues have no substitute now, so their steps are released too.
  for (const absentId of await absenceRepository(tx).forgetSubstitute(userId))
    await ownerRepository(tx).releaseAll(absentId, author, at);
}

interface OwnerChoice {
  readonly owner: string | null;
  readonly expected: string | null;
  /** Of a hand-over, for the new owner. */
  readonly reason?: string | null;
}

export type HandedOver = Extract<DomainEvent, { type: 'step.handedOver' }>;

/** The owner of a step after a call, and the event for the new owner. */
interface OwnerChange {
  readonly now: OwnerNow;
  readonly handedOver: HandedOver | null;
}

export function ownerService(deps: Pick<Deps, 'db' | 'clock' | 'mail'>) {
  const { db } = deps;
  return {
    /**
     * Gives a step to an agent of its organisation, or releases it. Repeating a successful call is accepted, whatever
     * owner it expects.
     * @param isRecorded false when the caller records the handover together with other steps
     * @throws ApiError NOT_FOUND, STEP_CLOSED, OWNER_CHANGED; INVALID_INPUT for an owner who is not an active agent of
     * the organisation
     */
    async set(
      actor: Actor,
      stepId: number,
      { owner, expected, reason = null }: OwnerChoice,
      isRecorded = true,
    ): Promise<OwnerChange> {
      const requestId = await processingRepository(db).requestIdOf(actor, stepId);
      if (requestId === undefined || actor.partnerId === null) throw new ApiError('NOT_FOUND');
      const { partnerId } = actor;
      return await inAct(
        deps,
        actor,
        async (act) => {
          const { tx } = act;
          const owners = ownerRepository(tx);
          // Locks both agents, so that neither gives nor receives a step after their access ended.
          const involved = owner === null ? [actor.userId] : [actor.userId, owner];
          const active = await owners.lockWithRequest(partnerId, involved, requestId);
          if (active === undefined) throw new ApiError('NOT_FOUND');
          if (!active.has(actor.userId)) throw new ApiError('FORBIDDEN');
          const step = await owners.owned(actor, stepId, owner);
          if (step === undefined) throw new ApiError('NOT_FOUND');
          const { status, assignee, assigneeId, isAway } = step;
          const unchanged = { now: { owner: presentOwner(actor, assignee) }, handedOver: null };
          if (assigneeId === owner) return unchanged;
          if (isClosed(status)) throw new ApiError('STEP_CLOSED');
          if (assigneeId !== expected) throw changedMeanwhile('OWNER_CHANGED', unchanged.now);
          const next = owner === null ? null : active.get(owner);
          if (next === undefined || isAway) throw invalidField('owner', 'invalid');
          await changeOwner(act, { id: stepId, requestId, assigneeId }, owner);
          const handedOver: HandedOver | null =
            owner === null || owner === actor.userId
              ? null
              : {
                  type: 'step.handedOver',
                  requestId,
                  stepId,
                  toId: owner,
                  byId: actor.userId,
                  ...(reason === null ? {} : { reason }),
                };
          if (handedOver !== null && isRecorded) act.record(handedOver);
          return { now: { owner: presentOwner(actor, next) }, handedOver };
        },
        { queue: lockKeyOf(requestId) },
      );
    },
  };
}
