import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { offeredSession, acceptOfferedSession } from '../domain/accounts/offered-session.ts';
import { removeToken, startSession, storedToken } from '../lib/session/session.ts';
import { signedToken } from '../testing/token.ts';
import { runAddressCommands } from './address-commands.ts';
import { extractCommands } from './extract-commands.ts';

describe('commands in the address', () => {
  it('are removed from the address at once, including the token, and the rest stays', () => {
    const replaceState = vi.fn();
    const taken = extractCommands(
      new URL(
        'https://w.ma/requests?page=2&token=secret&lang=ar&idparcoure=7#x',
      ) as unknown as Location,
      { state: null, replaceState } as unknown as History,
    );
    expect(Object.fromEntries(taken)).toEqual({ token: 'secret', lang: 'ar', idparcoure: '7' });
    expect(String(replaceState.mock.calls[0]?.[2])).toBe('https://w.ma/requests?page=2#x');
  });

  it('leave an address without commands unchanged', () => {
    const replaceState = vi.fn();
    const address = new URL('https://w.ma/reinitialiserMotPasse/abc') as unknown as Location;
    expect(extractCommands(address, { state: null, replaceState } as unknown as History).size).toBe(
      0,
    );
    expect(replaceState).not.toHaveBeenCalled();
  });
});

describe('a token in the address', () => {
  const fetchMock = vi.fn<typeof fetch>();
  const mine = signedToken({ sub: 'amina@example.org', jti: 'mine' });
  const again = signedToken({ sub: 'amina@example.org', jti: 'again' });
  const others = signedToken({ sub: 'karim@example.org' });
  const isGood = (status: number) => {
    fetchMock.mockImplementation(() => Promise.resolve(new Response('{}', { status })));
  };
  const obey = (token: string) => runAddressCommands(new Map([['token', token]]));
  beforeEach(() => {
    vi.stubGlobal('fetch', fetchMock);
    isGood(200);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    removeToken();
  });

  it('signs in without a session, and renews the session of the same person', async () => {
    expect(await obey(mine)).toBe('/login');
    expect(storedToken()).toBe(mine);
    expect(await obey(again)).toBe('/login');
    expect(storedToken()).toBe(again);
  });

  it('of another person asks first, and replaces nothing', async () => {
    startSession(mine);
    expect(await obey(others)).toBe('/switchAccount');
    expect(storedToken()).toBe(mine);
    expect(offeredSession()?.email).toBe('karim@example.org');
    acceptOfferedSession();
    expect(storedToken()).toBe(others);
    expect(offeredSession()).toBeNull();
  });

  it('that is unknown to the server changes nothing and names no person', async () => {
    startSession(mine);
    isGood(401);
    expect(await obey(others)).toBe('/login');
    expect(storedToken()).toBe(mine);
    expect(offeredSession()).toBeNull();
  });
});
