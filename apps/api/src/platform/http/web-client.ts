import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';

import { clockChanges, type ClockChanges } from '@wasl/contracts';
import express, { type RequestHandler, type Router } from 'express';
import expressStaticGzip from 'express-static-gzip';

import type { Settings } from '../settings/env.ts';
import { langOf } from '../i18n/lang-of.ts';
import { ApiError } from './api-error.ts';

const version = '1.0.0';

let changes: ClockChanges | undefined;
/** Changes of Morocco's clock around today: what is older or later stands as at the ends. Found out once. */
function clock(): ClockChanges {
  const year = new Date().getUTCFullYear();
  changes ??= clockChanges(new Date(Date.UTC(year - 8, 0, 1)), new Date(Date.UTC(year + 3, 0, 1)));
  return changes;
}

/** What the client reads at its start, so that one build serves every deployment. */
function clientConfig(
  settings: Settings,
  defaultPartnerId: number | null,
): Record<string, unknown> {
  return {
    apiBaseUrl: '/api',
    landingUrls: settings.landingUrls,
    defaultPartnerId,
    demo: settings.demo,
    version,
    // A phone's own zone data may be older or newer than what mails and lists are written by.
    clock: clock(),
  };
}

/**
 * Headers that speak to a page: on a script they are only bytes on a slow line. That a connection is kept is how HTTP/1.1 begins.
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

/** What a browser opens as a page, or runs by its own policy as a worker: it keeps the whole policy. */
const runsByItself = /\.(?:html?|svg|xml|xhtml|pdf|mjs)(?:\.br)?$|worker/i;
/** Of everything else: whoever opens it as a page has one that loads nothing and stands in no frame. */
const policyOfAsset = "default-src 'none';frame-ancestors 'none'";

function setAssetHeaders(res: ServerResponse, file: string): void {
  for (const name of pageHeaders) res.removeHeader(name);
  if (!runsByItself.test(path.basename(file)))
    res.setHeader('Content-Security-Policy', policyOfAsset);
  // Public files: shared caches store them without a `public` directive.
  res.setHeader('cache-control', 'max-age=31536000, immutable');
}

/** What never changes is never asked about again: nothing to compare it by travels along. */
const assetOptions = {
  dotfiles: 'ignore',
  cacheControl: false,
  etag: false,
  lastModified: false,
  acceptRanges: false,
} as const;

/**
 * Serves assets of other releases, which `prepare.sh` copied to `DATA_DIR/assets/<build>`. Pages of those releases are open,
 * or came from another server during an upgrade.
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

/** Where the built client is: as configured, else beside the server's build (`../../web/dist` from `dist` and `src`). */
export function webFolder(settings: Settings): string {
  const above = import.meta.dirname.endsWith(`${path.sep}dist`) ? '../..' : '../../../..';
  return settings.webDist ?? path.resolve(import.meta.dirname, above, 'web/dist');
}

const tags = new Map<string, { readonly changedMs: number; readonly tag: string }>();

/**
 * An ETag of a file's content. A build that is rolled back has older dates, so dates cannot say whether a page is current.
 * A file is read again when it has changed on disk.
 */
function tagOf(file: string): string {
  const changedMs = statSync(file).ctimeMs;
  const known = tags.get(file);
  if (known?.changedMs === changedMs) return known.tag;
  const digest = createHash('sha256').update(readFileSync(file)).digest('base64url');
  const tag = `W/"${digest.slice(0, 22)}"`;
  tags.set(file, { changedMs, tag });
  return tag;
}

/**
 * Serves the built client: hashed assets for ever, pages never from a cache unasked.
 * Any other path is a page of the client, which routes it itself.
 * @param seededDefaultPartnerId answers where DEFAULT_PARTNER_ID is not set
 */
export function webClient(
  settings: Settings,
  seededDefaultPartnerId: () => Promise<number | null>,
): Router {
  const folder = webFolder(settings);
  const exists = (...names: string[]): boolean => existsSync(path.join(folder, ...names));
  const pageOf = (requestPath: string): string => {
    const [, first, second] = requestPath.split('/');
    if (first !== 'landing') return path.join(folder, 'index.html');
    // The landing page is written in advance for each language.
    const lang = langOf(second);
    if (exists('landing', `${lang}.html`)) return path.join(folder, 'landing', `${lang}.html`);
    return path.join(folder, exists('landing.html') ? 'landing.html' : 'index.html');
  };
  const router = express.Router();
  router.get('/config.json', async (_req, res) => {
    const defaultPartnerId = settings.defaultPartnerId ?? (await seededDefaultPartnerId());
    res.setHeader('cache-control', 'no-cache');
    res.json(clientConfig(settings, defaultPartnerId));
  });
  router.use(
    '/assets',
    // The build left a .br beside what compresses well.
    expressStaticGzip(path.join(folder, 'assets'), {
      enableBrotli: true,
      orderPreference: ['br'],
      index: false,
      serveStatic: { ...assetOptions, redirect: false, setHeaders: setAssetHeaders },
    }),
    assetsOfOtherReleases(settings),
  );
  router.use(
    express.static(folder, {
      index: false,
      redirect: false,
      // `/landing/fr` is landing/fr.html, written when the client was built.
      extensions: ['html'],
      dotfiles: 'ignore',
      etag: false,
      lastModified: false,
      setHeaders: (res, file) => {
        res.setHeader('cache-control', 'no-cache');
        res.setHeader('etag', tagOf(file));
      },
    }),
  );
  router.get('/{*any}', (req, res, next) => {
    const lastSegment = req.path.split('/').at(-1) ?? '';
    // A missing script or picture is missing; it is no page.
    const isAsset =
      req.path.startsWith('/assets/') ||
      /\.(js|css|map|json|png|svg|ico|woff2?|webmanifest)$/i.test(lastSegment);
    const page = pageOf(req.path);
    if (isAsset || req.accepts('html') === false || !existsSync(page)) {
      next(new ApiError('NOT_FOUND'));
      return;
    }
    res.setHeader('cache-control', 'no-cache');
    res.setHeader('etag', tagOf(page));
    res.sendFile(page, { cacheControl: false, lastModified: false, dotfiles: 'allow' });
  });
  router.use((_req, _res) => {
    throw new ApiError('NOT_FOUND');
  });
  return router;
}
