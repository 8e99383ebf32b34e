import { dayOf, type AbsenceView } from '@wasl/contracts';

import { displayName } from '../../platform/database/person-name.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { system, type Author } from '../../events/author.ts';
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
interface Days {
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
      const now = clock.now();
      const { until, substitute } = days;
      if (until < dayOf(now)) throw invalidField('until', 'date');
      return await inTransaction(db, async (tx) => {
        const absences = absenceRepository(tx);
        await absences.hold(userId);
        const isColleague =
          substitute === null ||
          (substitute !== userId && (await absences.isActiveAgent(substitute, partnerId)));
        if (!isColleague) throw invalidField('substitute', 'invalid');
        await declareAbsence(tx, userId, days, actor, now);
        return presentAbsence(await absences.find(userId));
      });
    },

    async end(actor: Actor): Promise<{ absence: AbsenceView | null }> {
      await absenceRepository(db).remove(actor.userId);
      return { absence: null };
    },
  };
}

/** Begins the absences of the day and deletes those that ended. */
export async function keepAbsences({ db, clock }: AbsenceDeps): Promise<void> {
  const now = clock.now();
  const today = new Date(dayOf(now));
  await absenceRepository(db).removeOver(today);
  for (const userId of await absenceRepository(db).due(today)) {
    await inTransaction(db, async (tx) => {
      const absences = absenceRepository(tx);
      await absences.hold(userId);
      if (await absences.begin(userId, now)) await releaseSteps(tx, userId, system, now);
    });
  }
}
