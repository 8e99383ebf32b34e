import { places, type Lang, type MailKind } from '@wasl/contracts';
import express, { type Request, type Response, type Router } from 'express';

import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { languageOf } from '../../platform/http/language.ts';
import { plainPage, sendPage } from '../../platform/http/plain-page.ts';
import { unsubscribePath } from '../../platform/mail/content.ts';
import { escapeHtml } from '../../platform/mail/escape-html.ts';
import { noticesRepository } from './notices.repository.ts';
import { stopCatalogue } from './words/index.ts';

const listOf = (kinds: readonly MailKind[], lang: Lang): string => {
  const t = stopCatalogue.in(lang);
  const items = kinds.map((kind) => `<li>${escapeHtml(t(`kinds.${kind}`))}</li>`);
  return `<ul class="kinds">${items.join('')}</ul>`;
};

/**
 * The pages behind the unsubscribe link of refusable mails (`List-Unsubscribe`, RFC 8058), mounted at `/emails/stop`.
 * GET changes nothing, because mail scanners open links. POST refuses the kinds of that mail for its reader, without a
 * session, from a mail program or the page's button. It is idempotent. The answer does not depend on whether the
 * account exists.
 */
export function unsubscribePages({
  db,
  limits,
  unsubscribing,
}: Pick<Deps, 'db' | 'limits' | 'unsubscribing'>): Router {
  const router = express.Router();

  const preferences = (lang: Lang): string =>
    `<p><a href="${places.mailPreferences()}?lang=${lang}">${escapeHtml(stopCatalogue.in(lang)('preferences'))}</a></p>`;

  /** The subject of the token; null after an error page was sent. */
  const subjectOf = async (req: Request, res: Response, token: string) => {
    const subject = unsubscribing.verify(token);
    const lang = languageOf(req);
    const t = stopCatalogue.in(lang);
    // The path of an unknown token is not written into a page.
    const page = { lang, path: unsubscribePath(subject === undefined ? '-' : token) };
    try {
      // Only invalid tokens count by address: a mail service may send thousands of valid ones from one address.
      if (subject === undefined) await limits.consume('tokenUse', { address: req.ip ?? 'unknown' });
      else await limits.consume('unsubscribe', { account: subject.userId });
    } catch (error) {
      if (!(error instanceof ApiError) || error.options.retryAfterSeconds === undefined)
        throw error;
      res.setHeader('retry-after', String(error.options.retryAfterSeconds));
      const body = `<p>${escapeHtml(t('wait'))}</p>`;
      sendPage(res, 429, plainPage({ ...page, title: t('waitTitle'), tone: 'bad', body }));
      return null;
    }
    if (subject !== undefined) return { subject, page, t };
    const body = `<p>${escapeHtml(t('unknown'))}</p>${preferences(lang)}`;
    sendPage(res, 404, plainPage({ ...page, title: t('unknownTitle'), tone: 'bad', body }));
    return null;
  };

  // Patterns without parameters, because Express refuses addresses that it cannot decode.
  router.get(/^/, async (req, res) => {
    const found = await subjectOf(req, res, req.path.slice(1));
    if (found === null) return;
    const { subject, page, t } = found;
    const body =
      `<p>${escapeHtml(t('ask'))}</p>${listOf(subject.kinds, page.lang)}` +
      `<form method="post" action="${page.path}?lang=${page.lang}"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button type="submit">${escapeHtml(t('button'))}</button></form>` +
      `<p class="note">${escapeHtml(t('others'))}</p>`;
    sendPage(res, 200, plainPage({ ...page, title: t('askTitle'), tone: 'good', body }));
  });

  // The body that a mail program sends is ignored.
  router.post(/^/, async (req, res) => {
    const found = await subjectOf(req, res, req.path.slice(1));
    if (found === null) return;
    const { subject, page, t } = found;
    await noticesRepository(db).refuseMails(subject.userId, subject.kinds);
    const body =
      `<p>${escapeHtml(t('done'))}</p>${listOf(subject.kinds, page.lang)}` +
      `${preferences(page.lang)}<p class="note">${escapeHtml(t('others'))}</p>`;
    sendPage(res, 200, plainPage({ ...page, title: t('doneTitle'), tone: 'good', body }));
  });
  return router;
}
