import { beforeEach, describe, expect, it, vi } from 'vitest';

import { loadCatalogue } from '../i18n/catalogues.ts';
import { endSession, startSession } from '../lib/session.ts';
import { signedToken } from '../testing/token.ts';
import { fetchEarly } from './fetch-early.ts';

vi.mock(import('../i18n/catalogues.ts'), async (original) => ({
  ...(await original()),
  loadCatalogue: vi.fn(() => Promise.resolve({})),
}));

const fonts = vi.fn(() => Promise.resolve([]));

/** The words asked for at an address, beside those of every page. */
function wordsAt(pathname: string): string[] {
  vi.mocked(loadCatalogue).mockClear();
  fetchEarly(pathname);
  const asked = vi.mocked(loadCatalogue).mock.calls.map(([, namespace]) => namespace);
  expect(asked.slice(0, 3)).toEqual(['common', 'layout', 'words']);
  return asked.slice(3);
}

beforeEach(() => {
  endSession();
  localStorage.clear();
  Object.defineProperty(document, 'fonts', { value: { load: fonts }, configurable: true });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
});

describe('what is fetched before the libraries have arrived', () => {
  it('is what the page of the address needs, also with a number in it', () => {
    expect(wordsAt('/signUp')).toEqual(['accounts']);
    expect(wordsAt('/editRequest/17')).toEqual(['requests', 'wizard']);
    expect(wordsAt('/requests/17/receipt')).toEqual(['requests', 'wizard', 'receipts']);
    expect(wordsAt('/editRequest/17/')).toEqual(['requests', 'wizard']);
    expect(wordsAt('/nowhere/at/all')).toEqual([]);
  });

  it('is what the role finds at the address, and nothing for a visitor', () => {
    expect(wordsAt('/requests')).toEqual([]);
    expect(wordsAt('/requests/17/follow')).toEqual([]);
    startSession(signedToken());
    expect(wordsAt('/requests')).toEqual(['requests']);
    expect(wordsAt('/requests/17/follow')).toEqual(['requests', 'wizard']);
    startSession(signedToken({ role: 'PARTENAIRE' }));
    expect(wordsAt('/')).toEqual(['worklist']);
  });

  it('is in the language of the page, with its letters', () => {
    localStorage.setItem('lang', 'ar');
    fonts.mockClear();
    wordsAt('/simulator');
    expect(vi.mocked(loadCatalogue).mock.calls.every(([lang]) => lang === 'ar')).toBe(true);
    // Asked of the family that has them: of another one the browser fetches nothing.
    expect(fonts).toHaveBeenCalledWith("400 1em 'IBM Plex Sans Arabic'", 'ع');
    expect(fonts).toHaveBeenCalledWith("600 1em 'IBM Plex Sans Arabic'", 'ع');
  });
});
