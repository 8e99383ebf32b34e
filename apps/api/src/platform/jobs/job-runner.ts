import { randomUUID } from 'node:crypto';

import type { Db } from '../database/db.ts';
import { errorForLog, type Logger } from '../program/logger.ts';
import type { Observer } from '../program/observer.ts';
import { backgroundWork } from './background-work.ts';
import { jobsRepository } from './jobs.repository.ts';

/** Something that is done by the clock. Doing it again does no harm: what was broken off is begun anew. */
export interface Job {
  readonly name: string;
  /** From the end of one run to the next. */
  readonly everySeconds: number;
  /** How long a new portal waits for its first run. */
  readonly firstAfterSeconds: number;
  readonly run: () => Promise<unknown>;
}

/** Does what is due, one process at a time for each job. */
export interface JobRunner {
  /** Begins to look by itself. */
  readonly start: () => void;
  /** Does what is due now; resolves when it is done. Never rejects for a job that fails: its row says so. */
  readonly runDue: () => Promise<void>;
  /** Takes nothing more and waits a few seconds for what is under way; what is not done by then is given back. */
  readonly stop: () => Promise<void>;
}

const lookEveryMs = 10_000;
/** A process that dies keeps a job from the others for so long. */
const leaseSeconds = 120;
const holdEveryMs = 30_000;

/** The error's first words, for the row. */
function reasonOf(error: unknown): string {
  const { type, message } = errorForLog(error);
  return `${type}: ${message}`.replaceAll(/\s+/g, ' ').slice(0, 300);
}

/** The jobs of one process. @param options.lastWaitMs how long {@link JobRunner.stop} waits for what is under way; `observer` follows each run */
export function jobRunner(
  deps: { db: Db; log: Logger },
  jobs: readonly Job[],
  { lastWaitMs = 5000, observer = {} }: { lastWaitMs?: number; observer?: Observer } = {},
): JobRunner {
  const { log } = deps;
  const rows = jobsRepository(deps.db);
  const holder = randomUUID();
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const running = new Map<string, Promise<void>>();
  let isDeclared = false;

  async function runOne({ name, run }: Job): Promise<void> {
    const begun = performance.now();
    const hold = setInterval(() => {
      rows.holdOn(name, holder, leaseSeconds).catch((error: unknown) => {
        log.warn({ event: 'job not held on to', job: name, err: error });
      });
    }, holdEveryMs);
    hold.unref();
    try {
      await (observer.job === undefined ? run() : observer.job(name, run));
      await rows.succeeded(name, holder);
      log.debug({ event: 'job done', job: name, durationMs: performance.now() - begun });
    } catch (error) {
      log.warn({ event: 'job failed', job: name, err: error });
      await rows.failed(name, holder, reasonOf(error)).catch((cause: unknown) => {
        log.warn({ event: 'job failed and could not be marked', job: name, err: cause });
      });
    } finally {
      clearInterval(hold);
    }
  }

  /** Takes what is due and begins it: a long job keeps no other from its turn. */
  async function beginDue(): Promise<readonly Promise<void>[]> {
    if (!isDeclared) await rows.declare(jobs);
    isDeclared = true;
    // One whose hold ran out while the database was away may still be under way here.
    const free = [...byName.keys()].filter((name) => !running.has(name));
    const taken = await rows.take(free, holder, leaseSeconds);
    return taken.flatMap((name) => {
      const job = byName.get(name);
      if (job === undefined) return [];
      const work = runOne(job).finally(() => running.delete(name));
      running.set(name, work);
      return [work];
    });
  }

  const background = backgroundWork({
    work: async () => {
      void (await beginDue());
    },
    everyMs: lookEveryMs,
    onFailure: (error) => log.warn({ event: 'jobs not reachable', err: error }),
  });

  return {
    start: background.start,
    runDue: async () => {
      await Promise.all(await beginDue());
    },
    stop: async () => {
      await background.stop();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, lastWaitMs);
      });
      await Promise.race([Promise.all(running.values()), late]);
      clearTimeout(timer);
      await rows.letGo(holder).catch((error: unknown) => {
        log.warn({ event: 'jobs not given back', err: error });
      });
    },
  };
}
