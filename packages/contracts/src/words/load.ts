import type { Lang } from '../wire/values.ts';
import type { Messages } from './keys.ts';

const loaders = {
  fr: () => import('./fr.ts'),
  en: () => import('./en.ts'),
  ar: () => import('./ar.ts'),
  es: () => import('./es.ts'),
} as const satisfies Record<Lang, () => Promise<{ default: Messages }>>;

/** Loads one language's words; a browser fetches only the language in use. */
export async function loadMessages(lang: Lang): Promise<Messages> {
  return (await loaders[lang]()).default;
}
