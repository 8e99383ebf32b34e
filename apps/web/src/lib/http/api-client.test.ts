import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { signedToken } from '../../testing/token.ts';
import { call } from './api-client.ts';
import { ApiError } from './http.ts';
import { currentSession, startSession } from '../session/session.ts';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

const fetchMock = vi.fn<typeof fetch>();
/** The last call to the API, without the request of the settings. */
function lastSent(): { url: string; init: RequestInit } {
  const calls = fetchMock.mock.calls.filter(([url]) => url !== '/config.json');
  const [url, init] = calls.at(-1) ?? [];
  return { url: typeof url === 'string' ? url : '', init: init ?? {} };
}

function serve(reply: () => Response | Promise<Response>): void {
  fetchMock.mockImplementation((url) =>
    Promise.resolve(
      url === '/config.json' ? answer(200, { apiBaseUrl: 'https://api.example/api/' }) : reply(),
    ),
  );
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  document.documentElement.lang = 'ar';
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
});

describe('call', () => {
  it('sends path, query, body, token and language, and reads the total', async () => {
    const token = signedToken();
    startSession(token);
    serve(() => answer(200, [], { 'x-total-count': '42' }));
    const { data, total } = await call('filterRequests', {
      query: { page: 1, size: 15 },
      body: [],
    });
    const { url, init } = lastSent();
    expect(url).toBe('https://api.example/api/requests/filter?page=1&size=15');
    expect(init).toMatchObject({
      method: 'POST',
      body: '[]',
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'ar' },
    });
    expect([data, total]).toEqual([[], 42]);
  });

  it('repeats a polled call with its ETag, and reuses the response of a 304', async () => {
    const headers = { etag: 'W/"a"', 'x-total-count': '3' };
    serve(() => answer(200, { notices: 2 }, headers));
    const first = await call('getUnread', {}, { isQuiet: true });
    serve(() => new Response(null, { status: 304, headers }));
    expect(await call('getUnread', {}, { isQuiet: true })).toEqual(first);
    expect(lastSent().init.headers).toMatchObject({ 'if-none-match': 'W/"a"' });
    serve(() => answer(200, { notices: 3 }, { etag: 'W/"b"' }));
    expect((await call('getUnread', {}, { isQuiet: true })).data).toEqual({ notices: 3 });
    await call('getUnread', {});
    expect(lastSent().init.headers).not.toHaveProperty('if-none-match');
  });

  it('marks a call as quiet unless the user was active since the last one', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    try {
      startSession(signedToken());
      serve(() => answer(200, {}));
      const isQuiet = async (): Promise<boolean> => {
        await call('getUnread', {});
        return new Headers(lastSent().init.headers).has('x-wasl-quiet');
      };
      await isQuiet();
      vi.setSystemTime(Date.now() + 60_000);
      expect(await isQuiet()).toBe(true);
      for (const kind of ['keydown', 'pointerdown', 'wheel', 'touchmove']) {
        document.body.dispatchEvent(new Event(kind, { bubbles: true }));
        vi.setSystemTime(Date.now() + 4 * 60_000);
        expect(await isQuiet()).toBe(false);
        expect(await isQuiet()).toBe(true);
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it('encodes parameters', async () => {
    serve(() => answer(200, {}));
    await call('getCurrentUser', { params: { id: 'a/b@example.org' }, query: {} });
    expect(lastSent().url).toBe('https://api.example/api/currentUser/a%2Fb%40example.org');
  });

  it('throws the server’s message, code and field errors', async () => {
    serve(() =>
      answer(409, {
        code: 'EMAIL_TAKEN',
        message: 'Un compte existe déjà avec cet email.',
        errors: [{ path: 'email', code: 'taken', message: 'Déjà pris' }],
        requestId: 'r',
      }),
    );
    const error: unknown = await call('getRequest', { params: { id: 1 }, query: {} }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 409,
      code: 'EMAIL_TAKEN',
      message: 'Un compte existe déjà avec cet email.',
      errors: [{ path: 'email', code: 'taken', message: 'Déjà pris' }],
    });
  });

  it('distinguishes a lost connection and a foreign page from an API response', async () => {
    serve(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call('getRequest', { params: { id: 1 }, query: {} })).rejects.toMatchObject({
      status: 0,
      code: 'NETWORK',
    });
    serve(() => new Response('<html>Bad gateway</html>', { status: 502 }));
    await expect(call('getRequest', { params: { id: 1 }, query: {} })).rejects.toMatchObject({
      status: 502,
      code: 'INTERNAL',
      message: '',
    });
  });

  it('ends the stored session only when the server no longer accepts it', async () => {
    startSession(signedToken());
    serve(() => answer(401, { code: 'UNAUTHENTICATED', message: '', requestId: 'r' }));
    await call('getRequest', { params: { id: 1 }, query: {} }, { token: 'another' }).catch(
      () => undefined,
    );
    expect(currentSession()).not.toBeNull();
    await call('getRequest', { params: { id: 1 }, query: {} }).catch(() => undefined);
    expect(currentSession()).toBeNull();
  });

  it('preserves the session when only the password was wrong', async () => {
    startSession(signedToken());
    serve(() => answer(401, { code: 'INVALID_CREDENTIALS', message: 'Non', requestId: 'r' }));
    await call('signIn', { body: { email: 'a@b.ma', password: 'x' } }).catch(() => undefined);
    expect(currentSession()).not.toBeNull();
  });
});

describe('a multipart call', () => {
  class FakeXhr {
    static last: FakeXhr | undefined;
    upload: { onprogress?: (event: object) => void } = {};
    status = 201;
    response = new Blob([JSON.stringify({ id: 7 })]);
    headers: Record<string, string> = {};
    url = '';
    sent: FormData | undefined;
    onload: () => void = () => undefined;
    onabort: () => void = () => undefined;
    onloadend: () => void = () => undefined;
    constructor() {
      FakeXhr.last = this;
    }
    open(_method: string, url: string) {
      this.url = url;
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value;
    }
    getResponseHeader() {
      return null;
    }
    send(body: FormData) {
      this.sent = body;
    }
    abort() {
      this.onabort();
      this.onloadend();
    }
  }

  beforeEach(() => {
    FakeXhr.last = undefined;
    vi.stubGlobal('XMLHttpRequest', FakeXhr);
    serve(() => answer(200, {}));
  });

  it('sends JSON parts, text parts and files, reports progress, and leaves the content type to the browser', async () => {
    const shares: number[] = [];
    const file = new File(['%PDF'], 'plan.pdf', { type: 'application/pdf' });
    const running = call(
      'uploadRequestDocument',
      {
        params: { id: 3 },
        query: {},
        body: { requestId: 3, name: 'BUSINESS_PLAN' },
        files: { file },
      },
      { onProgress: (share) => shares.push(share) },
    );
    await vi.waitUntil(() => FakeXhr.last?.sent !== undefined);
    const xhr = FakeXhr.last;
    xhr?.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 });
    xhr?.onload();
    await expect(running).resolves.toMatchObject({ data: { id: 7 } });
    expect(shares).toEqual([0.25]);
    expect(xhr?.sent?.get('name')).toBe('BUSINESS_PLAN');
    expect((xhr?.sent?.get('file') as File | undefined)?.name).toBe('plan.pdf');
    expect(xhr?.headers).not.toHaveProperty('content-type');
  });

  it('can be cancelled', async () => {
    const controller = new AbortController();
    const running = call(
      'uploadRequestDocument',
      {
        params: { id: 3 },
        query: {},
        body: { requestId: 3, name: 'BUSINESS_PLAN' },
        files: { file: new File(['x'], 'x.pdf') },
      },
      { signal: controller.signal },
    );
    await vi.waitUntil(() => FakeXhr.last?.sent !== undefined);
    controller.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  });
});
