import { afterEach, describe, expect, it, vi } from 'vitest';

import { signedToken } from '../../testing/token.ts';
import {
  canStoreSession,
  currentSession,
  endSession,
  expireSession,
  hasSignedOut,
  hasReturnPlace,
  isReturning,
  storeReturnPlace,
  sessionOf,
  startSession,
  subscribeToSession,
  takeReturnPlace,
} from './session.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  endSession();
  localStorage.clear();
  window.history.replaceState(null, '', '/');
});

describe('sessionOf', () => {
  it('reads the person, with non-ASCII letters', () => {
    const token = signedToken({ user: { nom: 'العمراني', prenom: 'Amélie' } });
    expect(sessionOf(token)).toMatchObject({
      email: 'amina@example.org',
      name: 'Amélie العمراني',
      role: 'BENEFICIAIRE',
      userId: 'u-1',
    });
  });

  it('reads a plain-text name, and falls back to the e-mail', () => {
    expect(sessionOf(signedToken({ user: 'Amina' }))?.name).toBe('Amina');
    expect(sessionOf(signedToken({ user: undefined }))?.name).toBe('amina@example.org');
  });

  it.each([
    ['expired', signedToken({ exp: Math.floor(Date.now() / 1000) - 1 })],
    ['of an unknown role', signedToken({ role: 'ADMIN' })],
    ['without an end', signedToken({ exp: undefined })],
    ['no token at all', 'abc'],
    ['not JSON inside', 'a.%%%.c'],
  ])('rejects a token %s', (_, token) => expect(sessionOf(token)).toBeNull());
});

describe('the session on the device', () => {
  it('expires by its own age', () => {
    vi.useFakeTimers({ now: Date.now() });
    startSession(signedToken({ exp: Math.floor(Date.now() / 1000) + 60 }));
    expect(currentSession()).not.toBeNull();
    vi.setSystemTime(Date.now() + 61_000);
    expect(currentSession()).toBeNull();
  });

  it('preserves drafts and the current page when it expires, and returns there once', () => {
    localStorage.setItem('draft:amina@example.org:wizard', '{}');
    startSession(signedToken());
    window.history.replaceState(null, '', '/editRequest/7?step=2');
    expireSession();
    expect(currentSession()).toBeNull();
    expect(localStorage.getItem('draft:amina@example.org:wizard')).toBe('{}');
    startSession(signedToken());
    expect(takeReturnPlace()).toBe('/editRequest/7?step=2');
    expect(takeReturnPlace()).toBe('/requests');
  });

  it('returns to the page section of a mailed link', () => {
    startSession(signedToken());
    window.history.replaceState(null, '', '/profileSettings#emails');
    expireSession();
    startSession(signedToken());
    expect(takeReturnPlace()).toBe('/profileSettings#emails');
    expect(isReturning()).toBe(true);
  });

  it('clears the device on signing out, except the language and other people’s drafts', () => {
    localStorage.setItem('lang', 'ar');
    localStorage.setItem('beneficiaryType', 'entreprise');
    localStorage.setItem('idparcoure', '4');
    localStorage.setItem('draft:amina@example.org:wizard', '{}');
    localStorage.setItem('draft:anonymous:sign-up-ben', '{}');
    localStorage.setItem('draft:karim@example.org:wizard', '{}');
    startSession(signedToken());
    endSession();
    expect(Object.keys(localStorage).sort()).toEqual(['draft:karim@example.org:wizard', 'lang']);
    expect(hasSignedOut()).toBe(true);
    expect(hasReturnPlace()).toBe(false);
  });

  it('preserves the journey of a link through a sign-up', () => {
    localStorage.setItem('idparcoure', '4');
    endSession({ keepPending: true });
    expect(localStorage.getItem('idparcoure')).toBe('4');
  });

  it.each([
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    'https://evil.example/',
    'javascript:alert(1)',
  ])('never returns to another site (%s)', (place) => {
    sessionStorage.setItem('returnTo', JSON.stringify({ place, email: null }));
    expect(takeReturnPlace()).toBe('/requests');
  });

  it('does not return a person to the page of another person', () => {
    startSession(signedToken());
    window.history.replaceState(null, '', '/editRequest/7');
    expireSession();
    startSession(signedToken({ sub: 'karim@example.org' }));
    expect(takeReturnPlace()).toBe('/requests');
    expect(isReturning()).toBe(false);
  });

  it('stores the page of a session that another tab ended', () => {
    startSession(signedToken());
    expect(currentSession()).not.toBeNull();
    window.history.replaceState(null, '', '/simulator');
    localStorage.removeItem('token');
    expect(currentSession()).toBeNull();
    storeReturnPlace();
    startSession(signedToken());
    expect(takeReturnPlace()).toBe('/simulator');
    expect(isReturning()).toBe(true);
  });

  it('lasts until the page closes on a device without storage', () => {
    const set = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    startSession(signedToken());
    expect(currentSession()).not.toBeNull();
    set.mockRestore();
    endSession();
    expect(currentSession()).toBeNull();
  });

  it('is stored in the tab when the device is full, and deletes the older session', () => {
    localStorage.setItem('token', 'an older one');
    const { setItem } = Storage.prototype;
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, ...item) {
      if (this === localStorage) throw new DOMException('full', 'QuotaExceededError');
      setItem.apply(this, item);
    });
    const token = signedToken();
    expect(startSession(token)).toBe(true);
    expect(localStorage.getItem('token')).toBeNull();
    expect(sessionStorage.getItem('token')).toBe(token);
  });
});

describe('a browser that refuses storage', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };

  it('reports that no session survives the page', () => {
    expect(canStoreSession()).toBe(true);
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(refuse);
    expect(canStoreSession()).toBe(true);
    vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(refuse);
    expect(canStoreSession()).toBe(false);
    expect(startSession(signedToken())).toBe(false);
    expect(currentSession()).not.toBeNull();
  });

  it.each([
    [
      'deleting the database',
      () => vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(refuse),
    ],
    ['removing', () => vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse)],
    ['everything', () => vi.spyOn(window, 'localStorage', 'get').mockImplementation(refuse)],
  ])('ends a session even when the browser refuses %s', (_, spoil) => {
    startSession(signedToken());
    const listener = vi.fn();
    const stop = subscribeToSession(listener);
    spoil();
    endSession();
    expect(currentSession()).toBeNull();
    expect(listener).toHaveBeenCalled();
    stop();
  });
});
