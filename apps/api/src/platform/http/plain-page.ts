import { langs, type Lang } from '@wasl/contracts';
import type { Response } from 'express';

import { escapeHtml } from '../mail/escape-html.ts';
import { previewTags, type Preview } from './preview-tags.ts';
import { plainPageWords } from './words/index.ts';

const languageNames: Readonly<Record<Lang, string>> = {
  fr: 'Français',
  en: 'English',
  ar: 'العربية',
  es: 'Español',
};
const mark =
  '<svg width="40" height="40" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="8" fill="#083d44"/><path d="M16 5l3.2 4.3 5.3-.8-.8 5.3L28 16l-4.3 2.2.8 5.3-5.3-.8L16 27l-3.2-4.3-5.3.8.8-5.3L4 16l4.3-2.2-.8-5.3 5.3.8z" fill="none" stroke="#e0a100" stroke-width="1.8" stroke-linejoin="round"/><circle cx="16" cy="16" r="3.2" fill="#e0a100"/></svg>';

export interface PlainPage {
  readonly lang: Lang;
  /** Path of the page, for its links to other languages. */
  readonly path: string;
  readonly title: string;
  readonly tone: 'good' | 'bad';
  /** HTML. */
  readonly body: string;
  /** Sentence for link previews, without personal data; absent: no preview. */
  readonly preview?: Pick<Preview, 'publicUrl' | 'description'>;
}

/** A page of a few kilobytes without scripts, for any phone and any connection. */
export function plainPage({ lang, path, title, tone, body, preview }: PlainPage): string {
  const t = plainPageWords.in(lang);
  const choices = langs
    .map(
      (choice) =>
        `<li><a href="${escapeHtml(path)}?lang=${choice}" lang="${choice}" hreflang="${choice}"${choice === lang ? ' aria-current="true"' : ''}>${languageNames[choice]}</a></li>`,
    )
    .join('');
  return `<!doctype html><html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex, nofollow"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/wasl/page.css">${preview === undefined ? '' : previewTags({ lang, title, ...preview })}<title>${escapeHtml(title)} · Wasl</title></head><body><header><a class="brand" href="/landing/${lang}">${mark}<span>Wasl <span lang="ar">وصل</span></span></a><nav aria-label="${escapeHtml(t('languages'))}"><ul>${choices}</ul></nav></header><main class="${tone}"><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
}

/** Sends a page that is neither cached nor indexed. */
export function sendPage(res: Response, status: number, html: string): void {
  res.setHeader('cache-control', 'no-store');
  res.setHeader('x-robots-tag', 'noindex, nofollow');
  res.setHeader('vary', 'accept-language');
  res.status(status).type('html').send(html);
}
