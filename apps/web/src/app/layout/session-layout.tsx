import { Box } from '@mantine/core';
import { type ReactNode, Suspense, useEffect } from 'react';
import { Link } from 'react-router-dom';

import { useAfterFirstPaint } from '../../lib/http/first-paint.ts';
import { retryUntilLoaded } from '../../lib/http/load-chunks.ts';
import type { Session } from '../../lib/session/session.ts';
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { withWords } from '../../ui/slots.ts';
import type { AppRoute } from '../../lib/routing/route-table.ts';
import { Brand } from './brand.tsx';
import { Footer } from './footer.tsx';
import { useHeading } from './heading.ts';
import { LanguageMenu } from './language-menu.tsx';
import frame from '../../theme/frame.module.css';
import styles from './layout.module.css';
import { Navigation } from './navigation.tsx';
import { NavigationDrawer } from './navigation-drawer.tsx';
import { NewVersion } from './new-version.tsx';
import { SessionEnding } from './session-ending.tsx';
import { SkipToContent } from './skip-to-content.tsx';
import { UserMenu } from './user-menu.tsx';

// Loaded after the page, because the bell is not urgent.
const NoticeBell = lazyWithRetry(
  () => import('../../features/notices/components/notice-bell.tsx'),
  'quiet',
);
const KeepAccount = lazyWithRetry(
  withWords(() => import('./keep-account.tsx'), 'profile'),
  'quiet',
);

/** Milliseconds after which the change stream does not delay the page. */
const followAfterMs = 3000;

/** Follows changes for the person while they are signed in. */
function useChangeStream(scope: string): void {
  useEffect(() => {
    let stop: (() => void) | null = () => undefined;
    const timer = setTimeout(() => {
      void retryUntilLoaded(() => import('../../lib/http/follow-changes.ts')).then(
        ({ followChanges }) => {
          if (stop !== null) stop = followChanges(scope);
        },
        // Without the stream, pages poll.
        () => undefined,
      );
    }, followAfterMs);
    return () => {
      clearTimeout(timer);
      stop?.();
      stop = null;
    };
  }, [scope]);
}

/** Milliseconds after which storing the offline page does not delay the page. */
const keepAfterMs = 4000;

function useOfflinePage(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
    const timer = setTimeout(() => {
      // The portal works without the worker where the browser refuses it.
      navigator.serviceWorker.register('/sw.js').catch(() => undefined);
    }, keepAfterMs);
    return () => clearTimeout(timer);
  }, []);
}

/** Sidebar, top bar and footer around the pages of a signed-in person. */
export function SessionLayout({
  session,
  route,
  children,
}: {
  session: Session;
  route: AppRoute;
  children: ReactNode;
}) {
  const heading = useHeading(route);
  // On a phone these entries are in the drawer.
  const hasSide = useAfterFirstPaint(true, false);
  useChangeStream(session.userId ?? session.email);
  useOfflinePage();
  return (
    <div className={styles['shell']}>
      <SkipToContent />
      <div className={styles['column']}>
        {hasSide ? (
          <div className={styles['side']}>
            <Link to="/requests" className={frame['brand']}>
              <Brand />
            </Link>
            <Navigation session={session} />
          </div>
        ) : null}
      </div>
      <div className={styles['main']}>
        <header className={styles['top']}>
          <NavigationDrawer session={session} />
          <Suspense fallback={<Box component="span" w={48} h={44} />}>
            <NoticeBell />
          </Suspense>
          <LanguageMenu />
          <UserMenu session={session} />
          {/* Shown before the menus; after them for the keyboard, so that Tab continues from the heading in the page. */}
          <div className={styles['heading']}>
            <PageHeader {...heading} />
          </div>
        </header>
        <SessionEnding session={session} />
        <NewVersion />
        {session.deletionDueOn === null ? null : (
          <Suspense fallback={null}>
            <KeepAccount dueOn={session.deletionDueOn} />
          </Suspense>
        )}
        <main id="content" tabIndex={-1} className={styles['content']}>
          {children}
        </main>
        <Footer />
      </div>
    </div>
  );
}
