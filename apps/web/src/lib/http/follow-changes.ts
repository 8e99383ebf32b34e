import type { EndpointId } from '@wasl/contracts';
import { mutate } from 'swr';
import wire from 'virtual:wasl/wire';

import { loadConfig } from './config.ts';
import { setStreamConnected } from './polling-interval.ts';
import { updateServerTime } from './server-time.ts';
import { storedToken } from '../session/session.ts';

/** Calls to read again after a change for the person or for their organisation. */
const callsByScope = {
  person: ['getUnread', 'listNotices', 'listThreads', 'getMessages'],
  organisation: ['getUnread', 'getWorklistMark', 'listThreads', 'getMessages'],
} as const satisfies Record<string, readonly EndpointId[]>;

/** Milliseconds without a byte after which a stream is dead; the server sends a byte every 25 s. */
const silenceTimeoutMs = 60_000;
/** Milliseconds before a lost stream is reopened. The delay is random, because a restart drops all streams at once. */
const reopenDelayMs = { first: 1000, spread: 4000, most: 5 * 60_000 };

/** Message between the pages of a browser: a change, or whether the stream is connected. */
type StreamMessage = keyof typeof callsByScope | 'live' | 'lost' | 'who';

function revalidate(ids: readonly string[]): void {
  // The present content stays visible until the answer arrives.
  void mutate((key) => Array.isArray(key) && ids.includes(String(key[0])));
}

const allCalls = [...new Set<string>([...callsByScope.person, ...callsByScope.organisation])];

/** Passes the events of a stream on until it ends or has been silent for `silenceTimeoutMs`. */
async function readEvents(
  stream: ReadableStream<Uint8Array>,
  abort: () => void,
  onEvent: (event: string) => void,
): Promise<void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const timer = setTimeout(abort, silenceTimeoutMs);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    const events = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) if (event.startsWith('data: ')) onEvent(event.slice(6));
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
async function followOnce(
  broadcast: (message: StreamMessage) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const stream = new AbortController();
  const abort = () => stream.abort();
  signal.addEventListener('abort', abort);
  let isOpen = false;
  try {
    const { apiBaseUrl } = await loadConfig();
    const answer = await fetch(apiBaseUrl.replace(/\/$/, '') + wire.followChanges.path, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${storedToken() ?? ''}` },
      signal: stream.signal,
    });
    // Learns the server's time from this answer, for it is the first one after the device slept.
    updateServerTime(answer.headers.get('date'));
    if (answer.body !== null && answer.ok) {
      isOpen = true;
      broadcast('live');
      await readEvents(answer.body, abort, (event) => {
        if (event in callsByScope) broadcast(event as StreamMessage);
      });
    }
  } catch {
    // The stream is lost or was refused. The caller retries until it is aborted.
  } finally {
    signal.removeEventListener('abort', abort);
    // The previous leader may have closed without a message, so no page receives changes now.
    broadcast('lost');
  }
  return isOpen;
}

/** Follows until aborted. @param broadcast sends a message to all pages of the browser, including this one */
async function followAsLeader(
  broadcast: (message: StreamMessage) => void,
  signal: AbortSignal,
): Promise<never> {
  let failures = 0;
  for (;;) {
    failures = (await followOnce(broadcast, signal)) ? 0 : failures + 1;
    const base = Math.min(reopenDelayMs.first * 2 ** failures, reopenDelayMs.most);
    await pause(base + Math.random() * Math.max(base, reopenDelayMs.spread), signal);
  }
}

/**
 * Follows changes for the person and reads the visible content again. Browsers allow six HTTP/1.1 connections per
 * server. So one page opens the stream under a lock and forwards its events. Only a visible page leads, because
 * browsers suspend hidden ones. Without locks (an address without TLS) or a stream, pages poll.
 * @param scope scope of the lock and the channel
 * @returns a function that stops following
 */
export function followChanges(scope: string): () => void {
  const name = `wasl-changes:${scope}`;
  if (!('locks' in navigator)) return () => undefined;
  let channel: BroadcastChannel;
  try {
    channel = new BroadcastChannel(name);
  } catch {
    // Some browsers refuse it where site data are blocked.
    return () => undefined;
  }
  let following: AbortController | null = null;
  let isLeading = false;
  let isConnected = false;

  const onMessage = (message: StreamMessage) => {
    if (message === 'who') {
      if (isLeading && isConnected) channel.postMessage('live' satisfies StreamMessage);
    } else if (message === 'lost') setStreamConnected(false);
    else {
      if (message === 'live') setStreamConnected(true);
      // A hidden page reads again when it becomes visible.
      if (document.visibilityState === 'visible')
        revalidate(message === 'live' ? allCalls : callsByScope[message]);
    }
  };
  const broadcast = (message: StreamMessage) => {
    isConnected = message !== 'lost';
    channel.postMessage(message);
    onMessage(message);
  };
  channel.onmessage = ({ data }: MessageEvent<StreamMessage>) => onMessage(data);

  const followWhileVisible = () => {
    const isVisible = document.visibilityState === 'visible';
    if (!isVisible) {
      following?.abort();
      following = null;
      setStreamConnected(false);
      return;
    }
    if (following !== null) return;
    const { signal } = (following = new AbortController());
    // Another page may already be following.
    channel.postMessage('who' satisfies StreamMessage);
    navigator.locks
      .request(name, { signal }, async () => {
        isLeading = true;
        await followAsLeader(broadcast, signal).finally(() => {
          isLeading = false;
        });
      })
      .catch(() => undefined);
  };
  followWhileVisible();
  document.addEventListener('visibilitychange', followWhileVisible);
  return () => {
    document.removeEventListener('visibilitychange', followWhileVisible);
    following?.abort();
    setStreamConnected(false);
    channel.close();
  };
}
