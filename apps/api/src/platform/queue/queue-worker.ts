import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

import type { Db } from '../database/db.ts';
import type { Topic } from '../database/signals.ts';
import { within } from '../program/deadline.ts';
import type { Logger } from '../program/logger.ts';
import { leased, leasesOf, type Lease, type Now, type QueueTable } from './queue.repository.ts';

/** Works off one queue in this process. */
export interface QueueWorker {
  /** Looks for due rows now; safe to call at any time. */
  readonly wake: () => void;
  /** Begins to look by itself. */
  readonly start: () => void;
  /**
   * Does what is due; resolves when nothing is left.
   * @throws the first error of a row whose outcome could not be written
   */
  readonly runDue: () => Promise<void>;
  /** Takes nothing more, waits for what is under way, and gives back what is not done by then. */
  readonly stop: () => Promise<void>;
}

/** The worker of an outbox: `sendDue` sends everything due. */
export type OutboxSender = Omit<QueueWorker, 'runDue'> & {
  readonly sendDue: QueueWorker['runDue'];
};

/** How often each outcome came about since the process began, under the name of its series in the metrics. */
export interface OutcomeCounts {
  readonly series: string;
  readonly help: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** The worker of a plugin's queue. */
export interface PluginWorker extends OutboxSender {
  /** Rows of this topic wait for it. */
  readonly wakesOn?: Topic;
  readonly outcomes?: OutcomeCounts;
}

interface Queue<Row> {
  /** As the log names it. */
  readonly name: string;
  /** Rows under way in this process at most. */
  readonly atOnce: number;
  readonly table: QueueTable;
  /** Whether {@link Queue.take} counts an attempt. */
  readonly countsAttempts?: true;
  /** The instant that its leases count from. */
  readonly now: () => Now;
  /**
   * Takes due rows by setting `lease` on them.
   * @param underWay rows that this process is doing already
   */
  readonly take: (lease: Lease, limit: number, underWay: readonly Row[]) => Promise<readonly Row[]>;
  /** Does a row and writes its outcome; rejects where the outcome is unknown, and the queue pauses until the next poll. */
  readonly work: (row: Row, holder: string) => Promise<void>;
  /** The end of a row may make another one due. */
  readonly isLimitedByGroup?: boolean;
  /** How long {@link QueueWorker.stop} waits for rows under way; without it until they end. */
  readonly lastWaitMs?: number;
  /** Breaks off what is still under way after that. */
  readonly cut?: () => Promise<void>;
}

const pollMs = 5000;
/** Well within every lease. */
const renewMs = 15_000;

/** One process's worker of a queue: takes due rows, does several at once, renews their leases, and drains at the end. */
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
  /** The last look found as many rows as it asked for, so there may be more. */
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

  /** @returns for each row begun, its error once it has ended */
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

  // A call that wakes the queue does not do its work: traces show the work on its own.
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
