import i18next from 'i18next';
import { type ComponentType, createElement, useState } from 'react';

import { useSession } from '../lib/session/use-session.ts';
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx';
import { pageAt } from './prefetch-route.ts';
import type { AppRoute, PageFile } from '../lib/routing/route-table.ts';

const fetchers = new Map<PageFile, () => Promise<unknown>>();

/** Loads a page with its catalogues when it is first shown, unless it was prefetched. */
function lazyFile(file: PageFile): ComponentType {
  let fetched: ComponentType | undefined;
  const fetchFile = async () => {
    const { load, namespaces } = file;
    const [module] = await Promise.all([load(), i18next.loadNamespaces([...namespaces])]);
    fetched = module.default;
    return module;
  };
  fetchers.set(file, fetchFile);
  const Lazy = lazyWithRetry(fetchFile);
  return function Page() {
    // Fixed at mount: another component type later would remount the page.
    const [Ready] = useState(() => fetched ?? Lazy);
    return createElement(Ready);
  };
}

export async function fetchPage(pathname: string): Promise<void> {
  const file = pageAt(pathname);
  if (file !== undefined) await fetchers.get(file)?.();
}

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
