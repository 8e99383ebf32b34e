import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

import type { Db } from '../database/db.ts';
import type { Topic } from '../database/signals.ts';
import { within } from '../program/deadline.ts';
import type { Logger } from '../program/logger.ts';
import { leased, leasesOf, type Lease, type Now, type QueueTable } from './queue.repository.ts';

export interface QueueWorker {
  /** Polls for due rows now. Safe to call at any time. */
  readonly wake: () => void;
  readonly start: () => void;
  /**
   * Processes due rows; resolves when none is left.
   * @throws the first error of a row whose outcome could not be written
   */
  readonly runDue: () => Promise<void>;
  /** Stops taking rows, waits for running ones, and releases the leases of the rest. */
  readonly stop: () => Promise<void>;
}

/** Worker of an outbox; `sendDue` sends everything due. */
export type OutboxSender = Omit<QueueWorker, 'runDue'> & {
  readonly sendDue: QueueWorker['runDue'];
};

export interface OutcomeCounts {
  readonly series: string;
  readonly help: string;
  readonly counts: Readonly<Record<string, number>>;
}

export interface PluginWorker extends OutboxSender {
  /** Rows of this topic wait for it; `mail`: it sends in the place of mails. */
  readonly wakesOn?: Topic | 'mail';
  readonly outcomes?: OutcomeCounts;
}

interface Queue<Row> {
  readonly name: string;
  /** Maximum number of rows in progress in this process. */
  readonly atOnce: number;
  readonly table: QueueTable;
  /** Whether {@link Queue.take} counts an attempt. */
  readonly countsAttempts?: true;
  /** Instant that leases count from. */
  readonly now: () => Now;
  /**
   * Leases due rows by setting `lease` on them.
   * @param underWay rows in progress in this process
   */
  readonly take: (lease: Lease, limit: number, underWay: readonly Row[]) => Promise<readonly Row[]>;
  /**
   * Processes a row and writes its outcome. Rejects when the outcome is unknown; the queue then pauses until the next poll.
   */
  readonly work: (row: Row, holder: string) => Promise<void>;
  /** Whether finishing a row may make another one due. */
  readonly isLimitedByGroup?: boolean;
  /** Maximum wait of {@link QueueWorker.stop} for running rows; default: until they end. */
  readonly lastWaitMs?: number;
  /** Aborts rows that still run after that wait. */
  readonly cut?: () => Promise<void>;
}

const pollMs = 5000;
/** Much shorter than every lease. */
const renewMs = 15_000;

/**
 * Creates a queue worker: it leases due rows, processes several concurrently, renews their leases, and drains at the end.
 */
export function queueWorker<Row>(
  { db, log }: { readonly db: Db; readonly log: Pick<Logger, 'warn'> },
  queue: Queue<Row>,
): QueueWorker {
  const holder = randomUUID();
  const leases = leasesOf(db, queue.table);
  const lease = () => leased(holder, queue.now());
  const underWay = new Map<Row, Promise<unknown>>();
  const timers: NodeJS.Timeout[] = [];
  let round: Promise<unknown> | undefined;
  let isAskedAgain = false;
  let isStopped = false;
  /** The last poll was full, so more rows may be due. */
  let hasMore = false;
  let drains = 0;
  const warn =
    (event: Lowercase<string>) =>
    (error: unknown): void =>
      log.warn({ event: `queue.${event}`, queue: queue.name, err: error });

  function ended(row: Row): void {
    underWay.delete(row);
    if (drains > 0) return;
    if (queue.isLimitedByGroup === true || (hasMore && underWay.size <= queue.atOnce / 2)) wake();
  }

  /** @returns a promise of the error for each started row */
  async function begin(): Promise<readonly Promise<{ error: unknown } | null>[]> {
    const limit = queue.atOnce - underWay.size;
    if (isStopped || limit <= 0) return [];
    const taken = await queue.take(lease(), limit, [...underWay.keys()]);
    hasMore = taken.length >= limit;
    return taken.map((row) => {
      const work = queue
        .work(row, holder)
        .then(
          () => null,
          (error: unknown) => {
            hasMore = false;
            warn('work_failed')(error);
            return { error };
          },
        )
        .finally(() => ended(row));
      underWay.set(row, work);
      return work;
    });
  }

  // The caller that wakes the queue must not appear as the parent of its work in traces.
  const look = AsyncResource.bind(begin);

  function wake(): void {
    if (isStopped) return;
    if (round) {
      isAskedAgain = true;
      return;
    }
    round = look()
      .catch(warn('not_reachable'))
      .finally(() => {
        round = undefined;
        if (!isAskedAgain) return;
        isAskedAgain = false;
        wake();
      });
  }

  const every = (ms: number, run: () => void): void => {
    const timer = setInterval(run, ms);
    timer.unref();
    timers.push(timer);
  };
  const renew = (): void => {
    if (underWay.size > 0) leases.renew(lease()).catch(warn('not_renewed'));
  };

  return {
    wake,
    start: () => {
      every(pollMs, wake);
      every(renewMs, renew);
      wake();
    },
    runDue: async () => {
      drains += 1;
      try {
        for (;;) {
          const begun = await begin();
          if (begun.length === 0) return;
          const failed = (await Promise.all(begun)).find((one) => one !== null);
          if (failed) throw failed.error;
          if (!hasMore && queue.isLimitedByGroup !== true) return;
        }
      } finally {
        drains -= 1;
      }
    },
    stop: async () => {
      isStopped = true;
      await round;
      const last = Promise.all(underWay.values());
      const { lastWaitMs } = queue;
      await (lastWaitMs === undefined ? last : within(lastWaitMs, last).catch(() => undefined));
      const isLeft = underWay.size > 0;
      await queue.cut?.();
      if (isLeft)
        await leases.letGo(holder, queue.countsAttempts === true).catch(warn('not_given_back'));
      for (const timer of timers) clearInterval(timer);
    },
  };
}
