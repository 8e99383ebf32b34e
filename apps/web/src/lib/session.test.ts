import { afterEach, describe, expect, it, vi } from 'vitest';

import { signedToken } from '../testing/token.ts';
import {
  currentSession,
  endSession,
  expireSession,
  sessionOf,
  startSession,
  takeReturnPlace,
} from './session.ts';

afterEach(() => {
  vi.useRealTimers();
  window.history.replaceState(null, '', '/');
});

describe('sessionOf', () => {
  it('reads who it is, with letters beyond ASCII', () => {
    const token = signedToken({ user: { nom: 'العمراني', prenom: 'Amélie' } });
    expect(sessionOf(token)).toMatchObject({
      email: 'amina@example.org',
      name: 'Amélie العمراني',
      role: 'BENEFICIAIRE',
      userId: 'u-1',
    });
  });

  it('takes a name given as plain text, and the e-mail where there is none', () => {
    expect(sessionOf(signedToken({ user: 'Amina' }))?.name).toBe('Amina');
    expect(sessionOf(signedToken({ user: undefined }))?.name).toBe('amina@example.org');
  });

  it.each([
    ['expired', signedToken({ exp: Math.floor(Date.now() / 1000) - 1 })],
    ['of an unknown role', signedToken({ role: 'ADMIN' })],
    ['without an end', signedToken({ exp: undefined })],
    ['no token at all', 'abc'],
    ['not JSON inside', 'a.%%%.c'],
  ])('refuses one %s', (_, token) => {
    expect(sessionOf(token)).toBeNull();
  });
});

describe('the session kept on the device', () => {
  it('ends by its own age', () => {
    vi.useFakeTimers({ now: Date.now() });
    startSession(signedToken({ exp: Math.floor(Date.now() / 1000) + 60 }));
    expect(currentSession()).not.toBeNull();
    vi.setSystemTime(Date.now() + 61_000);
    expect(currentSession()).toBeNull();
  });

  it('keeps drafts and the place when it expires, and returns there once', () => {
    localStorage.setItem('draft:amina@example.org:wizard', '{}');
    startSession(signedToken());
    window.history.replaceState(null, '', '/editRequest/7?step=2');
    expireSession();
    expect(currentSession()).toBeNull();
    expect(localStorage.getItem('draft:amina@example.org:wizard')).toBe('{}');
    expect(takeReturnPlace()).toBe('/editRequest/7?step=2');
    expect(takeReturnPlace()).toBe('/requests');
  });

  it('clears the device on signing out, except the language', () => {
    localStorage.setItem('lang', 'ar');
    localStorage.setItem('draft:amina@example.org:wizard', '{}');
    startSession(signedToken());
    endSession();
    expect(localStorage.length).toBe(1);
    expect(localStorage.getItem('lang')).toBe('ar');
  });

  it('never returns to another site', () => {
    sessionStorage.setItem('returnTo', '//evil.example/');
    expect(takeReturnPlace()).toBe('/requests');
  });
});
