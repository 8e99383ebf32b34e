import type { Page } from '@playwright/test';

import { expect, test } from './server.ts';

const tooOldAlert = (page: Page) => page.getByRole('alert').filter({ hasText: 'Chrome 100' });

for (const at of ['/landing/fr', '/simulateur?lang=ar']) {
  test(`${at}: a browser that is too old sees a message in four languages, a newer one does not`, async ({
    page,
  }) => {
    await test.step('a newer browser sees no message', async () => {
      await page.goto(at, { waitUntil: 'networkidle' });
      await expect(page.locator('h1').first()).toBeVisible();
      await expect(tooOldAlert(page)).toHaveCount(0);
    });

    await test.step('a browser that cannot parse the scripts sees the message', async () => {
      await page.route('**/assets/*.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'class A { static { syntax' }),
      );
      await page.goto(at);
      await expect(tooOldAlert(page)).toBeVisible();
      await page.unrouteAll();
    });

    await test.step('a browser without a required function sees the message', async () => {
      await page.addInitScript(() => {
        delete (window as { structuredClone?: unknown }).structuredClone;
      });
      await page.goto(at);
      await expect(tooOldAlert(page).locator('p')).toHaveText([
        /^Votre navigateur est trop ancien/,
        /^Your browser is too old/,
        /^متصفحك قديم/,
        /^Su navegador es demasiado antiguo/,
      ]);
    });
  });
}
