import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

import { isActiveAgentRow } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { openStepStatuses } from '../../rules/step-transitions.ts';

/** An agent who can receive a step. */
export interface LoadedAgent {
  readonly id: string;
  readonly partnerId: number;
  readonly openSteps: number;
  /** Ids of SERVICE items; empty: every service. */
  readonly services: readonly number[];
}

/**
 * An advisory lock for each agent guards "receives steps". An assignment by load runs with the request locked, so it
 * must not wait for an agent's row: a call that ends an access locks the row first and the requests afterwards. The
 * assignment takes the lock shared and skips an agent whose lock is taken. The end of an access waits for it, and then
 * releases what was assigned.
 */
const keyOf = (id: unknown) => sql<string>`hashtextextended('steps of agent ' || ${id}, 0)`;

export function byLoadRepository(db: Db) {
  return {
    /** Waits until no assignment by load uses the agent, and refuses further ones until the transaction ends. */
    async close(userId: string): Promise<void> {
      const lock = sql<string>`pg_advisory_xact_lock(${keyOf(sql`${userId}::text`)})::text`;
      await rows(db, build.selectNoFrom(lock.as('locked')));
    },

    /** The agents among these whose access or absence no other transaction changes now, until this one ends. */
    async lockAgents(userIds: readonly string[]): Promise<string[]> {
      const query = build
        .selectFrom(sql<{ id: string }>`unnest(${[...userIds]}::text[])`.as<'a'>(sql`a(id)`))
        .select('a.id')
        .where(sql<boolean>`pg_try_advisory_xact_lock_shared(${keyOf(sql.ref('a.id'))})`);
      return (await rows(db, query)).map(({ id }) => id);
    },

    /** Those of the agents who can sign in and are present. Call it after {@link lockAgents}, in its own statement. */
    async present(userIds: readonly string[]): Promise<LoadedAgent[]> {
      const query = build
        .selectFrom('users as u')
        .where((eb) => eb('u.id', '=', eb.fn.any(eb.val([...userIds]))))
        .where(isActiveAgentRow())
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('absences as a')
                .whereRef('a.user_id', '=', 'u.id')
                .where('a.begun_at', 'is not', null)
                .select('a.user_id'),
            ),
          ),
        )
        .orderBy('u.id')
        .select((eb) => [
          'u.id',
          sql<number>`${eb.ref('u.partner_id')}`.as('partnerId'),
          eb
            .selectFrom('processing_steps as s')
            .whereRef('s.assignee_id', '=', 'u.id')
            .where(
              's.status',
              'in',
              openStepStatuses.map((status) => sql.lit(status)),
            )
            .select(sql<number>`count(*)::int`.as('steps'))
            .$asScalar()
            .$notNull()
            .as('openSteps'),
          jsonArrayFrom(
            eb
              .selectFrom('agent_services as x')
              .whereRef('x.user_id', '=', 'u.id')
              .select('x.item_id as id'),
          ).as('services'),
        ]);
      const found = await rows(db, query);
      return found.map(({ services, ...agent }) => ({
        ...agent,
        services: services.map(({ id }) => id),
      }));
    },
  };
}
