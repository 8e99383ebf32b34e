import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { SkipLink } from '../ui/skip-link.tsx';
import { Brand } from './brand.tsx';
import { LanguageMenu } from './language-menu.tsx';
import styles from './administration.module.css';
import { useWindowTitle } from './use-window-title.ts';

/** A page before the sign-in. */
export function PlainPage({ title, children }: { title?: string; children: ReactNode }) {
  const { t } = useTranslation('layout');
  useWindowTitle(title);
  return (
    <div className={styles['main']}>
      <SkipLink target="content" label={t('skip')} />
      <header className={styles['top']}>
        <Brand />
        <LanguageMenu />
      </header>
      <Box component="main" id="content" tabIndex={-1} className={styles['content']} maw={592}>
        {title === undefined ? null : (
          <Box component="h1" mb="lg" fz="1.5rem">
            {title}
          </Box>
        )}
        {children}
      </Box>
    </div>
  );
}
