import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

import { signedIn } from './signed-in.ts';

/** Options of a phone: a narrow window with touch. */
export const onPhone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
} as const;

/**
 * A page in a separate window, in French by default, for a second person; signed in if there is an e-mail. It closes
 * with its context.
 */
export async function otherWindow(
  browser: Browser,
  portal: { readonly url: string },
  email: string | null = null,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url, locale: 'fr-FR', ...options });
  const page = await context.newPage();
  if (email !== null) await signedIn(page, portal.url, email);
  return page;
}

/**
 * Waits until the history has an entry for each open dialog and none of closed ones. Before, Back would meet the
 * page's own `history.back()` or leave the page.
 */
export async function dialogsInHistory(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => ((history.state as { layers?: unknown[] } | null)?.layers ?? []).length === wanted,
    count,
  );
}
