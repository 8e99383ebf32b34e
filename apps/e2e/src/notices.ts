import { type BrowserContext, expect, type Page } from '@playwright/test';

/** Short notices of each page that no story has asked for yet. */
const shown = new WeakMap<Page, string[]>();

/**
 * Writes down every short notice of the context's pages as it appears. The product takes one away after 1.3 s, which a
 * browser that has to wait for its processor may spend between two looks of a story.
 */
export async function keepNotices(context: BrowserContext): Promise<void> {
  await context.exposeBinding('noticeShown', ({ page }, text: string) => {
    shown.set(page, [...(shown.get(page) ?? []), text]);
  });
  await context.addInitScript(() => {
    const told = new WeakSet<Element>();
    const { noticeShown } = globalThis as unknown as { noticeShown: (text: string) => unknown };
    new MutationObserver(() => {
      for (const notice of document.querySelectorAll('[data-testid="notice"]')) {
        if (told.has(notice)) continue;
        told.add(notice);
        noticeShown(notice.textContent);
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Waits until a short notice with these words has been shown on the page, since the last one that was asked for. */
export async function expectNotice(page: Page, words: string): Promise<void> {
  const place = (): number => (shown.get(page) ?? []).findIndex((text) => text.includes(words));
  await expect.poll(place, { message: `A notice says: ${words}` }).toBeGreaterThanOrEqual(0);
  shown.set(page, (shown.get(page) ?? []).slice(place() + 1));
}
