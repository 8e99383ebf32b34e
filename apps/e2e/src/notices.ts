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

/** Notices shown together with a sticky bar, and those that met a button of the bar. */
export interface NoticesAtBars {
  readonly apart: Set<string>;
  readonly meeting: Set<string>;
}

/** Compares each notice of the page with the buttons of sticky bars, in every frame until it disappears. */
export async function noticesAtBars(page: Page): Promise<NoticesAtBars> {
  const found: NoticesAtBars = { apart: new Set(), meeting: new Set() };
  await page.exposeFunction('noticeAtBar', (text: string, isMeeting: boolean) => {
    found[isMeeting ? 'meeting' : 'apart'].add(text);
  });
  await page.addInitScript(() => {
    const watched = new WeakSet<Element>();
    const { noticeAtBar } = globalThis as unknown as {
      noticeAtBar: (text: string, isMeeting: boolean) => unknown;
    };
    // After the frame was painted.
    const compare = (notice: Element) => setTimeout(() => compareNow(notice));
    const compareNow = (notice: Element) => {
      if (!notice.isConnected) return;
      const box = notice.getBoundingClientRect();
      const buttons = [
        ...document.querySelectorAll('[class*="-module-onward"], [class*="-module-bar"]'),
      ]
        .filter((bar) => getComputedStyle(bar).position === 'sticky')
        .flatMap((bar) => [...bar.querySelectorAll('button, a')]);
      for (const button of buttons) {
        const { top, bottom, left, right, height } = button.getBoundingClientRect();
        if (height < 2 || box.height < 2) continue;
        const isMeeting =
          top < box.bottom && bottom > box.top && left < box.right && right > box.left;
        noticeAtBar(notice.textContent, isMeeting);
      }
      requestAnimationFrame(() => compare(notice));
    };
    new MutationObserver(() => {
      for (const notice of document.querySelectorAll('[data-testid="notice"]')) {
        if (watched.has(notice)) continue;
        watched.add(notice);
        compare(notice);
      }
    }).observe(document, { childList: true, subtree: true });
  });
  return found;
}
