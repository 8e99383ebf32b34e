import type { BackgroundJob } from '@wasl/db';
import { sql } from 'kysely';

import type { Db } from '../database/db.ts';
import { build, rows } from '../database/statements.repository.ts';
import { free, inSeconds, leasable, now, type Lease } from '../queue/queue.repository.ts';

export type { BackgroundJob } from '@wasl/db';

interface DeclaredJob {
  readonly name: string;
  readonly everySeconds: number;
  readonly firstAfterSeconds: number;
}

interface DueJob {
  readonly name: string;
  /** Failures since the last success. */
  readonly failures: number;
}

const leasedBy = (holder: string) =>
  build.updateTable('background_jobs').where('held_by', '=', holder);

/**
 * Rows of the jobs. Every instant comes from the database's clock, so processes on several machines agree on what is due.
 */
export function jobsRepository(db: Db) {
  return {
    /** Inserts the missing rows. */
    async declare(jobs: readonly DeclaredJob[]): Promise<void> {
      const declared = sql<DeclaredJob>`json_to_recordset(${JSON.stringify(jobs)}::json)`;
      const query = build
        .insertInto('background_jobs')
        .columns(['name', 'every_seconds', 'next_run_at'])
        .expression((eb) =>
          eb
            .selectFrom(
              declared.as<'d'>(sql`d (name text, "everySeconds" int, "firstAfterSeconds" int)`),
            )
            .select([
              'd.name',
              'd.everySeconds',
              inSeconds(now, sql.ref('d.firstAfterSeconds')).as('at'),
            ])
            .orderBy('d.name'),
        )
        .onConflict((one) =>
          one
            .column('name')
            .doUpdateSet((eb) => ({ every_seconds: eb.ref('excluded.every_seconds') }))
            .whereRef('background_jobs.every_seconds', '<>', 'excluded.every_seconds'),
        );
      await rows(db, query);
    },

    /** Leases the due jobs among these names. */
    async take(names: readonly string[], lease: Lease): Promise<DueJob[]> {
      const query = build
        .updateTable('background_jobs')
        .set({ ...lease, last_started_at: now })
        .where('name', 'in', (jobs) =>
          jobs
            .selectFrom('background_jobs')
            .where('name', '=', sql<string>`any(${[...names]}::text[])`)
            .where('next_run_at', '<=', now)
            .select('name')
            .$call(leasable(now)),
        )
        .returning(['name', 'failures']);
      return await rows(db, query);
    },

    async succeeded(name: string, holder: string): Promise<void> {
      const query = leasedBy(holder)
        .where('name', '=', name)
        .set({
          ...free,
          last_success_at: now,
          failures: 0,
          last_error: null,
          next_run_at: inSeconds(now, sql.ref('every_seconds')),
        });
      await rows(db, query);
    },

    /** @param pauseSeconds delay of the retry */
    async failed(
      name: string,
      holder: string,
      reason: string,
      pauseSeconds: number | null,
    ): Promise<void> {
      const query = leasedBy(holder)
        .where('name', '=', name)
        .set((eb) => ({
          ...free,
          last_failure_at: now,
          failures: eb('failures', '+', 1),
          last_error: reason,
          next_run_at: inSeconds(now, pauseSeconds ?? sql.ref('every_seconds')),
        }));
      await rows(db, query);
    },

    /** Makes a job due now. @returns whether a job of this name exists */
    async ask(name: string): Promise<boolean> {
      const query = build
        .updateTable('background_jobs')
        .set({ next_run_at: now })
        .where('name', '=', name)
        .returning('name');
      return (await rows(db, query)).length === 1;
    },

    async list(): Promise<BackgroundJob[]> {
      return await db.backgroundJob.findMany({ orderBy: { name: 'asc' } });
    },
  };
}
