import type { Lang } from '@wasl/contracts';
import { renderToString } from 'react-dom/server';

import { directionOf, languages } from '../lib/format/language.ts';
import { Landing } from './landing.tsx';
import { version } from './version.ts';
import { loadWords } from './landing-texts.ts';

export interface LandingPage {
  readonly lang: Lang;
  readonly direction: 'ltr' | 'rtl';
  readonly title: string;
  readonly html: string;
}

/** Prerenders the landing page in each language, so that it is readable before any script loads. */
export function renderLandingPages(): Promise<LandingPage[]> {
  return Promise.all(
    languages.map(async (lang) => {
      const t = await loadWords(lang);
      return {
        lang,
        direction: directionOf(lang),
        title: t('meta.title'),
        html: renderToString(<Landing lang={lang} t={t} version={version} />),
      };
    }),
  );
}
