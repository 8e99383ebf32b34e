import { type ComponentType, Suspense, useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';

import { useSession } from '../lib/session/use-session.ts';
import { focusHeading } from '../ui/page-title.tsx';
import { PageSkeleton } from '../ui/states.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { guard } from './guards.ts';
import { useBrandName } from './layout/brand.tsx';
import { useHeading } from './layout/heading.ts';
import { PlainLayout } from './layout/plain-layout.tsx';
import { SessionLayout } from './layout/session-layout.tsx';
import { redirectToLogin } from './login-page.tsx';
import type { AppRoute } from '../lib/routing/route-table.ts';

/** Sets the window's title, and moves the focus to the page's heading after a navigation. */
function usePageEntry(route: AppRoute): void {
  const { title } = useHeading(route);
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  const brand = useBrandName();
  useEffect(() => {
    document.title = `${title} · ${brand}`;
  }, [title, brand]);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    window.scrollTo(0, 0);
    focusHeading();
  }, [pathname]);
}

/** A route with its guard, its layout, and its page once loaded. */
export function PageFrame({ route, Page }: { route: AppRoute; Page: ComponentType }) {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  usePageEntry(route);

  const verdict = guard(route.access, session);
  if (verdict !== null) {
    // The consent page reads it and then continues to that place.
    const from = pathname + search + hash;
    return (
      <Navigate
        to={verdict === '/login' ? redirectToLogin() : verdict}
        replace
        state={verdict === '/consent' ? { from } : null}
      />
    );
  }
  const page = (
    <ErrorBoundary place={pathname}>
      <Suspense fallback={<PageSkeleton />}>
        <Page />
      </Suspense>
    </ErrorBoundary>
  );
  return session === null ? (
    <PlainLayout route={route}>{page}</PlainLayout>
  ) : (
    <SessionLayout session={session} route={route}>
      {page}
    </SessionLayout>
  );
}
