import i18next from 'i18next';
import { type ComponentType, lazy } from 'react';

import { useSession } from '../lib/use-session.ts';
import type { AppRoute, PageFile } from './route-table.ts';

/** A page fetched together with its words the first time it is shown. */
function lazyFile({ load, namespaces }: PageFile): ComponentType {
  return lazy(async () => {
    const [module] = await Promise.all([load(), i18next.loadNamespaces([...namespaces])]);
    return module;
  });
}

/** The page of a route; where roles have one each, that of whoever is signed in. */
export function lazyPage(route: AppRoute): ComponentType {
  if (!('byRole' in route)) return lazyFile(route);
  const pages = {
    BENEFICIAIRE: lazyFile(route.byRole.BENEFICIAIRE),
    PARTENAIRE: lazyFile(route.byRole.PARTENAIRE),
  };
  return function PageOfRole() {
    const session = useSession();
    if (session === null) return null;
    const Page = pages[session.role];
    return <Page />;
  };
}
