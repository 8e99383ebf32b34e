import type { Page } from '@playwright/test';

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
