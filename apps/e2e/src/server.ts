import { test as base } from '@playwright/test';
import { browserFromNpm } from '@wasl/tooling/browser';
import { startTestPortal, type TestPortal } from '@wasl/tooling/testing/portal';

import { recordNotices } from './notices.ts';
import { startScanner } from './scanner.ts';

/** A running portal with any data, named by PORTAL_URL, for quick checks. */
function runningPortal(url: string): TestPortal {
  const nothing = () =>
    Promise.reject(new Error(`the portal at ${url} was not started by this run`));
  return { url, databaseUrl: '', dataFolder: '', crash: nothing, stop: () => Promise.resolve() };
}

export interface WorkerFixtures {
  /** Folder of `packages/tooling/bin` with a pinned browser; '' for the usual one. */
  readonly pinnedBrowser: string;
  /** Name of a separate portal for files that change data of other stories; files with the same name share it, in order. */
  readonly portalName: string;
  readonly hasScanner: boolean;
  readonly portal: TestPortal;
}

/**
 * Playwright's `test` with a portal: each worker starts `portal` once from the built programs, with its own database
 * and data folder. `baseURL` points to it. Notices are recorded.
 */
export const test = base.extend<object, WorkerFixtures>({
  // Another value starts another worker, and each worker has its own portal.
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
              // Allows webhooks to a story's own server.
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
        await recordNotices(context);
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
