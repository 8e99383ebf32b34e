import { Box } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';

import { useLanguage } from '../../i18n/use-language.ts';
import { loadConfig } from '../../lib/http/config.ts';
import type { AppRoute } from '../../lib/routing/route-table.ts';
import { Brand } from './brand.tsx';
import { Footer } from './footer.tsx';
import { useHeading } from './heading.ts';
import { LanguageMenu } from './language-menu.tsx';
import { LanguageOffer } from './language-offer.tsx';
import { NewVersion } from './new-version.tsx';
import frame from '../../theme/frame.module.css';
import styles from './layout.module.css';
import { SkipToContent } from './skip-to-content.tsx';

/** Layout of pages without a session. */
export function PlainLayout({ route, children }: { route: AppRoute; children: ReactNode }) {
  const lang = useLanguage();
  const { title } = useHeading(route);
  const [home, setHome] = useState(`/landing/${lang}`);
  useEffect(() => {
    void loadConfig().then(({ landingUrls }) => setHome(landingUrls[lang]));
  }, [lang]);
  return (
    <div className={styles['main']}>
      <SkipToContent />
      <header className={styles['top']}>
        <a href={home} className={frame['brand']}>
          <Brand />
        </a>
        <LanguageMenu />
      </header>
      <NewVersion />
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        className={styles['content']}
        maw="var(--wasl-text-width)"
      >
        <LanguageOffer />
        <Box component="h1" id="page-heading" tabIndex={-1} mb="lg" fz="1.75rem">
          {title}
        </Box>
        {children}
      </Box>
      <Footer />
    </div>
  );
}
