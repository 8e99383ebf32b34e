import type { StepStatus } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';

import { personName, personNameColumns } from '../../platform/database/person-name.ts';
import { isActiveAgentRow } from '../../platform/auth/active-agent.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { isInStepScope } from '../../policies/scopes.repository.ts';
import type { Author } from '../../events/author.ts';
import { byLoadRepository } from '../requests/index.ts';

export const ownerColumns = {
  id: true,
  ...personNameColumns,
} as const satisfies Prisma.UserSelect;
/** The same of `users as u` in a Kysely statement. */
export const owner = ['u.id', ...personName] as const;
export type OwnerRow = Prisma.UserGetPayload<{ select: typeof ownerColumns }>;

/** A step with the inputs of an owner change. */
export interface OwnedStepRow {
  readonly status: StepStatus;
  readonly assigneeId: string | null;
  readonly assignee: OwnerRow | null;
  /** The future owner is absent without a substitute, so they receive no steps. */
  readonly isAway: boolean;
}

/** Condition: the person is absent without a substitute, so they receive no steps. */
export const isAway = (userId: string | null | Expression<string>): RawBuilder<boolean> =>
  sql<boolean>`exists ${build
    .selectFrom('absences as a')
    .where('a.user_id', '=', userId)
    .where('a.begun_at', 'is not', null)
    .where('a.substitute_id', 'is', null)
    .select('a.user_id')}`;

/** Reads of owners and candidates under the locks of a change. */
function ownerReads(db: Db) {
  return {
    /**
     * Returns which of these people are active agents of the organisation, and locks them until the transaction ends.
     * Take this lock before the request's lock: a call that ends an access locks the account and then releases its
     * steps.
     */
    async lockAgents(partnerId: number, userIds: readonly string[]): Promise<Set<string>> {
      const ids = [...new Set(userIds)].sort();
      if (ids.length === 0) return new Set();
      const query = build
        .selectFrom('users as u')
        .select('u.id')
        .where((eb) => eb('u.id', '=', eb.fn.any(eb.val(ids))))
        .where('u.partner_id', '=', partnerId)
        .where(isActiveAgentRow())
        .orderBy('u.id')
        .forShare();
      return new Set((await rows(db, query)).map(({ id }) => id));
    },

    /**
     * Locks these people against every other change of their steps, in the order of {@link lockAgents}.
     * @returns the active agents of the organisation among them, with whether they are responsables
     */
    async lockForHandOver(
      partnerId: number,
      userIds: readonly string[],
    ): Promise<ReadonlyMap<string, boolean>> {
      const query = build
        .selectFrom('users as u')
        .select(['u.id', 'u.is_responsible as isResponsible'])
        .where((eb) => eb('u.id', '=', eb.fn.any(eb.val([...new Set(userIds)]))))
        .where('u.partner_id', '=', partnerId)
        .where(isActiveAgentRow())
        .orderBy('u.id')
        .forNoKeyUpdate();
      return new Map((await rows(db, query)).map((row) => [row.id, row.isResponsible]));
    },

    /**
     * Returns the people who are absent without a substitute. Call it after {@link lockAgents}, so that no absence
     * begins meanwhile.
     */
    async away(userIds: readonly string[]): Promise<Set<string>> {
      const found = await db.absence.findMany({
        where: { userId: { in: [...userIds] }, begunAt: { not: null }, substituteId: null },
        select: { userId: true },
      });
      return new Set(found.map(({ userId }) => userId));
    },

    /**
     * Locks these people, as {@link lockAgents} does, and then the request.
     * @returns the active agents of the organisation among them; undefined for a request that does not exist
     */
    async lockWithRequest(
      partnerId: number,
      userIds: readonly string[],
      requestId: number,
    ): Promise<ReadonlyMap<string, OwnerRow> | undefined> {
      const query = build
        .with(
          (part) => part('agents').materialized(),
          (part) =>
            part
              .selectFrom('users as u')
              .select(owner)
              .where((eb) => eb('u.id', '=', eb.fn.any(eb.val([...userIds]))))
              .where('u.partner_id', '=', partnerId)
              .where(isActiveAgentRow())
              .orderBy('u.id')
              .forShare(),
        )
        .selectFrom('requests as r')
        .select((eb) => jsonArrayFrom(eb.selectFrom('agents').selectAll('agents')).as('agents'))
        .where('r.id', '=', requestId)
        .where('r.status', '<>', 'SUPPRIME')
        // Makes PostgreSQL lock the agents before the request.
        .where((eb) =>
          eb(
            eb.selectFrom('agents').select((all) => all.fn.countAll().as('count')),
            '>=',
            sql.lit(0),
          ),
        )
        .forUpdate('r');
      const [row] = await rows(db, query);
      return row && new Map(row.agents.map((agent) => [agent.id, agent]));
    },

    /**
     * Reads the step under the lock, because data from before the wait may be stale. Undefined when the actor may not
     * act on it.
     * @param ownerId the future owner
     */
    async owned(
      actor: Actor,
      stepId: number,
      ownerId: string | null,
    ): Promise<OwnedStepRow | undefined> {
      const query = build
        .selectFrom('processing_steps as s')
        .innerJoin('requests as r', 'r.id', 's.request_id')
        .where('s.id', '=', stepId)
        .where(isInStepScope(actor))
        .select((eb) => [
          's.status',
          's.assignee_id as assigneeId',
          jsonObjectFrom(
            eb.selectFrom('users as u').whereRef('u.id', '=', 's.assignee_id').select(owner),
          ).as('assignee'),
          isAway(ownerId).as('isAway'),
        ]);
      const [row] = await rows(db, query);
      return row;
    },
  };
}

function ownerWrites(db: Db) {
  return {
    /** Keeps the version of the step, because its form shows the same. */
    async set(stepId: number, ownerId: string | null): Promise<void> {
      await db.processingStep.update({
        where: { id: stepId },
        data: { assigneeId: ownerId },
        select: { id: true },
      });
    },

    /**
     * Releases every step of a person, with a history event for each. It locks the requests first, as a change of a
     * step does; another order would deadlock with it.
     * @returns the number of released steps
     */
    async releaseAll(userId: string, author: Author, at: Date): Promise<number> {
      // After it, the statement below sees what was assigned by load meanwhile.
      await byLoadRepository(db).close(userId);
      const query = build
        .with(
          (part) => part('locked').materialized(),
          (part) =>
            part
              .selectFrom('requests')
              .select('id')
              .where('id', 'in', (eb) =>
                eb
                  .selectFrom('processing_steps')
                  .where('assignee_id', '=', userId)
                  .select('request_id'),
              )
              .orderBy('id')
              .forNoKeyUpdate(),
        )
        .with('let_go', (part) =>
          part
            .updateTable('processing_steps')
            .set({ assignee_id: null, updated_at: at })
            .where('assignee_id', '=', userId)
            .where((eb) =>
              eb(
                eb.selectFrom('locked').select((all) => all.fn.countAll().as('count')),
                '>=',
                sql.lit(0),
              ),
            )
            .returning(['id', 'request_id']),
        )
        .insertInto('history_events')
        .columns(['request_id', 'step_id', 'kind', 'from_owner_id', 'actor_id', 'actor_role', 'at'])
        .expression((eb) =>
          eb
            .selectFrom('let_go')
            .orderBy('id')
            .select([
              'request_id',
              'id',
              sql.lit('OWNER').as('kind'),
              sql`${userId}::uuid`.as('from'),
              sql`${author.userId}::uuid`.as('actor'),
              sql`${author.role}`.as('role'),
              sql`${at}::timestamptz`.as('at'),
            ]),
        )
        .returning('id');
      return (await rows(db, query)).length;
    },
  };
}

export function ownerRepository(db: Db) {
  return { ...ownerReads(db), ...ownerWrites(db) };
}
