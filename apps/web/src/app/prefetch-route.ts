import type { Lang } from '@wasl/contracts';

import { commonNamespaces, loadCatalogue } from '../i18n/catalogues.ts';
import { loadConfig } from '../lib/http/config.ts';
import { currentSession } from '../lib/session/session.ts';
import { guard } from './guards.ts';
import type { PageFile } from '../lib/routing/route-table.ts';
import { appRoutes } from './routes.ts';

/** Families of theme/fonts.css, each with a letter that only its files contain. */
const latinFont = ["'IBM Plex Sans'", 'a'] as const;
const arabicFont = ["'IBM Plex Sans Arabic'", 'ع'] as const;

/** Whether a path of the route table matches an address; a `:parameter` matches any segment. */
function matchesPath(path: string, pathname: string): boolean {
  const [wanted, given] = [path, pathname].map((one) => one.split('/').filter(Boolean));
  return (
    wanted?.length === given?.length &&
    (wanted ?? []).every((part, index) => part.startsWith(':') || part === given?.[index])
  );
}

const routeAt = (pathname: string) => appRoutes.find(({ path }) => matchesPath(path, pathname));

/** Page of an address for the present role. */
export function pageAt(pathname: string): PageFile | undefined {
  const route = routeAt(pathname);
  if (route === undefined || !('byRole' in route)) return route;
  const session = currentSession();
  return session === null ? undefined : route.byRole[session.role];
}

function prefetchCalls({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const route = routeAt(pathname);
  const session = currentSession();
  if (route === undefined || guard(route.access, session) !== null) return;
  pageAt(pathname)?.prefetch?.(new URLSearchParams(search), session);
}

/**
 * Prefetches in parallel all that the page of an address needs: its chunk, catalogues, fonts, settings and first data.
 * On a slow connection each round trip costs more than its content. It runs before the libraries have loaded and uses
 * none of them. Failures are shown when the page renders.
 * @param hasOtherSession the address brought another session, so the present one prefetches no data
 */
export function prefetchRoute(
  place: Pick<Location, 'pathname' | 'search'>,
  lang: Lang,
  hasOtherSession = false,
): void {
  const page = pageAt(place.pathname);
  const words = [...commonNamespaces, ...(page?.namespaces ?? [])];
  const [family, letter] = lang === 'ar' ? arabicFont : latinFont;
  // Dates depend on the server's clock, which arrives with the settings. These are requested by the head of the page.
  loadConfig()
    .then(() => {
      if (!hasOtherSession) prefetchCalls(place);
      // A connection carries six requests at once, in order: slow calls come first, fonts last. Fonts that arrive after
      // the first render would reflow the text.
      return Promise.all([
        page?.load(),
        ...words.map((name) => loadCatalogue(lang, name)),
        ...['400', '600'].map((weight) => document.fonts.load(`${weight} 1em ${family}`, letter)),
      ]);
    })
    .catch(() => undefined);
}
