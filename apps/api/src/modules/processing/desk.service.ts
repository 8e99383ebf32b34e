import { dayOf, type DeskColleague, type HandOverBody } from '@wasl/contracts';

import { inAct, type Act } from '../../events/act.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import { displayName } from '../../platform/database/person-name.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { spreadByLoad } from '../../rules/by-load.ts';
import { workChanges } from '../requests/index.ts';
import { declareAbsence, presentAbsence } from './absence.service.ts';
import type { AbsenceRow } from './absence.repository.ts';
import { deskRepository } from './desk.repository.ts';
import { ownerRepository } from './owner.repository.ts';

/** Limit of a hand-over: two thousand files took 3 s on a busy machine. */
const handOverMs = 60_000;

/** Absent without a substitute, so they receive no steps. */
const isAway = (absence: AbsenceRow | null): boolean =>
  absence !== null && absence.begunAt !== null && absence.substitute === null;

/** The responsable's view of the agents and their files. */
export function deskService(deps: Pick<Deps, 'db' | 'clock' | 'mail' | 'limits'>) {
  const { db, clock, limits } = deps;

  /** Runs a decision with the actor and the agents locked, while the actor is a responsable. */
  async function asResponsible(
    actor: Actor,
    userIds: readonly string[],
    decide: (tx: Db, partnerId: number, agents: ReadonlyMap<string, boolean>) => Promise<void>,
  ): Promise<void> {
    const { partnerId } = actor;
    if (partnerId === null) throw new ApiError('NOT_FOUND');
    await inTransaction(db, async (tx) => {
      const agents = await ownerRepository(tx).lockForHandOver(partnerId, [
        actor.userId,
        ...userIds,
      ]);
      // Checked again under the lock: the actor's access or role may have ended meanwhile.
      if (agents.get(actor.userId) !== true) throw new ApiError('RESPONSIBLE_REQUIRED');
      await decide(tx, partnerId, agents);
    });
  }

  return {
    async get(actor: Actor): Promise<{ assignsByLoad: boolean; colleagues: DeskColleague[] }> {
      const found = await deskRepository(db).colleagues(actor, dayOf(clock.now()));
      return {
        assignsByLoad: found.some(({ assignsByLoad }) => assignsByLoad),
        colleagues: found.map(({ counts, absence, services, ...agent }) => ({
          id: agent.id,
          name: displayName(agent),
          isSelf: agent.id === actor.userId,
          ...counts,
          ...presentAbsence(absence),
          services: services.map(({ code }) => code),
        })),
      };
    },

    /** @throws ApiError RESPONSIBLE_REQUIRED */
    async changeAssignment(actor: Actor, assignsByLoad: boolean): Promise<{ success: true }> {
      await asResponsible(actor, [], async (tx, partnerId) => {
        await deskRepository(tx).setAssignsByLoad(partnerId, assignsByLoad);
      });
      return { success: true };
    },

    /** @throws ApiError RESPONSIBLE_REQUIRED; NOT_FOUND for an agent who is not active in the organisation */
    async setServices(
      actor: Actor,
      userId: string,
      services: readonly string[],
    ): Promise<{ success: true }> {
      await asResponsible(actor, [userId], async (tx, partnerId, agents) => {
        if (!agents.has(userId)) throw new ApiError('NOT_FOUND');
        await deskRepository(tx).setServices(partnerId, userId, services);
      });
      return { success: true };
    },

    /**
     * Gives every file of the agent to the receivers in one act, with one notice for each, and begins the agent's
     * absence. Other statements of an absence without substitute apply: steps without a receiver are released.
     * @throws ApiError RESPONSIBLE_REQUIRED; NOT_FOUND for an agent who is not active in the organisation; INVALID_INPUT
     * for such a receiver, an absent one, and a past day; TOO_MANY_REQUESTS
     */
    async handOver(
      actor: Actor,
      userId: string,
      { until, to, reason }: HandOverBody,
    ): Promise<{ handedOver: number }> {
      const { partnerId } = actor;
      if (partnerId === null) throw new ApiError('NOT_FOUND');
      await limits.consume('bulk', { account: actor.userId });
      const handOver = async (act: Act) => {
        const { tx, now } = act;
        const today = dayOf(now);
        if (until !== null && until < today) throw invalidField('until', 'date');
        const owners = ownerRepository(tx);
        const agents = await owners.lockForHandOver(partnerId, [actor.userId, userId, ...to]);
        // Checked again under the lock: the actor's access or role may have ended meanwhile.
        if (agents.get(actor.userId) !== true) throw new ApiError('RESPONSIBLE_REQUIRED');
        if (!agents.has(userId)) throw new ApiError('NOT_FOUND');
        const desk = deskRepository(tx);
        const present = new Map(
          (await desk.colleagues(actor, today))
            .filter(({ id, absence }) => agents.has(id) && id !== userId && !isAway(absence))
            .map(({ id, counts }) => [id, { id, openSteps: counts.files }]),
        );
        const receivers = to.map((id, index) => {
          const receiver = present.get(id);
          if (receiver === undefined) throw invalidField(`to.${String(index)}`, 'invalid');
          return receiver;
        });
        const files = to.length === 0 ? [] : await desk.lockFiles(actor, userId);
        const given = [...spreadByLoad(files, receivers)];
        workChanges(act).steps(given.map(([{ id }, assigneeId]) => ({ id, assigneeId })));
        for (const [file, toId] of given) {
          const step = { requestId: file.requestId, stepId: file.id };
          act.record({ type: 'step.ownerChanged', ...step, from: userId, to: toId });
          if (toId === actor.userId) continue;
          const why = reason === null ? {} : { reason };
          act.record({ type: 'step.handedOver', ...step, toId, byId: actor.userId, ...why });
        }
        if (until !== null) {
          // The release of the remaining steps must find the new owners.
          await act.flush();
          await declareAbsence(tx, userId, { from: today, until, substitute: null }, actor, now);
        }
        return { handedOver: given.length };
      };
      return await inAct(deps, actor, handOver, { timeoutMs: handOverMs });
    },
  };
}
