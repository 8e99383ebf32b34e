import { act, renderHook, waitFor } from '@testing-library/react';
import useSWR from 'swr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { followChanges } from './follow-changes.ts';
import { usePollingInterval } from './polling-interval.ts';

interface Stream {
  readonly send: (text: string) => void;
  readonly end: () => void;
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
}

let streams: Stream[];
let lockNames: string[];
beforeEach(() => {
  streams = [];
  lockNames = [];
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.setItem('token', 'a.b.c');
  vi.stubGlobal(
    'fetch',
    vi.fn((url: string, init: RequestInit) => {
      if (url === '/config.json') return Promise.resolve(new Response('{}'));
      expect(url).toBe('/api/changes');
      const { signal, headers } = init as { signal: AbortSignal; headers: Record<string, string> };
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          streams.push({
            send: (text) => controller.enqueue(new TextEncoder().encode(text)),
            end: () => controller.close(),
            signal,
            headers,
          });
          signal.addEventListener('abort', () => {
            controller.error(new DOMException('cut', 'AbortError'));
          });
        },
      });
      return Promise.resolve(new Response(body));
    }),
  );
  // Pages get the lock one after the other, as in browsers.
  const waiting: (() => void)[] = [];
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: async (
        name: string,
        { signal }: { signal: AbortSignal },
        work: () => Promise<void>,
      ) => {
        if (lockNames.includes(name)) await new Promise<void>((resolve) => waiting.push(resolve));
        signal.throwIfAborted();
        lockNames.push(name);
        try {
          await work();
        } finally {
          lockNames.splice(lockNames.indexOf(name), 1);
          waiting.shift()?.();
        }
      },
    },
  });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function shown() {
  const read = vi.fn(() => Promise.resolve('what was read'));
  const { result } = renderHook(() => {
    useSWR(['getUnread', 'fr', {}], read, { dedupingInterval: 0 });
    return usePollingInterval(60_000);
  });
  return { read, every: () => result.current };
}

describe('a page that follows changes', () => {
  it('polls rarely while its stream is open, and reloads on an event', async () => {
    const { read, every } = shown();
    expect(every()).toBe(60_000);
    const stop = followChanges('me');
    await waitFor(() => expect(every()).toBe(300_000));
    expect(streams[0]?.headers).toMatchObject({ authorization: 'Bearer a.b.c' });
    const before = read.mock.calls.length;
    // In two chunks, after a comment.
    streams[0]?.send(':\n\ndata: per');
    streams[0]?.send('son\n\n');
    await waitFor(() => expect(read.mock.calls.length).toBeGreaterThan(before));
    act(stop);
    expect(every()).toBe(60_000);
    expect(streams[0]?.signal.aborted).toBe(true);
  });

  it('polls more often after the stream is lost, until a new stream opens', async () => {
    const { every } = shown();
    const stop = followChanges('me');
    await waitFor(() => expect(every()).toBe(300_000));
    streams[0]?.end();
    await waitFor(() => expect(every()).toBe(60_000));
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await waitFor(() => expect(every()).toBe(300_000));
    expect(streams).toHaveLength(2);
    // A dead connection without an error is only silent.
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    await waitFor(() => expect(streams[1]?.signal.aborted).toBe(true));
    act(stop);
  });

  it('shares the stream of another page in the browser, and receives its events', async () => {
    const { read, every } = shown();
    const [first, second] = [followChanges('me'), followChanges('me')];
    await waitFor(() => expect(every()).toBe(300_000));
    expect(streams).toHaveLength(1);
    act(first);
    await waitFor(() => expect(streams).toHaveLength(2));
    const before = read.mock.calls.length;
    streams[1]?.send('data: person\n\n');
    await waitFor(() => expect(read.mock.calls.length).toBeGreaterThan(before));
    act(second);
  });

  it('polls again after the page with the stream disappears silently and no stream opens', async () => {
    const { every } = shown();
    vi.mocked(fetch).mockImplementation((url) =>
      Promise.resolve(
        url === '/config.json' ? new Response('{}') : new Response('', { status: 503 }),
      ),
    );
    const stop = followChanges('me');
    const other = new BroadcastChannel('wasl-changes:me');
    other.postMessage('live');
    await waitFor(() => expect(every()).toBe(300_000));
    other.close();
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    await waitFor(() => expect(every()).toBe(60_000));
    act(stop);
  });

  it('closes the stream while the page is hidden', async () => {
    const { every } = shown();
    const stop = followChanges('me');
    await waitFor(() => expect(every()).toBe(300_000));
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    expect([streams[0]?.signal.aborted, every()]).toEqual([true, 60_000]);
    // It also requests no other stream meanwhile.
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect([streams.length, lockNames]).toEqual([1, []]);
    visibility.mockRestore();
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await waitFor(() => expect(every()).toBe(300_000));
    act(stop);
  });
});
