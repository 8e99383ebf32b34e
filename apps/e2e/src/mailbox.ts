import type { Locator, Page } from '@playwright/test';

import { expect } from './server.ts';

/** Newest sent mail with all of these texts; the page then shows the mailbox. */
export async function mailWith(page: Page, ...words: (string | RegExp)[]): Promise<Locator> {
  let rows = page.getByRole('row');
  for (const hasText of words) rows = rows.filter({ hasText });
  await expect(async () => {
    await page.goto('/dev/mail');
    await expect(rows.first()).toBeVisible({ timeout: 500 });
  }).toPass();
  return rows.first();
}

/** Link of the newest mail with these texts. */
export async function mailedLink(
  page: Page,
  words: string | RegExp,
  path: string,
): Promise<string> {
  const mails = page.getByRole('row').filter({ hasText: words });
  const link = mails.getByRole('link', { name: path }).first();
  await expect(async () => {
    await page.goto('/dev/mail');
    await expect(link).toBeVisible({ timeout: 500 });
  }).toPass();
  return (await link.getAttribute('href')) ?? '';
}
