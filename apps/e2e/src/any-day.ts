import { expect, type Page } from '@playwright/test';

/** Picks the first free day of a calendar, whether it starts with years, months or days. */
export async function pickAnyDay(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label}`) }).click();
  const calendar = page.getByRole('dialog', { name: label });
  const free = calendar.locator('table button:not([disabled], [data-hidden])');
  await expect(free.first()).toBeVisible();
  await expect(async () => {
    if (await calendar.isHidden()) return;
    await free.last().click({ timeout: 500 });
    await expect(calendar).toBeHidden({ timeout: 500 });
  }).toPass();
}
