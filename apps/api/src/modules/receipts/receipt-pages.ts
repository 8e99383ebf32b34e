import { langs, type Lang } from '@wasl/contracts';
import express, { type Response, type Router } from 'express';

import type { Deps } from '../../platform/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { languageOf } from '../../platform/http/language.ts';
import { receiptCatalogue } from './words/index.ts';
import { formatDateTime } from '../../platform/mail/content.ts';
import { escapeHtml } from '../../platform/mail/escape-html.ts';
import { receiptPageCss } from './receipt-page-css.ts';
import { receiptsRepository } from './receipts.repository.ts';

const tokenForm = /^[A-Za-z0-9_-]{22}$/;
const languageNames: Readonly<Record<Lang, string>> = {
  fr: 'Français',
  en: 'English',
  ar: 'العربية',
  es: 'Español',
};
const mark =
  '<svg width="40" height="40" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="8" fill="#083d44"/><path d="M16 5l3.2 4.3 5.3-.8-.8 5.3L28 16l-4.3 2.2.8 5.3-5.3-.8L16 27l-3.2-4.3-5.3.8.8-5.3L4 16l4.3-2.2-.8-5.3 5.3.8z" fill="none" stroke="#e0a100" stroke-width="1.8" stroke-linejoin="round"/><circle cx="16" cy="16" r="3.2" fill="#e0a100"/></svg>';

interface Page {
  readonly lang: Lang;
  /** Path of the page, for its links to other languages. */
  readonly path: string;
  readonly title: string;
  readonly tone: 'good' | 'bad';
  /** HTML. */
  readonly body: string;
}

/** A page of a few kilobytes without scripts: it opens on any phone, on any line. */
function write({ lang, path, title, tone, body }: Page): string {
  const t = receiptCatalogue.in(lang);
  const choices = langs
    .map(
      (choice) =>
        `<li><a href="${escapeHtml(path)}?lang=${choice}" lang="${choice}" hreflang="${choice}"${choice === lang ? ' aria-current="true"' : ''}>${languageNames[choice]}</a></li>`,
    )
    .join('');
  return `<!doctype html><html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex, nofollow"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/wasl/page.css"><title>${escapeHtml(title)} · Wasl</title></head><body><header><a class="brand" href="/landing/${lang}" aria-label="${escapeHtml(t('public.portal'))}">${mark}<span>Wasl <span lang="ar">وصل</span></span></a><nav aria-label="${escapeHtml(t('public.languages'))}"><ul>${choices}</ul></nav></header><main class="${tone}"><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
}

function send(res: Response, status: number, html: string): void {
  res.setHeader('cache-control', 'no-store');
  res.setHeader('x-robots-tag', 'noindex, nofollow');
  res.setHeader('vary', 'accept-language');
  res.status(status).type('html').send(html);
}

/**
 * The public pages behind the code of a receipt, mounted at `/wasl`: number and date of a submission for whoever holds
 * its token, and nothing of the person. Any other address is a plain page and a 404.
 */
export function receiptPages({ db, limits }: Pick<Deps, 'db' | 'limits'>): Router {
  const repository = receiptsRepository(db);
  const router = express.Router();
  router.get('/page.css', (_req, res) => {
    res.setHeader('cache-control', 'public, max-age=3600');
    res.type('css').send(receiptPageCss);
  });
  router.get('/{*any}', async (req, res) => {
    const lang = languageOf(req);
    const t = receiptCatalogue.in(lang);
    const token = req.path.slice(1);
    const path = `/wasl/${tokenForm.test(token) ? token : '-'}`;
    try {
      await limits.consume('receiptPage', { address: req.ip ?? 'unknown' });
    } catch (error) {
      if (!(error instanceof ApiError) || error.options.retryAfterSeconds === undefined)
        throw error;
      res.setHeader('retry-after', String(error.options.retryAfterSeconds));
      const body = `<p>${escapeHtml(t('public.wait'))}</p>`;
      send(res, 429, write({ lang, path, title: t('public.waitTitle'), tone: 'bad', body }));
      return;
    }
    const receipt = tokenForm.test(token) ? await repository.confirmed(token) : undefined;
    if (receipt === undefined) {
      const body = `<p>${escapeHtml(t('public.unknown'))}</p>`;
      send(res, 404, write({ lang, path, title: t('public.unknownTitle'), tone: 'bad', body }));
      return;
    }
    const facts = [
      [t('fact.number'), receipt.numRequest],
      [t('fact.submittedAt'), formatDateTime(receipt.submittedAt)],
    ] as const;
    const body =
      `<p>${escapeHtml(t('public.confirmed'))}</p>` +
      `<dl>${facts.map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd dir="ltr">${escapeHtml(value)}</dd></div>`).join('')}</dl>` +
      `<p class="note">${escapeHtml(t('public.privacy'))}</p>`;
    send(res, 200, write({ lang, path, title: t('public.title'), tone: 'good', body }));
  });
  return router;
}
