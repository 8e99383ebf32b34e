import type { EndpointId } from '@wasl/contracts';
import { mutate } from 'swr';
import wire from 'virtual:wasl/wire';

import { loadConfig } from './config.ts';
import { setLive } from './live.ts';
import { learnServerTime } from './server-time.ts';
import { storedToken } from '../session/session.ts';

/** Calls to read again after a change for the person or for their organisation. */
const readAgain = {
  person: ['getUnread', 'listNotices', 'listThreads', 'getMessages'],
  organisation: ['getUnread', 'getWorklistMark', 'listThreads', 'getMessages'],
} as const satisfies Record<string, readonly EndpointId[]>;

/** Milliseconds without a byte after which a stream is dead; the server sends a byte every 25 s. */
const silentMs = 60_000;
/** Milliseconds before a lost stream is reopened. The delay is random, because a restart drops all streams at once. */
const waitMs = { first: 1000, spread: 4000, most: 5 * 60_000 };

/** Message between the pages of a browser: a change, or whether the stream is connected. */
type Said = keyof typeof readAgain | 'live' | 'lost' | 'who';

function readWhat(ids: readonly string[]): void {
  // The present content stays visible until the answer arrives.
  void mutate((key) => Array.isArray(key) && ids.includes(String(key[0])));
}

const everything = [...new Set<string>([...readAgain.person, ...readAgain.organisation])];

/** Passes the events of a stream on until it ends or has been silent for `silentMs`. */
async function readEvents(
  stream: ReadableStream<Uint8Array>,
  cut: () => void,
  hear: (event: string) => void,
): Promise<void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const timer = setTimeout(cut, silentMs);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    const events = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) if (event.startsWith('data: ')) hear(event.slice(6));
  }
}

/** Rejects when the signal is aborted, and resolves after `ms`. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new DOMException('No longer followed', 'AbortError'));
      return;
    }
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('No longer followed', 'AbortError'));
    });
  });
}

/** Follows one stream to its end. @returns whether the stream could be opened */
async function followOnce(say: (said: Said) => void, signal: AbortSignal): Promise<boolean> {
  const stream = new AbortController();
  const cut = () => stream.abort();
  signal.addEventListener('abort', cut);
  let isOpen = false;
  try {
    const { apiBaseUrl } = await loadConfig();
    const answer = await fetch(apiBaseUrl.replace(/\/$/, '') + wire.followChanges.path, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${storedToken() ?? ''}` },
      signal: stream.signal,
    });
    // Learns the server's time from this answer, for it is the first one after the device slept.
    learnServerTime(answer.headers.get('date'));
    if (answer.body !== null && answer.ok) {
      isOpen = true;
      say('live');
      await readEvents(answer.body, cut, (event) => {
        if (event in readAgain) say(event as Said);
      });
    }
  } catch {
    // The stream is lost or was refused. The caller retries until it is aborted.
  } finally {
    signal.removeEventListener('abort', cut);
    // The previous leader may have closed without a message, so no page receives changes now.
    say('lost');
  }
  return isOpen;
}

/** Follows until aborted. @param say sends a message to all pages of the browser, including this one */
async function lead(say: (said: Said) => void, signal: AbortSignal): Promise<never> {
  let failures = 0;
  for (;;) {
    failures = (await followOnce(say, signal)) ? 0 : failures + 1;
    const base = Math.min(waitMs.first * 2 ** failures, waitMs.most);
    await pause(base + Math.random() * Math.max(base, waitMs.spread), signal);
  }
}

/**
 * Follows changes for the person and reads the visible content again. Browsers allow six HTTP/1.1 connections per
 * server. So one page opens the stream under a lock and forwards its events. Only a visible page leads, because
 * browsers suspend hidden ones. Without locks (an address without TLS) or a stream, pages poll.
 * @param who scope of the lock and the channel
 * @returns a function that stops following
 */
export function followChanges(who: string): () => void {
  const name = `wasl-changes:${who}`;
  if (!('locks' in navigator)) return () => undefined;
  let channel: BroadcastChannel;
  try {
    channel = new BroadcastChannel(name);
  } catch {
    // Some browsers refuse it where site data are blocked.
    return () => undefined;
  }
  let watching: AbortController | null = null;
  let isLeading = false;
  let isHeard = false;

  const hear = (said: Said) => {
    if (said === 'who') {
      if (isLeading && isHeard) channel.postMessage('live' satisfies Said);
    } else if (said === 'lost') setLive(false);
    else {
      if (said === 'live') setLive(true);
      // A hidden page reads again when it becomes visible.
      if (document.visibilityState === 'visible')
        readWhat(said === 'live' ? everything : readAgain[said]);
    }
  };
  const say = (said: Said) => {
    isHeard = said !== 'lost';
    channel.postMessage(said);
    hear(said);
  };
  channel.onmessage = ({ data }: MessageEvent<Said>) => hear(data);

  const watch = () => {
    const isSeen = document.visibilityState === 'visible';
    if (!isSeen) {
      watching?.abort();
      watching = null;
      setLive(false);
      return;
    }
    if (watching !== null) return;
    const { signal } = (watching = new AbortController());
    // Another page may already be following.
    channel.postMessage('who' satisfies Said);
    navigator.locks
      .request(name, { signal }, async () => {
        isLeading = true;
        await lead(say, signal).finally(() => {
          isLeading = false;
        });
      })
      .catch(() => undefined);
  };
  watch();
  document.addEventListener('visibilitychange', watch);
  return () => {
    document.removeEventListener('visibilitychange', watch);
    watching?.abort();
    setLive(false);
    channel.close();
  };
}
