import { Readable } from 'node:stream';

import type { ChangeKind } from '@wasl/contracts';

import { ApiError } from '../http/api-error.ts';
import type { Signals } from './signals.ts';

/** A person who subscribes to their changes. */
export interface Follower {
  readonly userId: string;
  readonly partnerId: number | null;
  readonly sessionId: string;
  readonly isStillIn: () => Promise<boolean>;
}

/** The event streams of open pages. */
export interface Changes {
  /**
   * Server-sent events, one for each change of what the person or their organisation sees, until the session or the
   * process ends. An event names only the kind of change. The page reads its data again through calls that check
   * permissions.
   * @throws ApiError UNAVAILABLE while the listen connection is not fresh; TOO_MANY_REQUESTS for too many streams of
   * one person
   */
  follow(follower: Follower): Promise<Readable>;
  /** Ends all streams and refuses new ones, at shutdown. */
  close(): void;
}

export interface ChangesLimits {
  /** Streams of one person in this process: one for each browser. */
  readonly perPerson: number;
  readonly perProcess: number;
  /** Interval in ms of comments on a silent stream, so that proxies do not close it. */
  readonly beatMs: number;
  /**
   * Minimum interval in ms between two events of a kind on one stream. All agents of an organisation read again after
   * each event. The interval keeps this as rare as polling.
   */
  readonly apartMs: Readonly<Record<ChangeKind, number>>;
}
export const changesLimits: ChangesLimits = {
  perPerson: 8,
  perProcess: 10_000,
  beatMs: 25_000,
  apartMs: { person: 1000, organisation: 20_000 },
};
/** Interval in ms between checks of pending events. Events to the agents of an organisation spread over `spreadMs`. */
const tickMs = 1000;
const spreadMs = 2000;
const busySeconds = 60;
/** Buffered bytes at which a stream is closed because its page does not read. */
const mostWaiting = 4096;

interface Stream extends Follower {
  readonly out: Readable;
  /** When each kind was last sent, and when it is due. */
  readonly sentAt: Record<ChangeKind, number>;
  readonly dueAt: Record<ChangeKind, number | null>;
  beatAt: number;
}

function add(index: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  const found = index.get(key);
  if (found === undefined) index.set(key, new Set([stream]));
  else found.add(stream);
}

function remove(index: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  const found = index.get(key);
  found?.delete(stream);
  if (found?.size === 0) index.delete(key);
}

const kinds = ['person', 'organisation'] as const satisfies readonly ChangeKind[];

/** One timer and two indexes serve all streams, so an idle stream costs only its comments. */
export function createChanges(signals: Signals, limits: ChangesLimits = changesLimits): Changes {
  const streams = new Set<Stream>();
  const ofPerson = new Map<string, Set<Stream>>();
  const ofOrganisation = new Map<string, Set<Stream>>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function leave(stream: Stream): void {
    if (!streams.delete(stream)) return;
    remove(ofPerson, stream.userId, stream);
    remove(ofOrganisation, String(stream.partnerId), stream);
    if (streams.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function end(stream: Stream): void {
    if (!streams.has(stream)) return;
    leave(stream);
    stream.out.push(null);
  }

  function write(stream: Stream, text: string, now: number): void {
    stream.beatAt = now + limits.beatMs;
    stream.out.push(text);
    if (stream.out.readableLength > mostWaiting) {
      leave(stream);
      stream.out.destroy();
    }
  }

  function send(stream: Stream, kind: ChangeKind, now: number): void {
    stream.sentAt[kind] = now;
    stream.dueAt[kind] = null;
    write(stream, `data: ${kind}\n\n`, now);
  }

  function schedule(stream: Stream, kind: ChangeKind): void {
    const now = performance.now();
    const earliest = stream.sentAt[kind] + limits.apartMs[kind];
    if (kind === 'person' && earliest <= now) send(stream, kind, now);
    else {
      const spread = kind === 'person' ? 0 : Math.random() * spreadMs;
      stream.dueAt[kind] ??= Math.max(now, earliest) + spread;
    }
  }

  /** Ends the streams whose sessions are no longer valid. */
  function review(some: Iterable<Stream>): void {
    for (const stream of some) {
      stream.isStillIn().then(
        (isIn) => {
          if (!isIn) end(stream);
        },
        () => end(stream),
      );
    }
  }

  function tick(): void {
    const now = performance.now();
    // The call renews the proof of freshness. When the proof expires, `anything` ends every stream.
    signals.isFresh();
    const silent: Stream[] = [];
    for (const stream of streams) {
      for (const kind of kinds) {
        const dueAt = stream.dueAt[kind];
        if (dueAt !== null && dueAt <= now) send(stream, kind, now);
      }
      if (stream.beatAt <= now) silent.push(stream);
    }
    for (const stream of silent) write(stream, ':\n\n', now);
    review(silent);
  }

  signals.onChange((topic, id) => {
    if (streams.size === 0 || topic === 'reference') return;
    // Notifications may be lost: each page reads its data again after it reconnects.
    if (topic === 'anything') for (const stream of [...streams]) end(stream);
    else if (topic === 'person' || topic === 'organisation') {
      const index = topic === 'person' ? ofPerson : ofOrganisation;
      for (const stream of index.get(id ?? '') ?? []) schedule(stream, topic);
    } else {
      const concerned = [...streams].filter(
        (stream) => id === null || id === (topic === 'session' ? stream.sessionId : stream.userId),
      );
      // Runs after the other listeners have invalidated the session.
      if (concerned.length > 0) setImmediate(() => review(concerned));
    }
  });

  return {
    async follow(follower) {
      const refuse = (code: 'UNAVAILABLE' | 'TOO_MANY_REQUESTS'): never => {
        throw new ApiError(code, { retryAfterSeconds: busySeconds });
      };
      // Without recent checks the connection is not fresh: it is proven now.
      if (!isClosed && !signals.isFresh()) await signals.waitUntilSynced();
      if (isClosed || !signals.isFresh() || streams.size >= limits.perProcess)
        return refuse('UNAVAILABLE');
      if ((ofPerson.get(follower.userId)?.size ?? 0) >= limits.perPerson)
        return refuse('TOO_MANY_REQUESTS');
      const now = performance.now();
      const stream: Stream = {
        ...follower,
        out: new Readable({ read: () => undefined }),
        sentAt: { person: -Infinity, organisation: -Infinity },
        dueAt: { person: null, organisation: null },
        // Spreads the comments of streams that opened together.
        beatAt: now + limits.beatMs * (0.5 + Math.random() / 2),
      };
      stream.out.once('close', () => leave(stream));
      streams.add(stream);
      add(ofPerson, stream.userId, stream);
      if (stream.partnerId !== null) add(ofOrganisation, String(stream.partnerId), stream);
      timer ??= setInterval(tick, tickMs).unref();
      stream.out.push(':\n\n');
      // The session may have ended during the lookup.
      review([stream]);
      return stream.out;
    },
    close() {
      isClosed = true;
      for (const stream of [...streams]) end(stream);
    },
  };
}
