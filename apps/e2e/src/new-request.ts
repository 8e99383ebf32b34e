import type { Page } from '@playwright/test';

export const nextStep = (page: Page) =>
  page.getByRole('button', { name: 'Suivant', exact: true }).click();

/** Begins a personalised request with its first service, up to the need. */
export async function beginRequest(page: Page): Promise<void> {
  await page.goto('/newRequest');
  await page.getByRole('radio', { name: 'Demande personnalisée' }).check();
  await nextStep(page);
  await page.getByRole('checkbox').first().check();
  await nextStep(page);
}

/** Begins a personalised request with a need, up to the documents. */
export async function describeRequest(page: Page, need: string): Promise<void> {
  await beginRequest(page);
  await page.getByLabel('Besoin exprimé').fill(need);
  await nextStep(page);
}
