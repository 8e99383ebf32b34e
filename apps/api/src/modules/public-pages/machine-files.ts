import { langs } from '@wasl/contracts';
import express, { type Router } from 'express';

import type { Deps } from '../../platform/program/deps.ts';
import { escapeHtml } from '../../platform/mail/escape-html.ts';
import { addressOf, alternatesOf, publicPages, publicPaths } from './addresses.ts';

const dayMs = 86_400_000;
/** RFC 9116 recommends less than a year. */
const securityContactDays = 180;

/**
 * Paths that robots may read: public pages, what these pages load, and shared pages, whose `noindex` must be readable.
 * `$` ends a path.
 */
const allowed = [
  ...publicPaths.map((path) => (path === '/' ? '/$' : path)),
  '/landing/',
  '/assets/',
  '/icons/',
  '/previews/',
  '/app/',
  '/favicon',
  '/boot.js',
  '/build.json',
  '/config.json',
  '/api/params/',
  '/api/partners/',
  '/api/premiumRules/',
  '/partage/',
  '/wasl/',
];

/** Serves `robots.txt`, `sitemap.xml` and `security.txt`. They contain the public address of the server. */
export function machineFiles({ clock, settings }: Pick<Deps, 'clock' | 'settings'>): Router {
  const { publicUrl } = settings;
  const router = express.Router();
  const serve = (path: string, type: string, textOf: () => string) =>
    router.get(path, (_req, res) => {
      res.setHeader('cache-control', 'public, max-age=3600');
      res.type(type).send(textOf());
    });
  serve('/robots.txt', 'text/plain', () =>
    [
      'User-agent: *',
      ...allowed.map((path) => `Allow: ${path}`),
      'Disallow: /',
      '',
      `Sitemap: ${publicUrl}/sitemap.xml`,
      '',
    ].join('\n'),
  );
  serve('/sitemap.xml', 'application/xml', () => {
    const urls = publicPages.flatMap((page) => {
      const links = alternatesOf(settings, page).map(
        ([lang, href]) =>
          `<xhtml:link rel="alternate" hreflang="${lang}" href="${escapeHtml(href)}"/>`,
      );
      return langs
        .map((lang) => addressOf(settings, page, lang))
        .filter((address) => address.startsWith(`${publicUrl}/`))
        .map((address) => `<url><loc>${escapeHtml(address)}</loc>${links.join('')}</url>`);
    });
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`;
  });
  serve('/.well-known/security.txt', 'text/plain', () =>
    [
      `Contact: ${publicUrl}/contact`,
      `Expires: ${new Date(clock.now().getTime() + securityContactDays * dayMs).toISOString()}`,
      `Preferred-Languages: ${langs.join(', ')}`,
      `Canonical: ${publicUrl}/.well-known/security.txt`,
      '',
    ].join('\n'),
  );
  return router;
}
