import { afterEach, describe, expect, it, vi } from 'vitest';

import {
  applyLanguage,
  currentLanguage,
  storeLanguage,
  offeredLanguage,
  preferredLanguage,
} from './language.ts';

const browserSpeaks = (...languages: string[]) =>
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

afterEach(() => {
  vi.restoreAllMocks();
  document.documentElement.lang = 'fr';
});

describe('the language to start in', () => {
  it('is French where none that is named is known', () => {
    browserSpeaks('de-DE', 'nl');
    localStorage.setItem('lang', 'it');
    expect(preferredLanguage('?lang=pt')).toBe('fr');
    expect(preferredLanguage('?lang=')).toBe('fr');
    expect(preferredLanguage('')).toBe('fr');
    localStorage.setItem('lang', 'ar');
    expect(preferredLanguage('?lang=pt')).toBe('fr');
    browserSpeaks();
    localStorage.clear();
    expect(preferredLanguage('')).toBe('fr');
  });

  it('is the address’s, then the one chosen before, and French on a first visit, whatever the browser speaks', () => {
    localStorage.clear();
    browserSpeaks('de-DE', 'es-MX', 'en');
    expect(preferredLanguage('')).toBe('fr');
    applyLanguage('fr');
    expect(localStorage.getItem('lang')).toBeNull();
    storeLanguage('ar');
    expect(preferredLanguage('')).toBe('ar');
    expect(preferredLanguage('?lang=en')).toBe('en');
  });

  it('is offered to be the browser’s while none was chosen', () => {
    localStorage.clear();
    browserSpeaks('de-DE', 'ar-MA', 'en');
    expect(offeredLanguage()).toBe('ar');
    browserSpeaks('de-DE', 'fr-FR', 'ar-MA');
    expect(offeredLanguage()).toBeNull();
    browserSpeaks('es');
    expect(offeredLanguage()).toBe('es');
    storeLanguage('fr');
    expect(offeredLanguage()).toBeNull();
  });
});

it('a page in no language of ours counts as French', () => {
  document.documentElement.lang = 'de';
  expect(currentLanguage()).toBe('fr');
  document.documentElement.lang = 'ar';
  expect(currentLanguage()).toBe('ar');
});
