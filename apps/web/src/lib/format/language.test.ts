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

describe('the initial language', () => {
  it('is French when no requested language is supported', () => {
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

  it('is the language of the address, then the stored language, then French, whatever the browser requests', () => {
    localStorage.clear();
    browserSpeaks('de-DE', 'es-MX', 'en');
    expect(preferredLanguage('')).toBe('fr');
    applyLanguage('fr');
    expect(localStorage.getItem('lang')).toBeNull();
    storeLanguage('ar');
    expect(preferredLanguage('')).toBe('ar');
    expect(preferredLanguage('?lang=en')).toBe('en');
  });

  it('is offered as the browser’s language until a language is chosen', () => {
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

it('a page in an unsupported language counts as French', () => {
  document.documentElement.lang = 'de';
  expect(currentLanguage()).toBe('fr');
  document.documentElement.lang = 'ar';
  expect(currentLanguage()).toBe('ar');
});
