import type { Lang } from '@wasl/contracts';

import { deviceStore } from './device-store.ts';

export const languages = ['fr', 'en', 'ar', 'es'] as const satisfies readonly Lang[];

/** Each language in its own words, as the language menu shows it. */
export const languageNames: Readonly<Record<Lang, string>> = {
  fr: 'Français',
  en: 'English',
  ar: 'العربية',
  es: 'Español',
};

const storageKey = 'lang';

export function isLang(value: unknown): value is Lang {
  return (languages as readonly unknown[]).includes(value);
}

export function directionOf(lang: Lang): 'ltr' | 'rtl' {
  return lang === 'ar' ? 'rtl' : 'ltr';
}

/** The language to start in: `lang` of the address, the one kept from the last visit, the browser's, French. */
export function preferredLanguage(search = window.location.search): Lang {
  const asked = new URLSearchParams(search).get('lang');
  const candidates = [asked, deviceStore.get(storageKey), ...navigator.languages];
  return candidates.map((candidate) => candidate?.slice(0, 2)).find(isLang) ?? 'fr';
}

/** Keeps the language for the next visit and writes it, with its direction, on `<html>`. */
export function applyLanguage(lang: Lang): void {
  deviceStore.set(storageKey, lang);
  document.documentElement.lang = lang;
  document.documentElement.dir = directionOf(lang);
}

/** The language of the page as it stands. */
export function currentLanguage(): Lang {
  const lang = document.documentElement.lang;
  return isLang(lang) ? lang : 'fr';
}
