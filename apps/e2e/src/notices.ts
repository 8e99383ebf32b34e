import { type BrowserContext, expect, type Page } from '@playwright/test';

/** Notices of each page that no story has asserted yet. */
const shown = new WeakMap<Page, string[]>();

/**
 * Records each notice of the context's pages as it appears. The product removes a notice after 1.3 s, which a slow
 * browser may spend between two polls of a story.
 */
export async function recordNotices(context: BrowserContext): Promise<void> {
  await context.exposeBinding('noticeShown', ({ page }, text: string) => {
    shown.set(page, [...(shown.get(page) ?? []), text]);
  });
  await context.addInitScript(() => {
    const reported = new WeakSet<Element>();
    const { noticeShown } = globalThis as unknown as { noticeShown: (text: string) => unknown };
    new MutationObserver(() => {
      for (const notice of document.querySelectorAll('[data-testid="notice"]')) {
        if (reported.has(notice)) continue;
        reported.add(notice);
        noticeShown(notice.textContent);
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Waits for a notice with these words, shown after the last asserted one. */
export async function expectNotice(page: Page, words: string): Promise<void> {
  const place = (): number => (shown.get(page) ?? []).findIndex((text) => text.includes(words));
  await expect.poll(place, { message: `A notice says: ${words}` }).toBeGreaterThanOrEqual(0);
  shown.set(page, (shown.get(page) ?? []).slice(place() + 1));
}
