import type { Page, Route } from '@playwright/test';

import { expect, test } from './server.ts';
import { signedIn, withoutStream } from './signed-in.ts';

// A phone on a slow connection.
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
const slow4g = { downloadThroughput: 204_800, uploadThroughput: 84_375, latency: 150 };

/** The limit of web.dev's "good" layout shift. */
const good = 0.1;

/** Each page with its largest allowed layout shift. */
const places = [
  { name: 'the landing page', at: '/landing/fr', most: 0.02 },
  { name: 'the landing page in Arabic', at: '/landing/ar', most: 0.02 },
  { name: 'the simulator without an account, in Arabic', at: '/simulateur?lang=ar', most: good },
  { name: 'the NORDEV simulator without an account', at: '/simulateur-nordev?lang=fr', most: good },
  { name: 'the way in', at: '/login?lang=fr', most: 0.02 },
  { name: 'a beneficiary’s list', at: '/requests', most: good, who: 'amina@example.org' },
  {
    name: 'an agent’s list in Arabic',
    at: '/requests?lang=ar',
    most: good,
    who: 'agent.cri@example.org',
  },
] as const;

/** Layout shifts without user input: the browser's score, and the moved elements. */
interface Moves {
  sum: number;
  readonly what: string[];
}

function watchMoves(): void {
  const moves: Moves = { sum: 0, what: [] };
  Object.assign(globalThis, { moves });
  interface Shift extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly { node: Node | null }[];
  }
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as Shift[]) {
      if (shift.hadRecentInput) continue;
      moves.sum += shift.value;
      const nodes = shift.sources.map(({ node }) =>
        node instanceof Element ? node.outerHTML.slice(0, 120) : (node?.textContent ?? 'gone'),
      );
      moves.what.push(`${shift.value.toFixed(3)}: ${nodes.join(' | ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Releases each answer after the previous one was rendered, so that late content arrives alone. */
async function releaseOneByOne(page: Page): Promise<void> {
  let before: Promise<unknown> = Promise.resolve();
  const waitForPaint = () =>
    page
      .evaluate(
        () =>
          new Promise<void>((done) => {
            requestAnimationFrame(() => {
              requestAnimationFrame(() => done());
            });
          }),
      )
      // The page was left meanwhile.
      .catch(() => undefined);
  const answer = async (route: Route) => {
    const [response] = await Promise.all([route.fetch(), before]);
    await route.fulfill({ response });
    await waitForPaint();
  };
  await page.route(/\/api\/(?!changes$)/, (route) => {
    const own = answer(route).catch(() => undefined);
    before = own;
    return own;
  });
}

for (const { name, at, most, ...rest } of places) {
  test(`the layout of ${name} does not shift on a slow connection`, async ({ page, portal }) => {
    await withoutStream(page);
    await releaseOneByOne(page);
    if ('who' in rest) await signedIn(page, portal.url, rest.who);
    await page.addInitScript(watchMoves);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, ...slow4g });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(at);
    // A busy processor looks like an idle connection, so the expected content is named.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[data-page-skeleton], [data-testid="skeleton-row"]')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const { sum, what } = await page.evaluate(
      () => (globalThis as unknown as { moves: Moves }).moves,
    );
    expect(sum, what.join('\n')).toBeLessThanOrEqual(most);
  });
}
