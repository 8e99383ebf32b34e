import type { Page } from '@playwright/test';

import { expect } from './server.ts';

/** Picks a day from the three lists of a date field. @param day `YYYY-MM-DD` */
export async function pickDay(page: Page, label: string, day: string): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-');
  for (const [part, value] of [
    ['Jour', date],
    ['Mois', month],
    ['Année', year],
  ] as const) {
    await page
      .getByRole('combobox', { name: new RegExp(`^${label}.*${part}$`) })
      .selectOption(value);
  }
}

/** Picks the first or last free day of the month that a calendar shows. */
export async function pickFreeDay(
  page: Page,
  label: string,
  which: 'first' | 'last',
): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label}`) }).click();
  const calendar = page.getByRole('dialog', { name: label });
  await calendar.locator('table button:not([disabled], [data-hidden])')[which]().click();
  await expect(calendar).toBeHidden();
}
