import { randomUUID } from 'node:crypto';

import { createListenConnection, type ListenConnection } from './db.ts';
import type { Logger } from '../program/logger.ts';

/**
 * Topic of a change: of one row where an id follows, else of any row. `person` and `organisation`: data on the pages of
 * that person or of that organisation's agents. `webhook`: a message is due for an address of an organisation.
 */
export type Topic =
  | 'reference'
  | 'session'
  | 'user'
  | 'key'
  | 'person'
  | 'organisation'
  | 'webhook';
export type Listener = (topic: Topic | 'anything', id: string | null) => void;

/** Change notifications from the database, for commits of every process. */
export interface Signals {
  /** Calls the listener for each change, and with `anything` when notifications may be lost. */
  onChange(listener: Listener): void;
  /** Whether all commits up to a few seconds ago have arrived. Cache reads only while it is true. */
  isFresh(): boolean;
  /** Resolves when the listeners have received all commits before the call. Never rejects. */
  waitUntilSynced(): Promise<void>;
  close(): Promise<void>;
}

/** The channel name in the triggers of the migrations. */
const channel = 'wasl';
const topics: readonly string[] = [
  'reference',
  'session',
  'user',
  'key',
  'person',
  'organisation',
  'webhook',
] satisfies Topic[];

/** Milliseconds since the last proof of freshness: when a new one is requested, and when cached values expire. */
const proofMs = { askedAfter: 4000, goodFor: 10_000 };
/** Timeout of a proof, and the delay before a reconnect, in ms. */
const answerMs = 3000;
const retryMs = 1000;

/** For scripts and tests: no notifications, so no caching. */
export const noSignals: Signals = {
  onChange: () => undefined,
  isFresh: () => false,
  waitUntilSynced: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/**
 * Listens on a dedicated connection. It is not fresh before the first proof, while disconnected, or behind a pool in
 * transaction mode. Readers then bypass their caches.
 */
export function listenTo(databaseUrl: string, log: Logger): Signals {
  const me = randomUUID();
  const listeners: Listener[] = [];
  const awaited = new Map<string, () => void>();
  let client: ListenConnection | null = null;
  let provenAt = -Infinity;
  let proving: Promise<void> | null = null;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  const notify: Listener = (topic, id) => {
    for (const listener of listeners) listener(topic, id);
  };

  function connectionLost(): void {
    provenAt = -Infinity;
    notify('anything', null);
  }

  function receive(payload: string): void {
    const [topic = '', id = null] = payload.split(' ');
    if (topics.includes(topic)) notify(topic as Topic, id);
    else awaited.get(payload)?.();
  }

  /** Notifications arrive in commit order. When this echo returns, all earlier ones have arrived. */
  async function prove(): Promise<void> {
    const word = `echo ${me}/${randomUUID()}`;
    const askedAt = performance.now();
    const speaker = client;
    if (speaker === null) return;
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        awaited.set(word, resolve);
        timer = setTimeout(() => {
          reject(new Error('The database does not answer on its channel'));
        }, answerMs);
        speaker.query('SELECT pg_notify($1, $2)', [channel, word]).catch(reject);
      });
      provenAt = Math.max(provenAt, askedAt);
    } catch (error) {
      log.warn({ event: 'listen.connection_lost', err: error });
      connectionLost();
      // A connection that does not answer is replaced.
      void speaker.end().catch(() => undefined);
    } finally {
      clearTimeout(timer);
      awaited.delete(word);
    }
  }

  async function connect(): Promise<void> {
    const next = createListenConnection(databaseUrl, answerMs);
    const again = (): void => {
      if (client === next) {
        client = null;
        connectionLost();
      }
      if (isClosed || retry !== undefined) return;
      retry = setTimeout(() => {
        retry = undefined;
        void connect();
      }, retryMs);
      retry.unref();
    };
    next.on('error', again);
    next.on('end', again);
    next.on('notification', ({ payload }) => receive(payload ?? ''));
    try {
      await next.connect();
      await next.query(`LISTEN ${channel}`);
      client = next;
      await prove();
    } catch {
      again();
      void next.end().catch(() => undefined);
    }
  }

  const connecting = connect();
  return {
    onChange: (listener) => {
      listeners.push(listener);
    },
    isFresh: () => {
      const age = performance.now() - provenAt;
      if (age > proofMs.askedAfter && client !== null) {
        proving ??= prove().finally(() => {
          proving = null;
        });
      }
      return age <= proofMs.goodFor;
    },
    waitUntilSynced: async () => {
      await connecting;
      if (provenAt !== -Infinity) await prove();
    },
    close: async () => {
      isClosed = true;
      clearTimeout(retry);
      await connecting;
      await client?.end();
    },
  };
}
