import i18next from 'i18next';
import { type ComponentType, createElement, useState } from 'react';

import { useSession } from '../lib/session/use-session.ts';
import { late } from '../ui/late.tsx';
import { pageAt } from './fetch-early.ts';
import type { AppRoute, PageFile } from '../lib/routing/route-table.ts';

/** What fetches each page with its words. */
const fetchers = new Map<PageFile, () => Promise<unknown>>();

/** A page fetched together with its words the first time it is shown, unless it was fetched ahead. */
function lazyFile(file: PageFile): ComponentType {
  let fetched: ComponentType | undefined;
  const fetchFile = async () => {
    const { load, namespaces } = file;
    const [module] = await Promise.all([load(), i18next.loadNamespaces([...namespaces])]);
    fetched = module.default;
    return module;
  };
  fetchers.set(file, fetchFile);
  const Lazy = late(fetchFile);
  return function Page() {
    // What was there when it opened: another component later would begin the page anew.
    const [Ready] = useState(() => fetched ?? Lazy);
    return createElement(Ready);
  };
}

/** Fetches the page of an address with its words. */
export async function fetchPage(pathname: string): Promise<void> {
  const file = pageAt(pathname);
  if (file !== undefined) await fetchers.get(file)?.();
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
