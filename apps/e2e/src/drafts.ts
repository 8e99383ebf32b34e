import type { Page } from '@playwright/test';

/** The keys of the drafts that this tab keeps. */
export const draftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')));
