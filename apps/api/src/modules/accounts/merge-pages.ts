import { places, type Lang } from '@wasl/contracts';
import express, { type Request, type Response, type Router } from 'express';

import { ApiError } from '../../platform/http/api-error.ts';
import { languageOf } from '../../platform/http/language.ts';
import { plainPage, sendPage } from '../../platform/http/plain-page.ts';
import { mergePath } from '../../platform/mail/content.ts';
import { escapeHtml } from '../../platform/mail/escape-html.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { accountMergeService } from './account-merge.service.ts';
import { mergeWords } from './words/index.ts';

const titles = {
  merged: 'mergedTitle',
  refused: 'refusedTitle',
  unknown: 'unknownTitle',
  wait: 'waitTitle',
  waiting: 'waitingTitle',
} as const;

/**
 * The page behind the links of a merge, mounted at `/emails/reunir`. GET changes nothing, because mail scanners open
 * links. The button confirms for the address of the link, without a session.
 */
export function mergePages(deps: Deps): Router {
  const router = express.Router();
  const merges = accountMergeService(deps);

  const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
  const send = (res: Response, lang: Lang, status: number, name: keyof typeof titles): void => {
    const t = mergeWords.in(lang);
    const next = `<p><a href="${places.landing()}?lang=${lang}">${escapeHtml(t('signIn'))}</a></p>`;
    const body = paragraph(t(name)) + (name === 'merged' ? next : '');
    // A used link is not written into a page.
    const page = { lang, path: mergePath('-'), title: t(titles[name]) };
    const tone = status === 200 ? 'good' : 'bad';
    sendPage(res, status, plainPage({ ...page, tone, body }));
  };

  /** @returns whether the caller may try another link; otherwise an error page was sent */
  const mayTry = async (req: Request, res: Response): Promise<boolean> => {
    try {
      await deps.limits.consume('tokenUse', { address: req.ip ?? 'unknown' });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || error.options.retryAfterSeconds === undefined)
        throw error;
      res.setHeader('retry-after', String(error.options.retryAfterSeconds));
      send(res, languageOf(req), 429, 'wait');
      return false;
    }
  };

  // Patterns without parameters, because Express refuses addresses that it cannot decode.
  router.get(/^/, async (req, res) => {
    if (!(await mayTry(req, res))) return;
    const lang = languageOf(req);
    const token = req.path.slice(1);
    const found = await merges.peek(token);
    if (found === null) {
      send(res, lang, 404, 'unknown');
      return;
    }
    const t = mergeWords.in(lang);
    const account = (email: string, isKept: boolean): string =>
      `<li><bdi dir="ltr">${escapeHtml(email)}</bdi><br>${escapeHtml(t(isKept ? 'kept' : 'ends'))}</li>`;
    const path = mergePath(token);
    const body =
      `${paragraph(t('ask'))}<ul>${account(found.own, found.isKept)}${account(found.other, !found.isKept)}</ul>` +
      `${paragraph(t('moves'))}${paragraph(t('goes'))}${paragraph(t('both'))}` +
      `<form method="post" action="${escapeHtml(path)}?lang=${lang}"><button type="submit">${escapeHtml(t('button'))}</button></form>` +
      `<p class="note">${escapeHtml(t('note'))}</p>`;
    sendPage(res, 200, plainPage({ lang, path, title: t('askTitle'), tone: 'good', body }));
  });

  router.post(/^/, async (req, res) => {
    if (!(await mayTry(req, res))) return;
    const state = await merges.confirm(req.path.slice(1));
    const status = state === null ? 404 : state === 'refused' ? 409 : 200;
    send(res, languageOf(req), status, state ?? 'unknown');
  });
  return router;
}
