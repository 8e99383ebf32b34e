import type { EndpointId } from '@wasl/contracts';
import { mutate } from 'swr';
import wire from 'virtual:wasl/wire';

import { loadConfig } from './config.ts';
import { setLive } from './live.ts';
import { learnServerTime } from './server-time.ts';
import { storedToken } from '../session/session.ts';

/** What is read again when something has changed for the person, and for their organisation. */
const readAgain = {
  person: ['getUnread', 'listNotices', 'listThreads', 'getMessages'],
  organisation: ['getUnread', 'getWorklistMark', 'listThreads', 'getMessages'],
} as const satisfies Record<string, readonly EndpointId[]>;

/** Milliseconds without a byte after which a stream is dead: the server says something every 25 s. */
const silentMs = 60_000;
/** Milliseconds before a lost stream is opened again: different for each page, for a restart loses all of them at once. */
const waitMs = { first: 1000, spread: 4000, most: 5 * 60_000 };

/** What one page of the browser says to the others: what the server said, and whether it is heard. */
type Said = keyof typeof readAgain | 'live' | 'lost' | 'who';

function readWhat(ids: readonly string[]): void {
  // What is on screen stays until the answer is there.
  void mutate((key) => Array.isArray(key) && ids.includes(String(key[0])));
}

const everything = [...new Set<string>([...readAgain.person, ...readAgain.organisation])];

/** Passes the events of a stream on until it ends, or has been silent for too long. */
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

/** Rejects when the signal is given, and resolves when the time is over. */
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

/** Follows one stream to its end. Answers whether it could be had. */
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
    // The first answer after the device has slept.
    learnServerTime(answer.headers.get('date'));
    if (answer.body !== null && answer.ok) {
      isOpen = true;
      say('live');
      await readEvents(answer.body, cut, (event) => {
        if (event in readAgain) say(event as Said);
      });
    }
  } catch {
    // Lost, or not to be had: asked for again, unless nobody wants it any more.
  } finally {
    signal.removeEventListener('abort', cut);
    // Whoever had the stream before may have gone without a word: nobody is told of changes now.
    say('lost');
  }
  return isOpen;
}

/** Follows until told to stop. @param say tells what was heard to all pages of the browser, this one among them */
async function lead(say: (said: Said) => void, signal: AbortSignal): Promise<never> {
  let failures = 0;
  for (;;) {
    failures = (await followOnce(say, signal)) ? 0 : failures + 1;
    const base = Math.min(waitMs.first * 2 ** failures, waitMs.most);
    await pause(base + Math.random() * Math.max(base, waitMs.spread), signal);
  }
}

/**
 * Follows what changes for the person, and has what is on screen read again. Browsers give six connections to a server that speaks
 * HTTP/1.1, so one page of the browser holds the stream, whichever has the lock, and tells the others; only a page that is
 * looked at, for a browser may put the others to sleep. Answers how to stop. Where there are no locks (an address without
 * TLS) pages ask now and then, as they do when the server cannot tell.
 * @param who whose pages tell each other
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
      // A page that nobody sees reads again when it is looked at.
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
    // Somebody else may be following already.
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
