import { existsSync } from 'node:fs';
import path from 'node:path';

import express, { type Router } from 'express';

import {
  administrationCookie,
  administrationCookies,
} from '../../platform/http/administration-router.ts';
import { languageOf } from '../../platform/http/language.ts';
import { plainPage, sendPage } from '../../platform/http/plain-page.ts';
import { webFolder } from '../../platform/http/web-client.ts';
import { escapeHtml } from '../../platform/mail/escape-html.ts';
import { administratorEntry, type EntryDeps } from './administrator-entry.service.ts';
import { entryCatalogue } from './words/index.ts';

/** `/entry/<secret>`. A pattern, because Express refuses parameters that it cannot decode. */
const linkForm = /^\/entry\/([\w-]{43})$/;

/**
 * Serves the administration's page to browsers that a command registered. Elsewhere its addresses are like any unknown
 * address.
 */
export function administrationPages(deps: EntryDeps): Router {
  const { settings } = deps;
  const entry = administratorEntry(deps);
  const page = path.join(webFolder(settings), 'admin.html');
  const router = express.Router();

  // GET changes nothing, because programs that preview links open them.
  router.get(linkForm, async (req, res, next) => {
    if (!(await entry.isLink(req.path.slice('/entry/'.length), req.ip ?? 'unknown'))) {
      next();
      return;
    }
    const lang = languageOf(req);
    const t = entryCatalogue.in(lang);
    const address = `/admin${req.path}`;
    const body =
      `<p>${escapeHtml(t('ask'))}</p>` +
      `<form method="post" action="${address}"><button type="submit">${escapeHtml(t('button'))}</button></form>`;
    sendPage(res, 200, plainPage({ lang, path: address, title: t('title'), tone: 'good', body }));
  });

  router.post(linkForm, async (req, res, next) => {
    const secret = req.path.slice('/entry/'.length);
    const browser = await entry.openLink(secret, req.ip ?? 'unknown');
    if (browser === null) {
      next();
      return;
    }
    res.set(administrationCookie('browser', browser, settings.publicUrl));
    res.setHeader('cache-control', 'no-store');
    res.redirect(303, '/admin');
  });

  router.use(async (req, res, next) => {
    const isPage = req.method === 'GET' && req.accepts('html') !== false && existsSync(page);
    const cookies = administrationCookies(req.headers.cookie, settings.publicUrl);
    if (!isPage || (await entry.identify(cookies)) === null) {
      next();
      return;
    }
    res.setHeader('cache-control', 'no-store');
    res.sendFile(page, { cacheControl: false, lastModified: false, dotfiles: 'allow' });
  });
  return router;
}
