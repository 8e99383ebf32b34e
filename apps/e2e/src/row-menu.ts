import type { Locator, Page } from '@playwright/test';

/** Chooses an operation in the menu of a row or of a page. */
export async function chooseOperation(place: Locator | Page, name: string | RegExp): Promise<void> {
  await place.getByRole('button', { name: /^Autres actions/ }).click();
  await place.getByRole('menuitem', { name, exact: true }).click();
}
