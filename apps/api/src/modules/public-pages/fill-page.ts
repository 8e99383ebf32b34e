import type { ReferenceItemView } from '@wasl/contracts';
import type { Request } from 'express';

import type { Deps } from '../../platform/program/deps.ts';
import { previewTags } from '../../platform/http/preview-tags.ts';
import { escapeHtml } from '../../platform/mail/escape-html.ts';
import { presentItem, referenceService } from '../reference/index.ts';
import { addressOf, alternatesOf, publicPageAt } from './addresses.ts';
import { publicPageWords } from './words/index.ts';

/** Structured data (schema.org): the portal, and the questions of their page. */
function structuredData(
  publicUrl: string,
  description: string,
  questions: readonly ReferenceItemView[],
): string {
  const organisation = {
    '@type': 'Organization',
    '@id': `${publicUrl}/#organisation`,
    name: 'Wasl',
    alternateName: 'وصل',
    description,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/icons/icon-512.png`,
    contactPoint: { '@type': 'ContactPoint', url: `${publicUrl}/contact` },
  };
  const faq = {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ libelle, description: text }) => ({
      '@type': 'Question',
      name: libelle,
      acceptedAnswer: { '@type': 'Answer', text: text ?? '' },
    })),
  };
  const graph = questions.length === 0 ? [organisation] : [organisation, faq];
  const data = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph });
  // A data block is no script for the content security policy. Escaped, so that no text can end the element.
  return `<script type="application/ld+json">${data.replaceAll('<', String.raw`\u003c`)}</script>`;
}

/**
 * Makes pages of the client findable: language, title, description, addresses, preview and structured data in the head,
 * and no `noindex`.
 * @returns null at an address that stays out of indexes
 */
export function publicPageFiller({ db, settings }: Pick<Deps, 'db' | 'settings'>) {
  const reference = referenceService(db);
  const { publicUrl } = settings;
  return async (req: Request, html: string): Promise<string | null> => {
    const asked = req.query.lang;
    const found = publicPageAt(req.path, typeof asked === 'string' ? asked : undefined);
    if (found === null) return null;
    const { page, lang } = found;
    const t = publicPageWords.in(lang);
    const title = page === 'landing' ? t('landing.title') : `${t(`${page}.title`)} · ${t('brand')}`;
    const description = t(`${page}.description`);
    // The client reads the questions too, and reports a failure.
    const questions =
      page === 'questions' ? await reference.listItems('PAGE_QUESTIONS').catch(() => []) : [];
    const head = [
      `<title>${escapeHtml(title)}</title>`,
      `<meta name="description" content="${escapeHtml(description)}">`,
      `<link rel="canonical" href="${escapeHtml(addressOf(settings, page, lang))}">`,
      ...alternatesOf(settings, page).map(
        ([of, href]) => `<link rel="alternate" hreflang="${of}" href="${escapeHtml(href)}">`,
      ),
      `<meta property="og:url" content="${escapeHtml(addressOf(settings, page, lang))}">`,
      previewTags({ lang, publicUrl, title, description }),
      structuredData(
        publicUrl,
        t('landing.description'),
        questions.map((item) => presentItem(item, lang)),
      ),
    ];
    return html
      .replace(/<html[^>]*>/, `<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">`)
      .replace(/<meta name="robots"[^>]*>\s*/, '')
      .replace(/<title>[^<]*<\/title>/, () => head.join('\n    '));
  };
}
