import { test as base } from '@playwright/test';
import { browserFromNpm } from '@wasl/tooling/browser';
import { startTestPortal, type TestPortal } from '@wasl/tooling/testing/portal';

import { keepNotices } from './notices.ts';
import { startScanner } from './scanner.ts';

/** A portal that runs already, on whatever data it has: PORTAL_URL names it, to look around more quickly. */
function runningPortal(url: string): TestPortal {
  const nothing = () =>
    Promise.reject(new Error(`the portal at ${url} was not started by this run`));
  return { url, databaseUrl: '', dataFolder: '', crash: nothing, stop: () => Promise.resolve() };
}

export interface WorkerFixtures {
  /** A folder of `packages/tooling/bin` that pins a browser to use instead of the usual one; empty: the usual one. */
  readonly pinnedBrowser: string;
  /** Names a portal of files that change what other stories count on; files with one name share it, in their order. */
  readonly portalName: string;
  /** Whether its files are scanned for viruses. */
  readonly hasScanner: boolean;
  readonly portal: TestPortal;
}

/**
 * Playwright's `test` with a running portal: `portal` is started once per worker from the built
 * programs, on a database and a data folder of its own, and `baseURL` points to it. Short notices are written down.
 */
export const test = base.extend<object, WorkerFixtures>({
  // Another value is another worker, and a worker has a portal of its own.
  portalName: ['shared', { option: true, scope: 'worker' }],
  hasScanner: [false, { option: true, scope: 'worker' }],
  pinnedBrowser: ['', { option: true, scope: 'worker' }],
  launchOptions: [
    async ({ launchOptions, pinnedBrowser }, use) => {
      if (pinnedBrowser === '') await use(launchOptions);
      else await use({ ...launchOptions, executablePath: await browserFromNpm(pinnedBrowser) });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  portal: [
    async ({ hasScanner }, use) => {
      const scanner = hasScanner ? await startScanner() : null;
      const running = process.env.PORTAL_URL;
      const portal =
        running === undefined
          ? await startTestPortal({
              RATE_LIMIT_FACTOR: '1000',
              // A story's own server may be told of events.
              WEBHOOKS: '127.0.0.1/32',
              ...(scanner !== null && { SCANNER_URL: scanner.url }),
            })
          : runningPortal(running);
      await use(portal);
      await portal.stop();
      scanner?.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        await keepNotices(context);
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ portal }, use) => {
    await use(portal.url);
  },
});

export { expect } from '@playwright/test';
