import type { Page } from '@playwright/test';

/** Keys of the drafts in this tab. */
export const draftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')));
