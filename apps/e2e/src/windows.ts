import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

import { signedIn } from './signed-in.ts';

/** What a phone has: a narrow window that is touched. */
export const onPhone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
} as const;

/**
 * A page in a window of its own, in French unless told: somebody else than who the story begins with, signed in if
 * there is an e-mail. It is closed with its context.
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
 * A dialog that has closed has also left the history: it goes back over its own entry, and an address that is opened in that
 * moment, quicker than anybody could, is given up by the browser.
 */
export async function dialogsLeft(page: Page): Promise<void> {
  await page.waitForFunction(
    () => ((history.state as { layers?: unknown[] } | null)?.layers ?? []).length === 0,
  );
}
