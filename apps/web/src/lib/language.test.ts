import { afterEach, describe, expect, it, vi } from 'vitest';

import { applyLanguage, currentLanguage, preferredLanguage } from './language.ts';

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
    browserSpeaks();
    localStorage.clear();
    expect(preferredLanguage('')).toBe('fr');
  });

  it('is the address’s, then that of the last visit, then the browser’s first known one', () => {
    browserSpeaks('de-DE', 'es-MX', 'en');
    expect(preferredLanguage('')).toBe('es');
    applyLanguage('ar');
    expect(preferredLanguage('')).toBe('ar');
    expect(preferredLanguage('?lang=en')).toBe('en');
  });
});

it('a page in no language of ours counts as French', () => {
  document.documentElement.lang = 'de';
  expect(currentLanguage()).toBe('fr');
  document.documentElement.lang = 'ar';
  expect(currentLanguage()).toBe('ar');
});
