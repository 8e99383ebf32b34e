import { openPool, type Pool } from './db.ts';
import { listReader } from './list-readers.ts';
import type { Logger } from './logger.ts';
import type { Signals } from './signals.ts';

/** How a read replica stands. */
export interface ReplicaState {
  /** `late`: it has not everything of the last seconds; `away`: it does not answer, or is none. */
  readonly state: 'ok' | 'late' | 'away';
  /** Seconds since it last had everything; null where that is not known. */
  readonly lagSeconds: number | null;
}

/** A copy of the database that lists are read from, as long as it is known to have what their reader knows of. */
export interface Replica<Kind extends string = string> {
  /** Connections to it, where the list that is being answered may be read from it; else the database itself is read. */
  poolFor(kind: Kind): Pool | undefined;
  /** A read from it failed: nothing is read from it until it has answered again. */
  failed(error: unknown): void;
  /** The person has just changed something by this process; the others are told. Never rejects. */
  readonly wrote: (userId: string) => Promise<void>;
  state(): ReplicaState;
  close(): Promise<void>;
}

/** Milliseconds between two looks, and since it last had everything after which it is late. */
const everyMs = 1000;
const lateMs = 10_000;
/** Looks that are remembered: what it has replayed by now was asked for some of them ago. */
const mostMarks = 60;

/** A place in the log of the database, `16/B374D848`, as a number. */
function placeOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/**
 * Looks once a second where the log of the database ends and how far the replica has replayed it. That says up to which moment
 * it has everything: a clock could not tell a replica that is cut off from a database where nothing happens. A list is read from it only
 * if nothing has changed since for its reader or their organisation, by whatever process: what the triggers tell, and that
 * somebody has written at all. So everybody reads what they wrote, and what they were told of.
 */
export function openReplica<Kind extends string>({
  pools,
  primary,
  signals,
  log,
  watch,
}: {
  readonly pools: Readonly<Record<Kind, Pool>>;
  readonly primary: Pool;
  readonly signals: Signals;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  /** A connection of its own to the replica, for looking. */
  readonly watch: Pool;
}): Replica<Kind> {
  /** Where the log ended, the latest first. */
  let marks: { readonly at: number; readonly place: bigint }[] = [];
  /** The replica has everything up to here. */
  let completeUntil = -Infinity;
  let isAnswering = false;
  let last: ReplicaState['state'] = 'away';
  /** Nothing was missed since. */
  let heardSince = performance.now();
  const changedAt = new Map<string, number>();

  signals.onChange((topic, id) => {
    if (topic === 'anything') {
      heardSince = performance.now();
      changedAt.clear();
    } else if (topic === 'wrote') changedAt.set(`person ${id ?? ''}`, performance.now());
    else if (topic === 'person' || topic === 'organisation')
      changedAt.set(`${topic} ${id ?? ''}`, performance.now());
  });

  function state(): ReplicaState {
    if (!isAnswering || completeUntil === -Infinity)
      return { state: isAnswering ? 'late' : 'away', lagSeconds: null };
    const lagMs = Math.max(0, performance.now() - completeUntil);
    return { state: lagMs > lateMs ? 'late' : 'ok', lagSeconds: Math.round(lagMs / 100) / 10 };
  }

  /** Says in the log what has changed about it, once. */
  function note(reason?: unknown): void {
    const now = state().state;
    if (now === last) return;
    last = now;
    if (now === 'ok') log.info({ event: 'read replica used' });
    else log.warn({ event: 'read replica not used', state: now, err: reason });
  }

  function failed(error: unknown): void {
    isAnswering = false;
    completeUntil = -Infinity;
    marks = [];
    note(error);
  }

  async function look(): Promise<void> {
    // Also keeps hearing proven.
    signals.isHearing();
    const at = performance.now();
    const end = await primary.query<{ lsn: string }>(
      'SELECT pg_current_wal_insert_lsn()::text AS lsn',
    );
    marks = [{ at, place: placeOf(end.rows[0]?.lsn ?? '') }, ...marks].slice(0, mostMarks);
    try {
      const { rows } = await watch.query<{ lsn: string | null }>(
        `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text END AS lsn`,
      );
      const lsn = rows[0]?.lsn ?? null;
      if (lsn === null) throw new Error('DATABASE_READ_URL leads to no replica');
      const replayed = placeOf(lsn);
      isAnswering = true;
      completeUntil = Math.max(
        completeUntil,
        marks.find(({ place }) => place <= replayed)?.at ?? -Infinity,
      );
    } catch (error) {
      failed(error);
      return;
    }
    for (const [who, changed] of changedAt) if (changed < completeUntil) changedAt.delete(who);
    note();
  }

  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    // A database that does not answer is somebody else's matter.
    looking ??= look()
      .catch(() => undefined)
      .finally(() => {
        looking = null;
      });
  }, everyMs).unref();

  return {
    poolFor(kind) {
      const reader = listReader();
      if (reader === undefined || !isAnswering || !signals.isHearing()) return undefined;
      if (performance.now() - completeUntil > lateMs) return undefined;
      const needed = Math.max(
        heardSince,
        changedAt.get(`person ${reader.userId}`) ?? -Infinity,
        changedAt.get(`organisation ${String(reader.partnerId)}`) ?? -Infinity,
      );
      return needed < completeUntil ? pools[kind] : undefined;
    },
    failed,
    wrote: async (userId) => {
      changedAt.set(`person ${userId}`, performance.now());
      await primary
        .query('SELECT pg_notify($1, $2)', ['wasl', `wrote ${userId}`])
        .catch((err: unknown) => log.warn({ event: 'other processes not told of a change', err }));
    },
    state,
    async close() {
      clearInterval(timer);
      await looking;
      await Promise.all([watch, ...Object.values<Pool>(pools)].map((pool) => pool.end()));
    },
  };
}

/** Connections to a replica; it logs those that are lost as the others do. */
export function openReplicaPool(
  url: string,
  options: { readonly max: number; readonly waitMs: number; readonly statementMs?: number },
  log: Pick<Logger, 'warn'>,
): Pool {
  const pool = openPool(url, options);
  pool.on('error', (error) => {
    log.warn({ event: 'connection to the read replica lost', err: error });
  });
  return pool;
}
