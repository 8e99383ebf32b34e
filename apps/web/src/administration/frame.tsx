import { Stack, VisuallyHidden } from '@mantine/core';
import type { AdministratorView, WaitingView } from '@wasl/contracts/administration';
import { IconLogout, IconMenu2, IconUserCircle } from '@tabler/icons-react';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router-dom';

import { formatClock } from '../lib/format/formats.ts';
import layout from '../ui/layout/layout.module.css';
import { LtrText } from '../ui/ltr-text.tsx';
import { Menu } from '../ui/menu.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { focusHeading } from '../ui/page-title.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { PageSkeleton } from '../ui/states.tsx';
import { UnreadBadge } from '../ui/unread-badge.tsx';
import { useAttempt } from '../ui/use-failure.ts';
import { call } from './api/client.ts';
import { useCall } from './api/use-call.ts';
import styles from './administration.module.css';
import { Brand } from './brand.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { JourneyPage, ListPage, OrganisationPage, pages, PersonPage } from './pages.ts';
import { extendSession, useIdleEnd } from './session/use-idle-end.ts';
import { useWindowTitle } from './use-window-title.ts';

/** Whether an address is a page's, or one below it. */
const isWithin = (pathname: string, path: string): boolean =>
  pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));

function SideBar({ waiting }: { waiting: WaitingView | undefined }) {
  const { t } = useTranslation(['administration', 'layout']);
  const { pathname } = useLocation();
  return (
    <div className={styles['side']}>
      <Brand />
      <nav aria-label={t('layout:nav.main')}>
        <Stack component="ul" gap={4}>
          {pages.map(({ key, path, Icon, count }) => {
            const waits = waiting === undefined ? 0 : count(waiting);
            return (
              <li key={key}>
                <Link
                  to={path}
                  className={styles['link']}
                  aria-current={isWithin(pathname, path) ? 'page' : undefined}
                >
                  <Icon size={22} stroke={1.6} aria-hidden />
                  <span>{t(`pages.${key}`)}</span>
                  <UnreadBadge count={waits} />
                  {waits === 0 ? null : (
                    <VisuallyHidden>{t('nav.waiting', { count: waits })}</VisuallyHidden>
                  )}
                </Link>
              </li>
            );
          })}
        </Stack>
      </nav>
    </div>
  );
}

/** The side bar's entries on a narrow window. */
function PagesMenu() {
  const { t } = useTranslation(['administration', 'layout']);
  const navigate = useNavigate();
  return (
    <div className={styles['narrow']}>
      <Menu
        label={t('layout:nav.open')}
        entries={pages.map(({ key, path, Icon }) => ({
          key,
          label: t(`pages.${key}`),
          icon: <Icon size={20} aria-hidden />,
          onChoose: () => navigate(path),
        }))}
      >
        <IconMenu2 aria-hidden />
      </Menu>
    </div>
  );
}

function AccountMenu({ administrator: { name, email } }: { administrator: AdministratorView }) {
  const { t } = useTranslation(['layout', 'common']);
  const attempt = useAttempt();
  const leave = () =>
    attempt(async () => {
      await call('signOut', {});
      // Loads the page again, so that nothing of the session stays in memory.
      window.location.assign('/admin');
    });
  return (
    <Menu
      label={t('common:labelled', { label: t('menu.user'), value: name })}
      head={
        <>
          <bdi>{name}</bdi>
          <br />
          <LtrText>{email}</LtrText>
        </>
      }
      entries={[
        {
          key: 'sign-out',
          label: t('menu.signOut'),
          icon: <IconLogout size={20} aria-hidden data-mirrored />,
          onChoose: leave,
        },
      ]}
    >
      <IconUserCircle size={24} aria-hidden />
      <span className={styles['buttonName']}>
        <span className={layout['cut']} dir="auto">
          {name}
        </span>
      </span>
    </Menu>
  );
}

function IdleWarning({ isActive, onIdle }: { isActive: boolean; onIdle: () => unknown }) {
  const { t } = useTranslation(['administration', 'layout']);
  const endsAt = useIdleEnd(isActive, onIdle);
  return (
    <div role="status" className={endsAt === null ? undefined : styles['ending']}>
      {endsAt === null ? null : (
        <>
          <p>{t('session.ending', { time: formatClock(endsAt) })}</p>
          <button
            type="button"
            className={`${layout['outlined'] ?? ''} ${layout['strong'] ?? ''}`}
            onClick={() => void extendSession()}
          >
            {t('layout:session.stay')}
          </button>
        </>
      )}
    </div>
  );
}

/** Sets the window's title, and moves the focus to the heading after a navigation. */
function usePageEntry(title: string, pathname: string): void {
  useWindowTitle(title);
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    window.scrollTo(0, 0);
    focusHeading();
  }, [pathname]);
}

export function Frame({
  administrator,
  isActive,
  onIdle,
}: {
  administrator: AdministratorView;
  /** Whether there is a session. */
  isActive: boolean;
  onIdle: () => unknown;
}) {
  const { t } = useTranslation(['administration', 'layout']);
  const { pathname } = useLocation();
  const { data: waiting } = useCall('readWaiting', {});
  const page = pages.find(({ path }) => isWithin(pathname, path)) ?? pages[0];
  const title = t(`pages.${page?.key ?? 'home'}`);
  usePageEntry(title, pathname);
  return (
    <div className={styles['shell']}>
      <SkipLink target="content" label={t('layout:skip')} />
      <SideBar waiting={waiting} />
      <div className={styles['main']}>
        <header className={styles['top']}>
          <PagesMenu />
          <LanguageMenu />
          <AccountMenu administrator={administrator} />
        </header>
        <IdleWarning isActive={isActive} onIdle={onIdle} />
        <main id="content" tabIndex={-1} className={styles['content']}>
          <Stack>
            <PageHeader title={title} crumbs={[]} />
            <Suspense fallback={<PageSkeleton />}>
              <Routes>
                {pages.map(({ key, path, Page }) => (
                  <Route key={key} path={path} element={<Page />} />
                ))}
                <Route path="/people/:id" element={<PersonPage />} />
                <Route path="/organisations/:id" element={<OrganisationPage />} />
                <Route path="/reference/lists/:list" element={<ListPage />} />
                <Route path="/reference/journeys/new" element={<JourneyPage />} />
                <Route path="/reference/journeys/:slug" element={<JourneyPage />} />
                <Route path="*" element={<Navigate to="/" replace />} />
              </Routes>
            </Suspense>
          </Stack>
        </main>
      </div>
    </div>
  );
}
