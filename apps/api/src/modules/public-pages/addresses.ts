import { langs, type Lang } from '@wasl/contracts';

import { langOf } from '../../platform/i18n/lang-of.ts';
import type { Settings } from '../../platform/settings/env.ts';

/** Pages for search engines by name. The landing page has an address per language, the others have `?lang=`. */
const paths = {
  landing: '/',
  estimate: '/estimation',
  simulator: '/simulateur',
  simulatorNordev: '/simulateur-nordev',
  howItWorks: '/comment-ca-marche',
  questions: '/questions',
  help: '/help',
  contact: '/contact',
  legal: '/legal',
  privacy: '/privacy',
} as const;
export type PublicPage = keyof typeof paths;
export const publicPages = Object.keys(paths) as PublicPage[];
export const publicPaths: readonly string[] = Object.values(paths);

export type PublicAddresses = Pick<Settings, 'publicUrl' | 'landingUrls'>;

/** Absolute address of a page in a language, as search engines list it. French is the default of the client. */
export function addressOf(
  { publicUrl, landingUrls }: PublicAddresses,
  page: PublicPage,
  lang: Lang,
): string {
  if (page === 'landing') return new URL(landingUrls[lang], publicUrl).href;
  return `${publicUrl}${paths[page]}${lang === 'fr' ? '' : `?lang=${lang}`}`;
}

/** Addresses of the page in each language; `x-default` is for readers of any other language. */
export function alternatesOf(addresses: PublicAddresses, page: PublicPage): [string, string][] {
  return [
    ...langs.map((lang): [string, string] => [lang, addressOf(addresses, page, lang)]),
    ['x-default', addressOf(addresses, page, 'fr')],
  ];
}

/** The public page at a path, and its language; null for any other path. */
export function publicPageAt(
  path: string,
  asked: string | undefined,
): { page: PublicPage; lang: Lang } | null {
  const [, first, second] = path.split('/');
  if (first === 'landing') return { page: 'landing', lang: langOf(second) };
  const page = publicPages.find((name) => paths[name] === (path.replace(/\/$/, '') || '/'));
  return page === undefined ? null : { page, lang: langOf(asked) };
}
