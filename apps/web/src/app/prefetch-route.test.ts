import { beforeEach, describe, expect, it, vi } from 'vitest';

import * as catalogues from '../i18n/catalogues.ts';
import { preferredLanguage } from '../lib/format/language.ts';
import { endSession, startSession } from '../lib/session/session.ts';
import { signedToken } from '../testing/token.ts';
import { prefetchRoute } from './prefetch-route.ts';

const loadCatalogue = vi.spyOn(catalogues, 'loadCatalogue').mockResolvedValue({});
const fonts = vi.fn(() => Promise.resolve([]));

/** Catalogues requested for an address, beyond those of every page. */
async function wordsAt(pathname: string): Promise<string[]> {
  loadCatalogue.mockClear();
  prefetchRoute({ pathname, search: '' }, preferredLanguage());
  // They are requested after the settings.
  await vi.waitFor(() => expect(loadCatalogue).toHaveBeenCalled());
  const asked = loadCatalogue.mock.calls.map(([, namespace]) => namespace);
  expect(asked.slice(0, 3)).toEqual(['common', 'layout', 'words']);
  return asked.slice(3);
}

beforeEach(() => {
  endSession();
  localStorage.clear();
  Object.defineProperty(document, 'fonts', { value: { load: fonts }, configurable: true });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
});

describe('the prefetched resources of a page', () => {
  it('match the page of the address, also with a number in it', async () => {
    expect(await wordsAt('/signUp')).toEqual(['accounts']);
    expect(await wordsAt('/editRequest/17')).toEqual(['requests', 'wizard']);
    expect(await wordsAt('/requests/17/receipt')).toEqual([
      'requests',
      'wizard',
      'receipts',
      'follow-up',
      'contact',
    ]);
    expect(await wordsAt('/editRequest/17/')).toEqual(['requests', 'wizard']);
    expect(await wordsAt('/nowhere/at/all')).toEqual([]);
  });

  it('match the role at the address, and are empty for a visitor', async () => {
    expect(await wordsAt('/requests')).toEqual([]);
    expect(await wordsAt('/requests/17/follow')).toEqual([]);
    startSession(signedToken());
    expect(await wordsAt('/requests')).toEqual(['requests']);
    expect(await wordsAt('/requests/17/follow')).toEqual(['requests', 'follow-up']);
    startSession(signedToken({ role: 'PARTENAIRE' }));
    expect(await wordsAt('/')).toEqual(['worklist']);
  });

  it('match the language of the page, with its fonts', async () => {
    localStorage.setItem('lang', 'ar');
    fonts.mockClear();
    await wordsAt('/nowhere');
    expect(loadCatalogue.mock.calls.every(([lang]) => lang === 'ar')).toBe(true);
    // Requested by the family that has the glyphs; for another family the browser fetches nothing. Fonts come last, so
    // requests of an earlier address may still follow.
    await vi.waitFor(() => {
      expect(fonts).toHaveBeenCalledWith("400 1em 'IBM Plex Sans Arabic'", 'ع');
      expect(fonts).toHaveBeenCalledWith("600 1em 'IBM Plex Sans Arabic'", 'ع');
    });
  });
});

describe('the prefetched calls of a list', () => {
  const asked: string[] = [];
  beforeEach(() => {
    asked.length = 0;
    vi.stubGlobal('fetch', (url: string) => {
      asked.push(url);
      return Promise.resolve(new Response('{}', { status: 200 }));
    });
  });
  async function prefetchedCalls(pathname: string, search = '', hasOtherSession = false) {
    asked.length = 0;
    loadCatalogue.mockClear();
    prefetchRoute({ pathname, search }, 'fr', hasOtherSession);
    // The order is settings, calls, catalogues.
    await vi.waitFor(() => expect(loadCatalogue).toHaveBeenCalled());
    for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
    return asked.filter((url) => url.startsWith('/api/'));
  }

  it('equal the calls of the screen for the same address', async () => {
    startSession(signedToken());
    expect(await prefetchedCalls('/requests', '?page=2&size=15&sort=numRequest,asc')).toEqual([
      '/api/requests/filter?page=2&size=15&sort=numRequest%2Casc',
      '/api/requests/yourTurn',
      '/api/currentUser/u-1',
    ]);
    startSession(signedToken({ role: 'PARTENAIRE' }));
    expect(await prefetchedCalls('/', '?tab=late')).toEqual([
      '/api/journeyInstanceProcessingSteps/filter?page=0&size=8&sort=assignedAt%2Casc&tab=late',
      '/api/journeyInstanceProcessingSteps/counts?tab=late',
      '/api/journeyInstanceProcessingSteps/today?files=0',
    ]);
  });

  it('are the lists and rules of a public page, also without a session', async () => {
    const list = (parent: string) => `/api/params/paramsByParentI18n/${parent}`;
    expect(await prefetchedCalls('/simulateur')).toEqual([
      '/api/premiumRules/general',
      ...['PRIME_SECTORIELLE', 'INDUSTRIE', 'PRIME_TERRITORIALE', 'AIDE_SIMULATEURS'].map(list),
    ]);
    expect(await prefetchedCalls('/simulateur-nordev')).toEqual([
      '/api/premiumRules/nordev',
      ...['SECTEUR_ACTIVITE_NORDEV', 'LOCALISATION_NORDEV', 'AIDE_SIMULATEURS'].map(list),
    ]);
    expect(await prefetchedCalls('/estimation')).toEqual(['/api/premiumRules/general']);
    expect(await prefetchedCalls('/signUp')).toEqual([list('PAYS'), list('NIVEAU_ETUDE')]);
    expect(await prefetchedCalls('/help/')).toEqual([list('PAGE_AIDE')]);
  });

  it('are empty on other pages, at a guarded page without a session, before a guard, and at a sign-in address', async () => {
    expect(await prefetchedCalls('/requests')).toEqual([]);
    startSession(signedToken());
    expect(await prefetchedCalls('/newRequest')).toEqual([]);
    expect(await prefetchedCalls('/requests', '', true)).toEqual([]);
    startSession(signedToken({ consentDue: true }));
    expect(await prefetchedCalls('/requests')).toEqual([]);
    startSession(signedToken({ role: 'PARTENAIRE', setupDue: true }));
    expect(await prefetchedCalls('/requests')).toEqual([]);
  });
});
