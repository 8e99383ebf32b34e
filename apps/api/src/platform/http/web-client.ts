import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';

import { clockChanges, type ClockChanges } from '@wasl/contracts';
import express, { type Request, type RequestHandler, type Router } from 'express';
import expressStaticGzip from 'express-static-gzip';

import type { Settings } from '../settings/env.ts';
import { langOf } from '../i18n/lang-of.ts';
import { ApiError } from './api-error.ts';

const version = '1.0.0';

let changes: ClockChanges | undefined;
/** Clock changes of Morocco around today; dates beyond use the first or last entry. Computed once. */
function clock(): ClockChanges {
  const year = new Date().getUTCFullYear();
  changes ??= clockChanges(new Date(Date.UTC(year - 8, 0, 1)), new Date(Date.UTC(year + 3, 0, 1)));
  return changes;
}

/** Configuration that the client reads at its start, so that one build serves every deployment. */
function clientConfig(
  settings: Settings,
  defaultPartnerId: number | null,
  notice: object | null,
): Record<string, unknown> {
  return {
    apiBaseUrl: '/api',
    landingUrls: settings.landingUrls,
    defaultPartnerId,
    demo: settings.demo,
    version,
    // Zone data on a phone may differ from the zone data that mails and lists use.
    clock: clock(),
    ...(notice !== null && { notice }),
  };
}

/**
 * Headers that only concern pages; on a script they only cost bytes. HTTP/1.1 connections are persistent by default.
 */
const pageHeaders = [
  'Connection',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Referrer-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-Request-Id',
  'X-XSS-Protection',
];

/** Files that a browser opens as a page or runs as a worker: they need the whole policy. */
const runsByItself = /\.(?:html?|svg|xml|xhtml|pdf|mjs)(?:\.br)?$|worker/i;
/** Policy of other assets. When opened as a page they load nothing; their text has nothing that a frame could misuse. */
const policyOfAsset = "default-src 'none'";

function removePageHeaders(res: ServerResponse): void {
  for (const name of pageHeaders) res.removeHeader(name);
}

function setAssetHeaders(res: ServerResponse, file: string): void {
  removePageHeaders(res);
  if (!runsByItself.test(path.basename(file)))
    res.setHeader('Content-Security-Policy', policyOfAsset);
  // Public files: shared caches store them without a `public` directive.
  res.setHeader('cache-control', 'max-age=31536000, immutable');
}

/** Immutable files are never revalidated, so they need no ETag or date. */
const assetOptions = {
  dotfiles: 'ignore',
  cacheControl: false,
  etag: false,
  lastModified: false,
  acceptRanges: false,
} as const;

/**
 * Serves assets of other releases, which `prepare.sh` copied to `DATA_DIR/assets/<build>`. Pages of those releases may
 * be open, or came from another server during an upgrade.
 */
function assetsOfOtherReleases({ dataDir }: Settings): RequestHandler {
  const folder = path.join(dataDir, 'assets');
  return (req, res, next) => {
    const name = req.path.slice(1);
    const release =
      /^[\w-][\w.-]*$/.test(name) && existsSync(folder)
        ? readdirSync(folder).find((one) => existsSync(path.join(folder, one, name)))
        : undefined;
    if (release === undefined) {
      next();
      return;
    }
    setAssetHeaders(res, name);
    res.sendFile(name, { ...assetOptions, root: path.join(folder, release) });
  };
}

/**
 * Folder of the built client: as configured, else next to the server's build (`../../web/dist` from `dist` and `src`).
 */
export function webFolder(settings: Settings): string {
  const above = import.meta.dirname.endsWith(`${path.sep}dist`) ? '../..' : '../../../..';
  return settings.webDist ?? path.resolve(import.meta.dirname, above, 'web/dist');
}

/** ETag of a content. */
const tagOfContent = (content: string | Buffer): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

const tags = new Map<string, { readonly changedMs: number; readonly tag: string }>();

/**
 * ETag of a file's content. A rolled-back build has older dates, so dates cannot show whether a page is current. A
 * changed file is read again.
 */
function tagOf(file: string): string {
  const changedMs = statSync(file).ctimeMs;
  const known = tags.get(file);
  if (known?.changedMs === changedMs) return known.tag;
  const tag = tagOfContent(readFileSync(file));
  tags.set(file, { changedMs, tag });
  return tag;
}

// Without parameters, because Express refuses addresses whose parameters it cannot decode.
const anyPath = /^/;

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Serves the built client. Hashed assets are immutable; pages are revalidated at each use. Any other path serves the
 * client's page, which routes it.
 */
export function webClient(
  settings: Settings,
  {
    seededDefaultPartnerId,
    notice,
    fillPublicPage,
  }: {
    /** Organisation to use where DEFAULT_PARTNER_ID is not set. */
    readonly seededDefaultPartnerId: () => Promise<number | null>;
    /** The administrators' notice to everybody. */
    readonly notice: () => Promise<object | null>;
    /** Completes a page that search engines may list; null at other addresses. */
    readonly fillPublicPage: (req: Request, html: string) => Promise<string | null>;
  },
): Router {
  const folder = webFolder(settings);
  const exists = (...names: string[]): boolean => existsSync(path.join(folder, ...names));
  const pageOf = (requestPath: string): string => {
    const [, first, second] = requestPath.split('/');
    if (first !== 'landing') return path.join(folder, 'index.html');
    // The landing page is prerendered in each language.
    const lang = langOf(second);
    if (exists('landing', `${lang}.html`)) return path.join(folder, 'landing', `${lang}.html`);
    return path.join(folder, exists('landing.html') ? 'landing.html' : 'index.html');
  };
  const router = express.Router();
  router.get('/config.json', async (_req, res) => {
    const defaultPartnerId = settings.defaultPartnerId ?? (await seededDefaultPartnerId());
    res.setHeader('cache-control', 'no-cache');
    res.json(clientConfig(settings, defaultPartnerId, await notice()));
  });
  router.use(
    '/assets',
    (req, _res, next) => next(isDecodable(req.path) ? undefined : new ApiError('NOT_FOUND')),
    // The build wrote a .br next to files that compress well.
    expressStaticGzip(path.join(folder, 'assets'), {
      enableBrotli: true,
      orderPreference: ['br'],
      index: false,
      serveStatic: { ...assetOptions, redirect: false, setHeaders: setAssetHeaders },
    }),
    assetsOfOtherReleases(settings),
  );
  router.get(anyPath, async (req, res, next) => {
    const page = pageOf(req.path);
    const isWanted = req.accepts('html') !== false && existsSync(page);
    const filled = isWanted ? await fillPublicPage(req, readFileSync(page, 'utf8')) : null;
    if (filled === null) {
      next();
      return;
    }
    res.setHeader('cache-control', 'no-cache');
    res.setHeader('etag', tagOfContent(filled));
    res.type('html').send(filled);
  });
  router.use(
    express.static(folder, {
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      etag: false,
      lastModified: false,
      setHeaders: (res, file) => {
        // Part of the first load of every page, and never opened as one.
        if (path.basename(file) === 'boot.js') {
          removePageHeaders(res);
          res.setHeader('Content-Security-Policy', policyOfAsset);
        }
        res.setHeader('cache-control', 'no-cache');
        res.setHeader('etag', tagOf(file));
      },
    }),
  );
  router.get(anyPath, (req, res, next) => {
    const lastSegment = req.path.split('/').at(-1) ?? '';
    // A missing script or picture is a 404, not the client's page.
    const isAsset =
      req.path.startsWith('/assets/') ||
      /\.(js|css|map|json|png|svg|ico|woff2?|webmanifest)$/i.test(lastSegment);
    const page = pageOf(req.path);
    if (isAsset || req.accepts('html') === false || !existsSync(page)) {
      next(new ApiError('NOT_FOUND'));
      return;
    }
    res.setHeader('cache-control', 'no-cache');
    if (!isDecodable(req.path)) {
      // As any unknown address: the client leaves `/login` for the requests or the landing page.
      res.redirect('/login');
      return;
    }
    res.setHeader('etag', tagOf(page));
    res.sendFile(page, { cacheControl: false, lastModified: false, dotfiles: 'allow' });
  });
  router.use((_req, _res) => {
    throw new ApiError('NOT_FOUND');
  });
  return router;
}
