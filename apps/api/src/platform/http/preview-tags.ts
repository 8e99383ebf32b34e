import type { Lang } from '@wasl/contracts';

import { escapeHtml } from '../mail/escape-html.ts';
import { plainPageWords } from './words/index.ts';

const locales = { fr: 'fr_FR', en: 'en_GB', ar: 'ar_AR', es: 'es_ES' } as const;

export interface Preview {
  readonly lang: Lang;
  readonly publicUrl: string;
  readonly title: string;
  readonly description: string;
}

/** `<meta>` elements of a link preview (Open Graph, Twitter), with the picture of the language. */
export function previewTags({ lang, publicUrl, title, description }: Preview): string {
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Wasl',
    'og:locale': locales[lang],
    'og:title': title,
    'og:description': description,
    'og:image': `${publicUrl}/previews/${lang}.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': plainPageWords.in(lang)('picture'),
  };
  const tags = Object.entries(properties).map(
    ([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">`,
  );
  return [...tags, '<meta name="twitter:card" content="summary_large_image">'].join('');
}
