import { render, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SWRConfig } from 'swr';

import { showLanguage, startTranslations } from '../../i18n/index.ts';
import { signedToken } from '../../testing/token.ts';
import { prefetch, takePrefetched } from './prefetch.ts';
import { hydrateCache } from './hydrate-cache.ts';
import { refresh } from './refresh.ts';
import { endSession, startSession, storedToken } from '../session/session.ts';
import { useEndpoint } from './use-endpoint.ts';

const amina = signedToken();
const karim = signedToken({ sub: 'karim@example.org', uid: 'u-2' });
const calls: string[] = [];
let respond: () => Promise<Response>;

beforeAll(async () => {
  await startTranslations('fr');
});
beforeEach(async () => {
  endSession();
  startSession(amina);
  await showLanguage('fr');
  calls.length = 0;
  respond = () => Promise.resolve(Response.json({ notices: 3, messages: 0, steps: [] }));
  vi.stubGlobal('fetch', (url: string) => {
    if (url === '/config.json') return Promise.resolve(Response.json({}));
    calls.push(url);
    return respond();
  });
  // Clears prefetches that an earlier test did not take.
  void takePrefetched('getUnread', {});
});

function Unread() {
  const { data, error } = useEndpoint('getUnread', {});
  return <p>{error === undefined ? (data?.notices ?? 'none yet') : 'failed'}</p>;
}
function Mark() {
  return <p>{useEndpoint('getWorklistMark', {}).data?.mark}</p>;
}
const draw = () =>
  render(
    <SWRConfig value={{ errorRetryCount: 0 }}>
      <Unread />
    </SWRConfig>,
  );

describe('a prefetched call', () => {
  it('is passed to the screen in any state, and made once', async () => {
    prefetch('getUnread', {});
    draw();
    expect(await screen.findByText('3')).toBeInTheDocument();
    expect(calls).toEqual(['/api/unread']);
  });

  it('is used once: a second call is sent to the server', () => {
    prefetch('getUnread', {});
    expect(takePrefetched('getUnread', {})).toBeDefined();
    expect(takePrefetched('getUnread', {})).toBeUndefined();
  });

  it('is not used for another person who signs in later', async () => {
    prefetch('getUnread', {});
    endSession();
    expect(takePrefetched('getUnread', {})).toBeUndefined();
    startSession(amina);
    prefetch('getUnread', {});
    startSession(karim);
    expect(takePrefetched('getUnread', {})).toBeUndefined();
    startSession(amina);
    respond = () => Promise.resolve(Response.json({ mark: 'of Amina' }));
    prefetch('getWorklistMark', {});
    startSession(karim);
    await hydrateCache(1000);
    respond = () => Promise.resolve(Response.json({ mark: 'of Karim' }));
    render(<Mark />);
    expect(screen.queryByText('of Amina')).toBeNull();
    expect(await screen.findByText('of Karim')).toBeInTheDocument();
  });

  it('is not used for another language or after its time limit', async () => {
    prefetch('getUnread', {});
    await showLanguage('ar');
    expect(takePrefetched('getUnread', {})).toBeUndefined();
    await showLanguage('fr');
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
    void takePrefetched('getUnread', {});
    prefetch('getUnread', {});
    now.mockReturnValue(1_016_000);
    expect(takePrefetched('getUnread', {})).toBeUndefined();
    now.mockRestore();
  });

  it('ends an expired session once, for any number of calls', async () => {
    const code = 'UNAUTHENTICATED';
    respond = () => Promise.resolve(Response.json({ code, message: '' }, { status: 401 }));
    const ended = vi.spyOn(Storage.prototype, 'removeItem');
    prefetch('getUnread', {});
    prefetch('getYourTurn', {});
    await waitFor(() => expect(storedToken()).toBeNull());
    await hydrateCache(1000);
    expect(ended.mock.calls.filter(([key]) => key === 'token').length).toBeLessThanOrEqual(2);
    expect(takePrefetched('getUnread', {})).toBeUndefined();
    ended.mockRestore();
  });
});

describe('a hydrated response', () => {
  it('is rendered immediately and not requested again', async () => {
    prefetch('listSessions', {});
    respond = () => Promise.resolve(Response.json([]));
    prefetch('getYourTurn', {});
    await hydrateCache(1000);
    calls.length = 0;
    const seen: unknown[] = [];
    function Probe() {
      seen.push(useEndpoint('getYourTurn', {}).data);
      return null;
    }
    render(<Probe />);
    await Promise.resolve();
    expect(seen[0]).toEqual([]);
    expect(calls).toEqual([]);
  });

  it('is requested again after a write made it stale, at any time', async () => {
    respond = () => Promise.resolve(Response.json({ absence: null }));
    prefetch('getAbsence', {});
    await hydrateCache(1000);
    prefetch('getWorklistMark', {});
    await refresh('getAbsence');
    // The same for a prefetch from before the write that no screen has taken.
    expect(takePrefetched('getWorklistMark', {})).toBeUndefined();
    calls.length = 0;
    function Absence() {
      return <p>{useEndpoint('getAbsence', {}).data === undefined ? 'none yet' : 'here'}</p>;
    }
    render(<Absence />);
    expect(await screen.findByText('here')).toBeInTheDocument();
    expect(calls).toHaveLength(1);
  });

  it('is awaited only up to the limit, and still arrives', async () => {
    let arrive: (answer: Response) => void = () => undefined;
    respond = () =>
      new Promise((resolve) => {
        arrive = resolve;
      });
    prefetch('getAbsence', {});
    await hydrateCache(1);
    const taken = takePrefetched('getAbsence', {});
    arrive(Response.json({ absence: null }));
    expect((await taken)?.data).toEqual({ absence: null });
  });
});
