import type { Locator, Page } from '@playwright/test';

import type { Look } from '../screens/check-screens.ts';

/** A form or dialog, and the steps that open it, at any width. */
export interface FormPlace {
  readonly name: string;
  /** E-mail of the signed-in person; absent for visitors. */
  readonly as?: string;
  readonly at: string | ((look: Look) => string | Promise<string>);
  readonly open: (look: Look) => Promise<unknown>;
  /** Container, if neither a dialog nor the main part of the page. */
  readonly within?: string;
  /** Number of lists, calendars and menus; the count detects one that the test no longer finds. */
  readonly lists: number;
  readonly texts: number;
  /** Makes a choice, where the draft stores no text field: it has none, or it only searches a list. */
  readonly choose?: (look: Look) => Promise<unknown>;
  /** No draft: a search, passwords, or a form whose draft has its own story. */
  readonly noDraft?: true;
  /** Selector of fields for codes that the page does not mark. */
  readonly codes?: string;
}

export function placeOf(page: Page, { within }: FormPlace): Locator {
  return page.locator(within ?? '[role=dialog]:not([popover]), main').last();
}

/** Opens the filters of a list, which a phone collapses. */
export async function unfold({ page, textOf }: Look): Promise<void> {
  await page
    .getByRole('button', { name: textOf('common:actions.filter'), expanded: false })
    .click();
  await page.locator('form[role=search]:visible').first().waitFor();
}
