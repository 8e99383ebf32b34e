import type { Page } from '@playwright/test';

import { faultsOf } from './screens/faults-of.ts';
import { expect } from './server.ts';

/** Checks how a page is printed from a dark screen: its content alone, on white, readable. */
export async function expectPrintable(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const main = page.getByRole('main');
  await expect(main).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const role of ['navigation', 'button', 'contentinfo'] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  await expect(page.locator('a[href="#content"]')).toBeHidden();
  const seen = await page.evaluate(() => {
    const shown = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
      (element) => element.getClientRects().length > 0,
    );
    return {
      paper: getComputedStyle(document.body).backgroundColor,
      // A fixed or sticky bar covers text on each sheet.
      bars: shown
        .filter((element) => /fixed|sticky/.test(getComputedStyle(element).position))
        .map((element) => element.outerHTML),
      folded: [...document.querySelectorAll('details:not([open])')]
        .filter((part) => part.checkVisibility() && !part.lastElementChild?.checkVisibility())
        .map((part) => part.textContent),
    };
  });
  expect(seen).toEqual({ paper: 'rgb(255, 255, 255)', bars: [], folded: [] });
  expect(await faultsOf(page, 'colours', true)).toEqual([]);
  await page.emulateMedia({ media: null, colorScheme: null });
}
