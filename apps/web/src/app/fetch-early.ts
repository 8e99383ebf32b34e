import type { Lang } from '@wasl/contracts';

import { commonNamespaces, loadCatalogue } from '../i18n/catalogues.ts';
import { loadConfig } from '../lib/http/config.ts';
import { currentSession } from '../lib/session/session.ts';
import { guard } from './guards.ts';
import type { PageFile } from '../lib/routing/route-table.ts';
import { appRoutes } from './routes.ts';

/** Families of theme/fonts.css, each with a letter that only its files have. */
const latin = ["'IBM Plex Sans'", 'a'] as const;
const arabic = ["'IBM Plex Sans Arabic'", 'ع'] as const;

/** Whether a path of the route table is that of an address: what begins with a colon stands for anything. */
function isAt(path: string, pathname: string): boolean {
  const [wanted, given] = [path, pathname].map((one) => one.split('/').filter(Boolean));
  return (
    wanted?.length === given?.length &&
    (wanted ?? []).every((part, index) => part.startsWith(':') || part === given?.[index])
  );
}

/** The route of an address. */
const routeAt = (pathname: string) =>
  appRoutes.find(({ path, dialogs = [] }) =>
    [path, ...dialogs.map((dialog) => `${path}/${dialog}`)].some((one) => isAt(one, pathname)),
  );

/** What stands at an address for whoever is here. */
export function pageAt(pathname: string): PageFile | undefined {
  const route = routeAt(pathname);
  if (route === undefined || !('byRole' in route)) return route;
  const session = currentSession();
  return session === null ? undefined : route.byRole[session.role];
}

/** Asks what the page of an address will ask, where its guard lets the person in. */
function askAt({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const route = routeAt(pathname);
  const session = currentSession();
  if (route === undefined || session === null || guard(route.access, session) !== null) return;
  pageAt(pathname)?.ask?.(new URLSearchParams(search), session);
}

/**
 * Asks at once for everything that the page of an address will ask for one after the other: its file, its
 * words, its letters, the settings and what it shows first. On a slow line each turn costs more than what it carries.
 * Runs before the libraries have arrived, so it uses none of them. Nothing waits for it; a failure shows when the page is
 * drawn. `isSignedInElsewise`: the address brought another session, so that nothing is asked for the present one.
 */
export function fetchEarly(
  place: Pick<Location, 'pathname' | 'search'>,
  lang: Lang,
  isSignedInElsewise = false,
): void {
  const page = pageAt(place.pathname);
  const words = [...commonNamespaces, ...(page?.namespaces ?? [])];
  const [family, letter] = lang === 'ar' ? arabic : latin;
  // Days are asked for by the server's clock, which comes with the settings. These are on their way since the head of the page.
  loadConfig()
    .then(() => {
      if (!isSignedInElsewise) askAt(place);
      // A line carries six answers at once, in the order in which they were asked for: what the server must look up goes first,
      // the letters last. Asked for only when the rest is there, they would break the lines anew that have been drawn.
      return Promise.all([
        page?.load(),
        ...words.map((name) => loadCatalogue(lang, name)),
        ...['400', '600'].map((weight) => document.fonts.load(`${weight} 1em ${family}`, letter)),
      ]);
    })
    .catch(() => undefined);
}
