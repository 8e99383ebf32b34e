import express, { type Router } from 'express';

import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { languageOf } from '../../platform/http/language.ts';
import { plainPageCss } from '../../platform/http/plain-page-css.ts';
import { plainPage, sendPage } from '../../platform/http/plain-page.ts';
import { receiptCatalogue } from './words/index.ts';
import { formatDateTime } from '../../platform/mail/content.ts';
import { escapeHtml } from '../../platform/mail/escape-html.ts';
import { receiptsRepository } from './receipts.repository.ts';

const tokenForm = /^[A-Za-z0-9_-]{22}$/;
/**
 * The public pages behind the code of a receipt, mounted at `/wasl`. They show the number and date of a submission to
 * anyone with its token, without personal data. Any other address gets a plain page with 404.
 */
export function receiptPages({
  db,
  limits,
  settings: { publicUrl },
}: Pick<Deps, 'db' | 'limits' | 'settings'>): Router {
  const repository = receiptsRepository(db);
  const router = express.Router();
  router.get('/page.css', (_req, res) => {
    res.setHeader('cache-control', 'public, max-age=3600');
    res.type('css').send(plainPageCss);
  });
  // A pattern without parameters, because Express refuses addresses that it cannot decode.
  router.get(/^/, async (req, res) => {
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
      sendPage(
        res,
        429,
        plainPage({ lang, path, title: t('public.waitTitle'), tone: 'bad', body }),
      );
      return;
    }
    const receipt = tokenForm.test(token) ? await repository.confirmed(token) : undefined;
    if (receipt === undefined) {
      const body = `<p>${escapeHtml(t('public.unknown'))}</p>`;
      sendPage(
        res,
        404,
        plainPage({ lang, path, title: t('public.unknownTitle'), tone: 'bad', body }),
      );
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
    const preview = { publicUrl, description: t('public.confirmed') };
    const title = t('public.title');
    sendPage(res, 200, plainPage({ lang, path, title, tone: 'good', body, preview }));
  });
  return router;
}
