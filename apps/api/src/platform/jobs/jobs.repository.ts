import type { BackgroundJob } from '@wasl/db';

import type { Db } from '../database/db.ts';

export type { BackgroundJob } from '@wasl/db';

/** Of a job that failed once, twice, three times …: tried again after half a minute, one, two, at the latest when it would be due. */
const firstRetrySeconds = 30;

/** What a job is, beside its work. */
interface DeclaredJob {
  readonly name: string;
  readonly everySeconds: number;
  readonly firstAfterSeconds: number;
}

/** The rows of the jobs. Every instant is the database's own: processes on several machines then agree on what is due. */
export function jobsRepository(db: Db) {
  return {
    /** Makes the rows that are missing. */
    async declare(jobs: readonly DeclaredJob[]): Promise<void> {
      await db.$executeRaw`
        INSERT INTO background_jobs AS j (name, every_seconds, next_run_at)
        SELECT name, "everySeconds", now() + make_interval(secs => "firstAfterSeconds")
        FROM json_to_recordset(${JSON.stringify(jobs)}::json)
          AS d (name text, "everySeconds" int, "firstAfterSeconds" int)
        ORDER BY name
        ON CONFLICT (name) DO UPDATE SET every_seconds = EXCLUDED.every_seconds
        WHERE j.every_seconds <> EXCLUDED.every_seconds`;
    },

    /** Takes those that are due and in nobody's hands, for so long. */
    async take(names: readonly string[], holder: string, seconds: number): Promise<string[]> {
      const rows = await db.$queryRaw<{ name: string }[]>`
        UPDATE background_jobs
        SET held_by = ${holder}::uuid, held_until = now() + make_interval(secs => ${seconds}), last_started_at = now()
        WHERE name IN (
          SELECT name FROM background_jobs
          WHERE name = ANY(${[...names]}) AND next_run_at <= now() AND (held_until IS NULL OR held_until < now())
          FOR UPDATE SKIP LOCKED)
        RETURNING name`;
      return rows.map(({ name }) => name);
    },

    /** Says that the work still goes on. */
    async holdOn(name: string, holder: string, seconds: number): Promise<void> {
      await db.$executeRaw`
        UPDATE background_jobs SET held_until = now() + make_interval(secs => ${seconds})
        WHERE name = ${name} AND held_by = ${holder}::uuid`;
    },

    async succeeded(name: string, holder: string): Promise<void> {
      await db.$executeRaw`
        UPDATE background_jobs SET held_by = NULL, held_until = NULL, last_success_at = now(),
          failures = 0, last_error = NULL, next_run_at = now() + make_interval(secs => every_seconds)
        WHERE name = ${name} AND held_by = ${holder}::uuid`;
    },

    async failed(name: string, holder: string, reason: string): Promise<void> {
      await db.$executeRaw`
        UPDATE background_jobs SET held_by = NULL, held_until = NULL, last_failure_at = now(),
          failures = failures + 1, last_error = ${reason},
          next_run_at = now()
            + make_interval(secs => LEAST(every_seconds, ${firstRetrySeconds} * 2 ^ LEAST(failures, 10)))
        WHERE name = ${name} AND held_by = ${holder}::uuid`;
    },

    /** Gives back what a process that goes still holds; another begins it anew. */
    async letGo(holder: string): Promise<void> {
      await db.$executeRaw`
        UPDATE background_jobs SET held_by = NULL, held_until = NULL WHERE held_by = ${holder}::uuid`;
    },

    /** Makes a job due now. @returns whether there is one of this name */
    async ask(name: string): Promise<boolean> {
      return (
        (await db.$executeRaw`UPDATE background_jobs SET next_run_at = now() WHERE name = ${name}`) ===
        1
      );
    },

    async list(): Promise<BackgroundJob[]> {
      return await db.backgroundJob.findMany({ orderBy: { name: 'asc' } });
    },
  };
}
