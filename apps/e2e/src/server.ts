import { test as base } from '@playwright/test';
import { startTestPortal, type TestPortal } from '@wasl/tooling/testing/portal';

/**
 * Playwright's `test` with a running portal: `portal` is started once per worker from the built
 * programs, on a database and a data folder of its own, and `baseURL` points to it.
 */
export const test = base.extend<object, { portal: TestPortal }>({
  portal: [
    async ({}, use) => {
      const portal = await startTestPortal({ RATE_LIMIT_FACTOR: '1000' });
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ portal }, use) => {
    await use(portal.url);
  },
});

export { expect } from '@playwright/test';
