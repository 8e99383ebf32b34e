import type { Locator, Page } from '@playwright/test';

export async function openFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filtrer', exact: true }).click();
}

/** Chooses an action on the whole list: an upload, an export, the views, the choice of rows. */
export async function chooseTool(page: Page, entry: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^(Outils|أدوات)$/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** Link to a part of the list, also while the panel of the parts is closed. */
export const partLink = (page: Page, name: string | RegExp): Locator =>
  page
    .getByRole('navigation', {
      name: /^(Parties de la liste|أقسام اللائحة|À qui sont les dossiers)$/,
      includeHidden: true,
    })
    .getByRole('link', { name, includeHidden: true });

export async function choosePart(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^(Parties de la liste|أقسام اللائحة)/ }).click();
  await partLink(page, name).click();
}
