import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { langs } from '@wasl/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../testing/index.ts';

const page = `<!doctype html><html lang="fr" dir="ltr"><head><meta name="robots" content="noindex" /><title>Wasl</title></head></html>`;
const site = 'https://portail.test';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'wasl-public-'));
  await mkdir(path.join(folder, 'landing'));
  for (const name of ['index', 'landing', ...langs.map((lang) => `landing/${lang}`)])
    await writeFile(path.join(folder, `${name}.html`), page);
  app = await createTestApp({
    env: { PUBLIC_URL: site, LANDING_URL_EN: 'https://cri.test/en' },
    settings: { webDist: folder },
    clock: { now: () => new Date('2026-07-01T00:00:00Z') },
  });
  await app.make.anItem('PAGE_QUESTIONS', {
    code: 'COUT',
    libelleFr: 'Combien </script> cela coûte ?',
    descriptionFr: 'Rien.',
    libelleAr: 'كم تبلغ الكلفة؟',
    descriptionAr: 'لا شيء.',
  });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (at: string, headers: Record<string, string> = {}) =>
  fetch(app.baseUrl + at, { headers: { accept: 'text/html', ...headers } });
const textAt = async (at: string) => await (await get(at)).text();
const firstIn = (html: string, pattern: RegExp) => pattern.exec(html)?.[1];
const canonicalOf = (html: string) => firstIn(html, /<link rel="canonical" href="([^"]*)"/);
const alternatesOf = (html: string) =>
  [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)].map(
    ([, lang, href]) => `${String(lang)} ${String(href)}`,
  );

const paths = [
  '/landing/fr',
  '/estimation',
  '/simulateur',
  '/simulateur-nordev',
  '/comment-ca-marche',
  '/questions',
  '/help',
  '/contact',
  '/legal',
  '/privacy',
];
const inLang = (at: string, lang: string) =>
  at === '/landing/fr' ? `/landing/${lang}` : `${at}?lang=${lang}`;

describe('the head of a public page', () => {
  it.each(langs)('has a separate title and description in %s, and no noindex', async (lang) => {
    const heads = await Promise.all(paths.map((at) => textAt(inLang(at, lang))));
    for (const head of heads) {
      expect(head).not.toContain('noindex');
      expect(head).toContain(`<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">`);
    }
    for (const pattern of [
      /<title>([^<]+)<\/title>/,
      /<meta name="description" content="([^"]{40,170})"/,
      /<link rel="canonical" href="([^"]+)"/,
    ])
      expect(new Set(heads.map((head) => firstIn(head, pattern) ?? 'none')).size).toBe(
        paths.length,
      );
  });

  it('lists the absolute address in each language, with x-default', async () => {
    const help = await textAt('/help/?lang=ar&utm_source=x');
    expect(canonicalOf(help)).toBe(`${site}/help?lang=ar`);
    expect(alternatesOf(help)).toEqual([
      `fr ${site}/help`,
      `en ${site}/help?lang=en`,
      `ar ${site}/help?lang=ar`,
      `es ${site}/help?lang=es`,
      `x-default ${site}/help`,
    ]);
    expect(canonicalOf(await textAt('/help?lang=xx'))).toBe(`${site}/help`);
  });

  it('uses the deployment’s name of the landing page', async () => {
    for (const at of ['/', '/landing/es']) {
      const alternates = alternatesOf(await textAt(at));
      expect(alternates).toContain(`es ${site}/landing/es`);
      expect(alternates).toContain('en https://cri.test/en');
    }
    expect(canonicalOf(await textAt('/'))).toBe(`${site}/landing/fr`);
  });

  it('contains structured data: the organisation, and questions in the page’s language', async () => {
    const dataAt = async (at: string) =>
      JSON.parse(
        firstIn(await textAt(at), /<script type="application\/ld\+json">(.*?)<\/script>/) ?? '{}',
      ) as { '@graph': Record<string, unknown>[] };
    const french = await dataAt('/questions');
    expect(french['@graph']).toMatchObject([
      { '@type': 'Organization', url: `${site}/`, logo: `${site}/icons/icon-512.png` },
      {
        '@type': 'FAQPage',
        mainEntity: [{ name: 'Combien </script> cela coûte ?', acceptedAnswer: { text: 'Rien.' } }],
      },
    ]);
    const arabic = await dataAt('/questions?lang=ar');
    expect(JSON.stringify(arabic)).toContain('كم تبلغ الكلفة؟');
    expect((await dataAt('/help'))['@graph']).toHaveLength(1);
  });

  it('has a preview image in the page’s language', async () => {
    const head = await textAt('/simulateur?lang=es');
    const title = firstIn(head, /<title>([^<]+)<\/title>/) ?? 'none';
    expect(head).toContain(`<meta property="og:title" content="${title}">`);
    expect(head).toContain(`<meta property="og:image" content="${site}/previews/es.png">`);
    expect(head).toContain(`<meta property="og:url" content="${site}/simulateur?lang=es">`);
    expect(head).toContain('<meta name="twitter:card" content="summary_large_image">');
  });

  it('is revalidated by an ETag of its content', async () => {
    const tag = (await get('/help')).headers.get('etag') ?? '';
    const again = { 'if-none-match': tag, 'cache-control': 'max-age=0' };
    expect((await get('/help', again)).status).toBe(304);
    expect((await get('/help?lang=ar', again)).status).toBe(200);
  });

  it.each(['/requests', '/login', '/signUp', '/simulator', '/emailConfirmation/abc', '/helpful'])(
    'remains as built, with noindex, at %s',
    async (at) => {
      expect(await textAt(at)).toBe(page);
    },
  );
});

describe('files for crawlers and other programs', () => {
  it('robots.txt allows public pages with their assets, and shared pages with their noindex', async () => {
    const answer = await get('/robots.txt');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await answer.text();
    for (const path of ['/landing/', '/$', '/simulateur', '/questions', '/assets/', '/partage/'])
      expect(text.split('\n')).toContain(`Allow: ${path}`);
    expect(text).toContain('\nDisallow: /\n');
    expect(text).toContain(`\nSitemap: ${site}/sitemap.xml\n`);
  });

  it('sitemap.xml lists each address of this site once, with its languages', async () => {
    const answer = await get('/sitemap.xml');
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const text = await answer.text();
    const listed = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => String(address));
    // One of the four landing pages is on another site.
    expect(listed).toHaveLength(paths.length * langs.length - 1);
    expect(new Set(listed).size).toBe(listed.length);
    for (const address of listed) {
      const html = await textAt(address.slice(site.length));
      expect(canonicalOf(html)).toBe(address);
    }
    expect(text).toContain(`hreflang="x-default" href="${site}/questions"/>`);
  });

  it('security.txt has a contact and expires within a year', async () => {
    const answer = await get('/.well-known/security.txt');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await answer.text();
    expect(text).toContain(`Contact: ${site}/contact\n`);
    expect(text).toContain('Expires: 2026-12-28T00:00:00.000Z\n');
    expect(text).toContain(`Canonical: ${site}/.well-known/security.txt\n`);
  });
});
