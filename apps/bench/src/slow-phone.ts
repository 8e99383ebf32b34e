import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { provideBrowser } from '@wasl/tooling/browser';

/** Lighthouse's mobile line, 1.6 Mbit/s and 150 ms, in bytes a second. */
const slow4g = { downloadThroughput: 204_800, uploadThroughput: 84_375, latency: 150 };
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true };

export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await provideBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}

/** A page that knows nothing yet, on a slow line and a processor four times slower. Its context is to be closed. */
export async function slowPhone(
  browser: Browser,
): Promise<{ page: Page; session: CDPSession; close: () => Promise<void> }> {
  const context = await browser.newContext({ ...phone, locale: 'fr-FR', hasTouch: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  // tsx names functions by a helper that the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named');
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...slow4g });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return { page, session, close: () => context.close() };
}

/** The one in the middle; of an even number the higher one. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
