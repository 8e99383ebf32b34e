import type { Page } from '@playwright/test';

/** Opens the bar of filters of an agent's list. */
export async function openFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filtrer', exact: true }).click();
}

/** Chooses an entry of the menu of imports: a file to load, or what was loaded before. */
export async function chooseImport(page: Page, entry: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^(Imports|الاستيراد)$/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}
