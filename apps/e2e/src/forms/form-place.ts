import type { Locator, Page } from '@playwright/test';

import type { Look } from '../screens/look-at-all.ts';

/** A form or a dialog of the portal, and the way to it, at any width. */
export interface FormPlace {
  readonly name: string;
  /** E-mail of whoever fills it in; nobody is signed in without it. */
  readonly as?: string;
  readonly at: string | ((look: Look) => string | Promise<string>);
  readonly open: (look: Look) => Promise<unknown>;
  /** Where it is, if neither in a dialog nor in the page’s main part. */
  readonly within?: string;
  /** How many lists, calendars and menus it has: one that is no longer found is no longer looked at. */
  readonly lists: number;
  /** How many fields one types into. */
  readonly texts: number;
  /** Something to choose where no draft holds what is typed: nothing is typed, or a list is searched. */
  readonly choose?: (look: Look) => Promise<unknown>;
  /** Keeps no draft: it searches, holds passwords, or has a story of its own for its draft. */
  readonly noDraft?: true;
  /** Those of them for codes where nothing else in the page says so: a selector. */
  readonly codes?: string;
}

/** The part of the page that a form stands in. */
export function placeOf(page: Page, { within }: FormPlace): Locator {
  return page.locator(within ?? '[role=dialog]:not([popover]), main').last();
}

/** Unfolds the filters of a list, which a phone keeps folded. */
export async function unfold({ page, say }: Look): Promise<void> {
  await page.getByRole('button', { name: say('common:actions.filter'), expanded: false }).click();
  await page.locator('form[role=search]:visible').first().waitFor();
}
