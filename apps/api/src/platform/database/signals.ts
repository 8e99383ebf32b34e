import { randomUUID } from 'node:crypto';

import { createListenConnection, type ListenConnection } from './db.ts';
import type { Logger } from '../program/logger.ts';

/**
 * What has changed: rows of a topic; of one row where an id stands beside it, else of any. `person` and `organisation`: something
 * that pages show to that person, or to agents of that organisation. `webhook`: a message waits for an address of an organisation.
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

/** The database's word that something has changed, committed by whatever process. */
export interface Signals {
  /** Called for each change, and with `anything` when some may have been missed. */
  onChange(listener: Listener): void;
  /** Whether all that was committed until a few seconds ago has been heard: only then may what was read be kept. */
  isFresh(): boolean;
  /** Resolves when the listeners have been told of all that was committed before the call. Never rejects. */
  waitUntilSynced(): Promise<void>;
  close(): Promise<void>;
}

/** The channel that the triggers of the migrations name. */
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

/** Milliseconds since the last proof of hearing after which a new one is asked for, and after which nothing kept is used. */
const proofMs = { askedAfter: 4000, goodFor: 10_000 };
/** Milliseconds that a proof may take, and after which a lost connection is tried again. */
const answerMs = 3000;
const retryMs = 1000;

/** For scripts and tests: nothing is heard, so nothing is kept. */
export const noSignals: Signals = {
  onChange: () => undefined,
  isFresh: () => false,
  waitUntilSynced: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/**
 * Listens on a connection of its own. It hears nothing until the first proof has come, nor while the connection is lost,
 * nor behind a pool that hands out connections by transaction: then everything is read anew, as without it.
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

  function heard(payload: string): void {
    const [topic = '', id = null] = payload.split(' ');
    if (topics.includes(topic)) notify(topic as Topic, id);
    else awaited.get(payload)?.();
  }

  /** What is told comes in the order of the commits: once our own word is back, all before it has been heard. */
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
      // A connection that says nothing is not asked again.
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
    next.on('notification', ({ payload }) => heard(payload ?? ''));
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
