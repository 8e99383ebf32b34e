import i18next from 'i18next';
import { type ComponentType, lazy } from 'react';

import type { AppRoute } from './route-table.ts';

/** The page of a route, fetched together with its words the first time it is shown. */
export function lazyPage(route: AppRoute): ComponentType {
  return lazy(async () => {
    const [module] = await Promise.all([
      route.load(),
      i18next.loadNamespaces([...route.namespaces]),
    ]);
    return module;
  });
}
