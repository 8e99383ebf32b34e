import type { BackgroundJob } from '@wasl/db';
import { sql } from 'kysely';

import type { Db } from '../database/db.ts';
import { build, rows } from '../database/statements.repository.ts';

export type { BackgroundJob } from '@wasl/db';

/** Of a job that failed once, twice, three times …: tried again after half a minute, one, two, at the latest when it would be due. */
const firstRetrySeconds = 30;

/** What a job is, beside its work. */
interface DeclaredJob {
  readonly name: string;
  readonly everySeconds: number;
  readonly firstAfterSeconds: number;
}

const now = sql<Date>`now()`;
const inSeconds = (seconds: unknown) => sql<Date>`now() + make_interval(secs => ${seconds})`;
const free = { held_by: null, held_until: null };
const held = (holder: string) => build.updateTable('background_jobs').where('held_by', '=', holder);

/** The rows of the jobs. Every instant is the database's own: processes on several machines then agree on what is due. */
export function jobsRepository(db: Db) {
  return {
    /** Makes the rows that are missing. */
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
              inSeconds(sql.ref('d.firstAfterSeconds')).as('at'),
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

    /** Takes those that are due and in nobody's hands, for so long. */
    async take(names: readonly string[], holder: string, seconds: number): Promise<string[]> {
      const query = build
        .updateTable('background_jobs')
        .set({ held_by: holder, held_until: inSeconds(seconds), last_started_at: now })
        .where('name', 'in', (jobs) =>
          jobs
            .selectFrom('background_jobs')
            .where('name', '=', sql<string>`any(${[...names]}::text[])`)
            .where('next_run_at', '<=', now)
            .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<', now)]))
            .select('name')
            .forUpdate()
            .skipLocked(),
        )
        .returning('name');
      return (await rows(db, query)).map(({ name }) => name);
    },

    /** Says that the work still goes on. */
    async holdOn(name: string, holder: string, seconds: number): Promise<void> {
      await rows(
        db,
        held(holder)
          .where('name', '=', name)
          .set({ held_until: inSeconds(seconds) }),
      );
    },

    async succeeded(name: string, holder: string): Promise<void> {
      const query = held(holder)
        .where('name', '=', name)
        .set({
          ...free,
          last_success_at: now,
          failures: 0,
          last_error: null,
          next_run_at: inSeconds(sql.ref('every_seconds')),
        });
      await rows(db, query);
    },

    async failed(name: string, holder: string, reason: string): Promise<void> {
      const failures = sql.ref('failures');
      const wait = sql`least(${sql.ref('every_seconds')}, ${firstRetrySeconds}::int * 2 ^ least(${failures}, 10))`;
      const query = held(holder)
        .where('name', '=', name)
        .set((eb) => ({
          ...free,
          last_failure_at: now,
          failures: eb('failures', '+', 1),
          last_error: reason,
          next_run_at: inSeconds(wait),
        }));
      await rows(db, query);
    },

    /** Gives back what a process that goes still holds; another begins it anew. */
    async letGo(holder: string): Promise<void> {
      await rows(db, held(holder).set(free));
    },

    /** Makes a job due now. @returns whether there is one of this name */
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
