import { langs } from '@wasl/contracts';

import { expect, test } from './server.ts';

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

test('robots may read each public page with all that it loads, and its title is that of the head', async ({
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
