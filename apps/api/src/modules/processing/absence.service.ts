import { dayOf, type AbsenceView } from '@wasl/contracts';

import {
  administratorActsRepository,
  type AdministratorWord,
} from '../../platform/database/administrator-acts.repository.ts';
import { displayName } from '../../platform/database/person-name.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { administrator, system, type Author } from '../../events/author.ts';
import { absenceRepository, type AbsenceRow } from './absence.repository.ts';
import { dayText } from './deadline.presenter.ts';
import { releaseSteps } from './owner.service.ts';

type AbsenceDeps = Pick<Deps, 'db' | 'clock'>;

export function presentAbsence(row: AbsenceRow | null): { absence: AbsenceView | null } {
  if (row === null) return { absence: null };
  const { fromOn, untilOn, substitute, begunAt } = row;
  return {
    absence: {
      from: dayText(fromOn) ?? '',
      until: dayText(untilOn) ?? '',
      substitute: substitute === null ? null : { id: substitute.id, name: displayName(substitute) },
      hasBegun: begunAt !== null,
    },
  };
}

/** An absence; both days are `YYYY-MM-DD` and included. */
export interface Days {
  readonly from: string;
  readonly until: string;
  /** Null: the steps are released when it begins. */
  readonly substitute: string | null;
}

/** Saves the absence, and begins one of today. Lock the agent first. */
export async function declareAbsence(
  tx: Db,
  userId: string,
  { from, until, substitute }: Days,
  author: Author,
  now: Date,
): Promise<void> {
  const begunAt = from <= dayOf(now) ? now : null;
  await absenceRepository(tx).save(userId, {
    fromOn: new Date(from),
    untilOn: new Date(until),
    substituteId: substitute,
    begunAt,
  });
  if (begunAt !== null && substitute === null) await releaseSteps(tx, userId, author, now);
}

/**
 * Saves an absence that an agent, or an administrator for them, declares. Lock the agent first.
 * @throws ApiError INVALID_INPUT for past days, and for a substitute who is not another active agent of the
 * organisation
 */
async function saveAbsence(
  tx: Db,
  { userId, partnerId }: { readonly userId: string; readonly partnerId: number },
  days: Days,
  author: Author,
  now: Date,
): Promise<void> {
  const { until, substitute } = days;
  if (until < dayOf(now)) throw invalidField('until', 'date');
  const isColleague =
    substitute === null ||
    (substitute !== userId && (await absenceRepository(tx).isActiveAgent(substitute, partnerId)));
  if (!isColleague) throw invalidField('substitute', 'invalid');
  await declareAbsence(tx, userId, days, author, now);
}

/**
 * Sets or ends the absence of an agent for an administrator, and records it.
 * @param days null ends it
 * @returns whether there is a change
 * @throws ApiError NOT_FOUND for anybody but an active agent of the organisation; INVALID_INPUT
 */
export async function absenceForAgent(
  { db, clock }: AbsenceDeps,
  agent: { readonly userId: string; readonly partnerId: number },
  days: Days | null,
  word: AdministratorWord,
): Promise<boolean> {
  const { userId, partnerId } = agent;
  return await inTransaction(db, async (tx) => {
    const absences = absenceRepository(tx);
    await absences.lock(userId);
    if (!(await absences.isActiveAgent(userId, partnerId))) throw new ApiError('NOT_FOUND');
    const now = clock.now();
    if (days !== null) await saveAbsence(tx, agent, days, administrator, now);
    else if ((await absences.remove(userId)) === 0) return false;
    const kind = days === null ? 'ABSENCE_ENDED' : 'ABSENCE_SET';
    await administratorActsRepository(tx).record(kind, { userId }, word, now);
    return true;
  });
}

/**
 * Absences of agents. With a substitute, the agent keeps the steps and the substitute is notified
 * (policies/step-readers.ts). Without one, the steps are released in the transaction that begins the absence, and the
 * agent receives none until it ends.
 */
export function absenceService({ db, clock }: AbsenceDeps) {
  return {
    async get(actor: Actor): Promise<{ absence: AbsenceView | null }> {
      return presentAbsence(await absenceRepository(db).find(actor.userId));
    },

    /**
     * @throws ApiError INVALID_INPUT for past days, and for a substitute who is not another active agent of the
     * organisation
     */
    async save(actor: Actor, days: Days): Promise<{ absence: AbsenceView | null }> {
      const { userId, partnerId } = actor;
      if (partnerId === null) throw new ApiError('FORBIDDEN');
      return await inTransaction(db, async (tx) => {
        await absenceRepository(tx).lock(userId);
        await saveAbsence(tx, { userId, partnerId }, days, actor, clock.now());
        return presentAbsence(await absenceRepository(tx).find(userId));
      });
    },

    async end(actor: Actor): Promise<{ absence: AbsenceView | null }> {
      await absenceRepository(db).remove(actor.userId);
      return { absence: null };
    },
  };
}

/** Begins the absences of the day and deletes those that ended. */
export async function applyAbsences({ db, clock }: AbsenceDeps): Promise<void> {
  const now = clock.now();
  const today = new Date(dayOf(now));
  await absenceRepository(db).removeOver(today);
  for (const userId of await absenceRepository(db).due(today)) {
    await inTransaction(db, async (tx) => {
      const absences = absenceRepository(tx);
      await absences.lock(userId);
      if (await absences.begin(userId, now)) await releaseSteps(tx, userId, system, now);
    });
  }
}
