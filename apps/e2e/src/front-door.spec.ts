import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { langs, type Lang } from '@wasl/contracts';

import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

const paths = [
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
const addresses = langs.flatMap((lang) => [
  `/landing/${lang}`,
  ...paths.map((path) => `${path}?lang=${lang}`),
]);

/** Whether robots.txt allows a path: the longest matching rule wins (RFC 9309). */
function robotsAllow(robots: string, path: string): boolean {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (.*)$/gm)].map(([, kind, rule = '']) => ({
    isAllowed: kind === 'Allow',
    rule,
    matches: rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule),
  }));
  const [longest] = rules
    .filter(({ matches }) => matches)
    .sort((one, other) => other.rule.length - one.rule.length);
  return longest?.isAllowed ?? true;
}

test('crawlers may load each public page with its resources, and its title matches its head', async ({
  page,
  portal,
}) => {
  const robots = await (await page.request.get('/robots.txt')).text();
  expect(robotsAllow(robots, '/requests')).toBe(false);
  expect(robotsAllow(robots, '/emailConfirmation/x')).toBe(false);
  const loaded: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => {
    const { pathname, protocol } = new URL(request.url());
    if (/^http/.test(protocol)) loaded.push(pathname);
  });
  page.on('console', (message) => {
    if (message.type() !== 'info') faults.push(message.text());
  });
  for (const address of addresses) {
    const html = await (await page.request.get(address)).text();
    const title = /<title>([^<]*)<\/title>/.exec(html)?.[1];
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(page).toHaveTitle((title ?? 'no title').replaceAll('&#39;', "'"));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      new URL(address.replace('?lang=fr', ''), portal.url).href,
    );
    await expect(page.locator('meta[name=robots]')).toHaveCount(0);
  }
  expect(new Set(loaded.filter((path) => !robotsAllow(robots, path)))).toEqual(new Set());
  // The content security policy accepts the structured data.
  expect(faults).toEqual([]);
  await page.goto('/signUp');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
});

test('the manifest and the icons pass the browser’s checks', async ({ page, portal }) => {
  for (const lang of langs) {
    await page.goto(`/landing/${lang}`);
    const devtools = await page.context().newCDPSession(page);
    const { url, errors } = await devtools.send('Page.getAppManifest');
    expect(url).toBe(`${portal.url}/app/${lang}.webmanifest`);
    expect(errors).toEqual([]);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // A story's context is private, as newer browsers report.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    await devtools.detach();
  }
  const icons = await page.locator('link[rel~=icon], link[rel=apple-touch-icon]').all();
  expect(icons).toHaveLength(3);
  const sizeOf = (href: string) =>
    page.evaluate(async (src) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, href);
  for (const icon of icons) {
    const [width, height] = await sizeOf((await icon.getAttribute('href')) ?? '');
    expect(width).toBe(height);
    const sizes = (await icon.getAttribute('sizes')) ?? 'any';
    if (sizes !== 'any') expect(sizes).toBe(`${String(width)}x${String(height)}`);
  }
});

test('no page violates its content security policy', async ({ page, portal }) => {
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text));
  await page.addInitScript(() => {
    window.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void };
      reportViolation(`${window.location.pathname}: ${violatedDirective} ${blockedURI}`);
    });
  });
  const open = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
  };
  for (const path of ['/landing/fr', '/signUp?pAuth=ben', '/simulateur-nordev']) await open(path);
  await signedIn(page, portal.url, 'amina@example.org');
  for (const path of ['/simulator-nordev', '/account']) await open(path);
  expect(violations).toEqual([]);
});

test('password managers find the account next to each new password', async ({ page, portal }) => {
  const account = page.locator(
    'form:has(input[autocomplete=new-password]) input[autocomplete=username]',
  );
  await page.goto('/signUp?pAuth=ben');
  await expect(account).toHaveAttribute('name', 'email');
  await page.route('**/reinitialiserMotPasse?token=*', (route) =>
    route.fulfill({ json: { success: true, email: 'amina@example.org' } }),
  );
  await page.goto('/reinitialiserMotPasse/abc');
  await expect(account).toHaveValue('amina@example.org');
  await signedIn(page, portal.url, 'nord.cooperative@example.org');
  await page.goto('/account/security');
  await expect(account).toHaveValue('nord.cooperative@example.org');
  await expect(account).toBeHidden();
});

test('an address that cannot be decoded redirects like an unknown address', async ({
  page,
  portal,
}) => {
  await page.goto('/requests/%E0%A4%A');
  await expect(page).toHaveURL(/\/landing\/fr/);
  await signedIn(page, portal.url, 'amina@example.org');
  await page.goto('/requests/%E0%A4%A');
  await expect(page).toHaveURL(/\/requests$/);
});

const fonts = createRequire(new URL('../../web/package.json', import.meta.url));
const fontFace = async (family: string, file: string): Promise<string> => {
  const bytes = await readFile(fonts.resolve(`@fontsource/${file}`));
  return `@font-face{font-family:${family};font-weight:600;src:url(data:font/woff2;base64,${bytes.toString('base64')})}`;
};

/** Page of the picture in link previews: logo, region and headline of the landing page. */
async function previewPage(lang: Lang): Promise<string> {
  const web = new URL('../../web/', import.meta.url);
  const logo = await readFile(new URL('public/favicon.svg', web), 'utf8');
  const { hero } = JSON.parse(
    await readFile(new URL(`src/i18n/${lang}/landing.json`, web), 'utf8'),
  ) as { hero: { eyebrow: string; title: string } };
  const faces = await Promise.all([
    fontFace('Plex', 'ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2'),
    fontFace(
      'PlexArabic',
      'ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-600-normal.woff2',
    ),
  ]);
  return `<!doctype html><html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}"><style>
${faces.join('')}
html{overflow:hidden}
body{position:relative;isolation:isolate;margin:0;display:flex;flex-direction:column;justify-content:space-between;box-sizing:border-box;width:1200px;height:630px;padding:80px;overflow:hidden;background:#083d44;color:#fff;font:600 76px/1.2 Plex,PlexArabic}
svg{width:112px;height:112px;border-radius:28px}
.star{position:absolute;z-index:-1;inset-inline-end:-290px;top:35px;width:560px;height:560px;opacity:.22}
header{display:flex;align-items:center;gap:28px;font-size:56px}
header svg{box-shadow:0 0 0 3px #e0a100}
h1{margin:0;max-width:900px;font:inherit}
p{margin:0;color:#f2c14e;font-size:34px}
</style><div class="star">${logo.replace('<svg ', '<svg style="width:560px;height:560px" ')}</div><header>${logo}<span>${lang === 'ar' ? 'وصل' : 'Wasl'}</span></header><h1>${hero.title}</h1><p>${hero.eyebrow}</p></html>`;
}

// `npx playwright test front-door --update-snapshots` draws the pictures again.
for (const lang of langs) {
  test(`the picture of link previews shows the text of the landing page in ${lang}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1200, height: 630 });
    await page.setContent(await previewPage(lang));
    await page.evaluate(() => document.fonts.ready);
    await expect(page).toHaveScreenshot(`${lang}.png`, { maxDiffPixelRatio: 0.02 });
    const served = await page.request.get(`/previews/${lang}.png`);
    expect(served.headers()['content-type']).toBe('image/png');
    const bytes = await served.body();
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  });
}
