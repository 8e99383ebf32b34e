import { dayOf, type AbsenceView } from '@wasl/contracts';

import { displayName } from '../../platform/database/person-name.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { inTransaction } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { system } from '../../events/author.ts';
import { absenceRepository, type AbsenceRow } from './absence.repository.ts';
import { dayText } from './deadline.presenter.ts';
import { releaseSteps } from './owner.service.ts';

type AbsenceDeps = Pick<Deps, 'db' | 'clock'>;

function presentAbsence(row: AbsenceRow | null): { absence: AbsenceView | null } {
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
    async save(
      actor: Actor,
      { from, until, substitute }: { from: string; until: string; substitute: string | null },
    ): Promise<{ absence: AbsenceView | null }> {
      const { userId, partnerId } = actor;
      if (partnerId === null) throw new ApiError('FORBIDDEN');
      const now = clock.now();
      const today = dayOf(now);
      if (until < today) throw invalidField('until', 'date');
      return await inTransaction(db, async (tx) => {
        const absences = absenceRepository(tx);
        await absences.hold(userId);
        const isColleague =
          substitute === null ||
          (substitute !== userId && (await absences.isActiveAgent(substitute, partnerId)));
        if (!isColleague) throw invalidField('substitute', 'invalid');
        const begunAt = from <= today ? now : null;
        await absences.save(userId, {
          fromOn: new Date(from),
          untilOn: new Date(until),
          substituteId: substitute,
          begunAt,
        });
        if (begunAt !== null && substitute === null) await releaseSteps(tx, userId, actor, now);
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
