import { ActionIcon, Drawer } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import '@mantine/core/styles/Drawer.css';

import type { Session } from '../../lib/session.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import type { AppRoute } from '../route-table.ts';
import { Footer } from './footer.tsx';
import { useHeading } from './heading.ts';
import { LanguageMenu } from './language-menu.tsx';
import styles from './layout.module.css';
import { Logo } from './logo.tsx';
import { Navigation } from './navigation.tsx';
import { SessionEnding } from './session-ending.tsx';
import { SkipLink } from './skip-link.tsx';
import { UserMenu } from './user-menu.tsx';

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
  const { t } = useTranslation(['layout', 'common']);
  const [isOpen, setOpen] = useState(false);
  const heading = useHeading(route);
  return (
    <div className={styles['shell']}>
      <SkipLink />
      <aside className={styles['side']}>
        <Link to="/requests" className={styles['brand']}>
          <Logo /> Wasl
        </Link>
        <Navigation session={session} />
      </aside>
      <div className={styles['main']}>
        <header className={styles['top']}>
          <ActionIcon
            className={styles['burger'] ?? ''}
            variant="subtle"
            color="gray"
            size="xl"
            aria-label={t('layout:nav.open')}
            aria-expanded={isOpen}
            onClick={() => {
              setOpen(true);
            }}
          >
            <IconMenu2 aria-hidden />
          </ActionIcon>
          <div className={styles['heading']}>
            <PageHeader {...heading} />
          </div>
          <LanguageMenu />
          <UserMenu session={session} />
        </header>
        <SessionEnding session={session} />
        <main id="content" tabIndex={-1} className={styles['content']}>
          {children}
        </main>
        <Footer />
      </div>
      <Drawer
        opened={isOpen}
        onClose={() => {
          setOpen(false);
        }}
        size={300}
        title={
          <span className={styles['brand']}>
            <Logo /> Wasl
          </span>
        }
        closeButtonProps={{ 'aria-label': t('common:actions.close') }}
      >
        <div className={styles['drawer']}>
          <Navigation
            session={session}
            onFollow={() => {
              setOpen(false);
            }}
          />
        </div>
      </Drawer>
    </div>
  );
}
