import type { Page } from '@playwright/test';

export async function openFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filtrer', exact: true }).click();
}

/** Chooses an entry of the import menu: a file to upload, or the history. */
export async function chooseImport(page: Page, entry: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^(Imports|الاستيراد)$/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}
