import type { Page, Route } from '@playwright/test';

import { expect, test } from './server.ts';
import { signedIn, withoutStream } from './signed-in.ts';

// A phone on a slow line.
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
const slow4g = { downloadThroughput: 204_800, uploadThroughput: 84_375, latency: 150 };

/** Of web.dev's "good". */
const most = 0.1;

const places = [
  { name: 'the landing page', at: '/landing/fr' },
  { name: 'the landing page in Arabic', at: '/landing/ar' },
  { name: 'the simulator without an account, in Arabic', at: '/simulateur?lang=ar' },
  { name: 'the NORDEV simulator without an account', at: '/simulateur-nordev?lang=fr' },
  { name: 'the way in', at: '/login?lang=fr' },
  { name: 'a beneficiary’s list', at: '/requests', who: 'amina@example.org' },
  { name: 'an agent’s list in Arabic', at: '/requests?lang=ar', who: 'agent.cri@example.org' },
] as const;

/** What has moved without having been touched: the sum as the browser counts it, and what moved, in words. */
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

/** Lets each answer of the server arrive by itself, when the one before has been drawn: whatever comes late comes alone. */
async function oneByOne(page: Page): Promise<void> {
  let before: Promise<unknown> = Promise.resolve();
  const drawn = () =>
    page
      .evaluate(
        () =>
          new Promise<void>((done) => {
            requestAnimationFrame(() => {
              requestAnimationFrame(() => done());
            });
          }),
      )
      // The page has been left meanwhile.
      .catch(() => undefined);
  const answer = async (route: Route) => {
    const [response] = await Promise.all([route.fetch(), before]);
    await route.fulfill({ response });
    await drawn();
  };
  await page.route(/\/api\/(?!changes$)/, (route) => {
    const own = answer(route).catch(() => undefined);
    before = own;
    return own;
  });
}

for (const { name, at, ...rest } of places) {
  test(`nothing jumps while ${name} arrives on a slow line`, async ({ page, portal }) => {
    await withoutStream(page);
    await oneByOne(page);
    if ('who' in rest) await signedIn(page, portal.url, rest.who);
    await page.addInitScript(watchMoves);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, ...slow4g });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(at);
    // A processor that is busy looks like a line that is idle: what is awaited is named.
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
