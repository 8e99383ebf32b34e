import { existsSync } from 'node:fs';
import path from 'node:path';

import express, { type Response, type Router } from 'express';

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
 * Serves the administration's page and its files to browsers that a command registered. Elsewhere their addresses are like any
 * unknown address.
 */
export function administrationPages(deps: EntryDeps): Router {
  const { settings } = deps;
  const entry = administratorEntry(deps);
  const folder = path.join(webFolder(settings), '.administration');
  const page = path.join(folder, 'admin.html');
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
    const cookies = administrationCookies(req.headers.cookie, settings.publicUrl);
    const isKnown = req.method === 'GET' && (await entry.identify(cookies)) !== null;
    next(isKnown ? undefined : 'router');
  });
  router.use(
    '/assets',
    express.static(path.join(folder, 'admin/assets'), {
      index: false,
      redirect: false,
      etag: false,
      lastModified: false,
      cacheControl: false,
      // Hashed names never change. Shared caches must not store what other browsers may not see.
      setHeaders: (res: Response) => {
        res.setHeader('cache-control', 'private, max-age=31536000, immutable');
      },
    }),
  );
  router.use((req, res, next) => {
    const isFile = req.path.startsWith('/assets/');
    if (isFile || req.accepts('html') === false || !existsSync(page)) {
      next();
      return;
    }
    res.setHeader('cache-control', 'no-store');
    res.sendFile(page, { cacheControl: false, lastModified: false, dotfiles: 'allow' });
  });
  return router;
}
