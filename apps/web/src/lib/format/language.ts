import type { Lang } from '@wasl/contracts';

import { deviceStore } from '../drafts/device-store.ts';

export const languages = ['fr', 'en', 'ar', 'es'] as const satisfies readonly Lang[];

/** Name of each language in that language, for the language menu. */
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

/** Offer on a first visit, in the language of the browser: the page is in French by default. */
export const languageOffers: Readonly<Record<Exclude<Lang, 'fr'>, string>> = {
  en: 'Read this site in English',
  ar: 'تصفّحوا هذا الموقع بالعربية',
  es: 'Leer este sitio en español',
};

function chosenLanguage(): Lang | null {
  const stored = deviceStore.get(storageKey);
  return isLang(stored) ? stored : null;
}

/** Initial language: `lang` of the address (French when unknown), else the stored choice, else French. */
export function preferredLanguage(search = window.location.search): Lang {
  const asked = new URLSearchParams(search).get('lang');
  if (asked !== null) return isLang(asked) ? asked : 'fr';
  return chosenLanguage() ?? 'fr';
}

/** Language of the browser to offer when no language was chosen; null when there is none to offer. */
export function offeredLanguage(): Exclude<Lang, 'fr'> | null {
  if (chosenLanguage() !== null || currentLanguage() !== 'fr') return null;
  const first = navigator.languages.map((name) => name.slice(0, 2).toLowerCase()).find(isLang);
  return first === undefined || first === 'fr' ? null : first;
}

export function storeLanguage(lang: Lang): void {
  deviceStore.set(storageKey, lang);
}

export function applyLanguage(lang: Lang): void {
  document.documentElement.lang = lang;
  document.documentElement.dir = directionOf(lang);
}

export function currentLanguage(): Lang {
  const lang = document.documentElement.lang;
  return isLang(lang) ? lang : 'fr';
}
