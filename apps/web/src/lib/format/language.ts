import type { Lang } from '@wasl/contracts';

import { deviceStore } from '../drafts/device-store.ts';

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

/** What a first visit is told, in the language of its browser: the page is in French, and can be in theirs. */
export const languageOffers: Readonly<Record<Exclude<Lang, 'fr'>, string>> = {
  en: 'Read this site in English',
  ar: 'تصفّحوا هذا الموقع بالعربية',
  es: 'Leer este sitio en español',
};

function chosenLanguage(): Lang | null {
  const kept = deviceStore.get(storageKey);
  return isLang(kept) ? kept : null;
}

/** The language to start in: `lang` of the address (French where it is none of ours), the one chosen before, French. */
export function preferredLanguage(search = window.location.search): Lang {
  const asked = new URLSearchParams(search).get('lang');
  if (asked !== null) return isLang(asked) ? asked : 'fr';
  return chosenLanguage() ?? 'fr';
}

/** The language of the browser that a person who chose none is offered; null where there is nothing to offer. */
export function offeredLanguage(): Exclude<Lang, 'fr'> | null {
  if (chosenLanguage() !== null || currentLanguage() !== 'fr') return null;
  const first = navigator.languages.map((name) => name.slice(0, 2).toLowerCase()).find(isLang);
  return first === undefined || first === 'fr' ? null : first;
}

/** Keeps a choice of language for the next visit. */
export function keepLanguage(lang: Lang): void {
  deviceStore.set(storageKey, lang);
}

/** Writes the language, with its direction, on `<html>`. */
export function applyLanguage(lang: Lang): void {
  document.documentElement.lang = lang;
  document.documentElement.dir = directionOf(lang);
}

/** The language of the page as it stands. */
export function currentLanguage(): Lang {
  const lang = document.documentElement.lang;
  return isLang(lang) ? lang : 'fr';
}
