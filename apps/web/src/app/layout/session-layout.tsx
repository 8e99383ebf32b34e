import i18next from 'i18next';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';

import type { Session } from '../../lib/session.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import type { AppRoute } from '../route-table.ts';
import { Brand } from './brand.tsx';
import { Footer } from './footer.tsx';
import { useHeading } from './heading.ts';
import { LanguageMenu } from './language-menu.tsx';
import styles from './layout.module.css';
import { Navigation } from './navigation.tsx';
import { NavigationDrawer } from './navigation-drawer.tsx';
import { SessionEnding } from './session-ending.tsx';
import { SkipToContent } from './skip-to-content.tsx';
import { UserMenu } from './user-menu.tsx';

// After the page: nobody waits for the bell.
const NoticeBell = lazy(async () => {
  const [module] = await Promise.all([
    import('../../features/notices/components/notice-bell.tsx'),
    i18next.loadNamespaces('notices'),
  ]);
  return module;
});
const KeepAccount = lazy(() => import('./keep-account.tsx'));

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
  return (
    <div className={styles['shell']}>
      <SkipToContent />
      <div className={styles['column']}>
        <div className={styles['side']}>
          <Link to="/requests" className={styles['brand']}>
            <Brand />
          </Link>
          <Navigation session={session} />
        </div>
      </div>
      <div className={styles['main']}>
        <header className={styles['top']}>
          <NavigationDrawer session={session} />
          <div className={styles['heading']}>
            <PageHeader {...heading} />
          </div>
          <Suspense fallback={<span className={styles['bellPlace']} />}>
            <NoticeBell />
          </Suspense>
          <LanguageMenu />
          <UserMenu session={session} />
        </header>
        <SessionEnding session={session} />
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
