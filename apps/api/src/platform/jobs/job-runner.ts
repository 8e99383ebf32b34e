import type { Db } from '../database/db.ts';
import { errorForLog, type Logger } from '../program/logger.ts';
import type { Observer } from '../program/observer.ts';
import { queueWorker, type QueueWorker } from '../queue/queue-worker.ts';
import { doubling, type Retries } from '../queue/retries.ts';
import { now } from '../queue/queue.repository.ts';
import { jobsRepository } from './jobs.repository.ts';

/** A periodic job. It must be idempotent: an interrupted run is repeated. */
export interface Job {
  readonly name: string;
  /** From the end of one run to the start of the next. */
  readonly everySeconds: number;
  /** Delay of the first run in a new portal. */
  readonly firstAfterSeconds: number;
  readonly run: () => Promise<unknown>;
}

/** First words of the error, for the row. */
function reasonOf(error: unknown): string {
  const { type, message } = errorForLog(error);
  return `${type}: ${message}`.replaceAll(/\s+/g, ' ').slice(0, 300);
}

/** A failed job is retried after 30 s, then 1, 2 … minutes, at the latest at its next regular run. */
const retriesOf = (job: Job): Retries => doubling(30, job.everySeconds, Number.POSITIVE_INFINITY);

/**
 * Runs the jobs of one process.
 * @param options.lastWaitMs how long {@link QueueWorker.stop} waits for running jobs; `observer` follows each run
 */
export function jobRunner(
  deps: { db: Db; log: Logger },
  jobs: readonly Job[],
  { lastWaitMs = 5000, observer = {} }: { lastWaitMs?: number; observer?: Observer } = {},
): QueueWorker {
  const { log } = deps;
  const rows = jobsRepository(deps.db);
  const byName = new Map(jobs.map((job) => [job.name, job]));
  let isDeclared = false;

  async function runOne(job: Job, failures: number, holder: string): Promise<void> {
    const { name, run } = job;
    const begun = performance.now();
    try {
      await (observer.job === undefined ? run() : observer.job(name, run));
    } catch (error) {
      log.warn({ event: 'job.failed', job: name, err: error });
      await rows.failed(name, holder, reasonOf(error), retriesOf(job)(failures + 1));
      return;
    }
    await rows.succeeded(name, holder);
    log.debug({ event: 'job.completed', job: name, durationMs: performance.now() - begun });
  }

  return queueWorker<{ readonly job: Job; readonly failures: number }>(deps, {
    name: 'jobs',
    table: 'background_jobs',
    now: () => now,
    // Each job is one row.
    atOnce: Number.POSITIVE_INFINITY,
    lastWaitMs,
    take: async (lease, _limit, underWay) => {
      if (!isDeclared) await rows.declare(jobs);
      isDeclared = true;
      // A job whose lease expired during a database outage may still run in this process.
      const busy = new Set(underWay.map(({ job }) => job.name));
      const names = [...byName.keys()].filter((name) => !busy.has(name));
      const due = await rows.take(names, lease);
      return due.flatMap(({ name, failures }) => {
        const job = byName.get(name);
        return job === undefined ? [] : [{ job, failures }];
      });
    },
    work: async ({ job, failures }, holder) => await runOne(job, failures, holder),
  });
}
