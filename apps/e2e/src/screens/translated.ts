import { expect, type Page } from '@playwright/test';

import type { Language } from '../words.ts';

/** Waits until the page is rendered. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => {
          requestAnimationFrame(() => done());
        });
      }),
  );
}

async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
    const untranslated = 'script, style, svg, select, textarea, title';
    texts
      .filter(
        (text) => text.data.trim() !== '' && text.parentElement?.closest(untranslated) === null,
      )
      .forEach((text, index) => {
        // In a constant, because the types mark the tag as deprecated.
        const tag: string = 'font';
        const font = document.createElement(tag);
        if (index % 2 === 0) font.append(text.data);
        text.replaceWith(font);
        if (index % 2 === 1) font.append(text);
      });
  });
}

/**
 * Switches an open screen to another language by the entry of the menu, which may be closed or below a dialog.
 * @returns false for a screen without this menu
 */
export async function showIn(page: Page, lang: Language): Promise<boolean> {
  const entry = page.locator(`[role^=menuitem][lang=${lang}]`).first();
  if ((await entry.count()) === 0) return false;
  // The language of this person's mails must not change.
  await page.route('**/utilisateurs/lang', (route) => route.fulfill({ status: 204 }));
  // A screen may block assets; the catalogues of another language must load.
  await page.unroute('**/assets/*');
  // A page that replaces its frame meanwhile would lose the press.
  await expect(async () => {
    const isThere = await entry.evaluate((element: HTMLElement) => {
      const isConnected = element.isConnected;
      element.click();
      return isConnected;
    });
    expect(isThere).toBe(true);
  }).toPass();
  await page.locator(`html[lang=${lang}]`).waitFor();
  await waitUntilStill(page);
  return true;
}

/**
 * Translates a screen as browsers do and uses it: closes what is open, and switches the language, so that React renders
 * every text again.
 * @returns the messages of page errors
 */
export async function faultsOfTranslated(page: Page): Promise<string[]> {
  // Pages of the server have no scripts.
  if ((await page.locator('#root').count()) === 0) return [];
  const faults: string[] = [];
  const note = (error: Error) => faults.push(error.message);
  page.on('pageerror', note);
  try {
    await translate(page);
    await page.keyboard.press('Escape');
    await showIn(page, 'en');
    const text = await page.locator('#root').textContent();
    if (text === null || text.trim() === '') faults.push('the page is white');
    if (/ran into a problem|a rencontré un problème|حدث خلل في هذه الصفحة/.test(text ?? ''))
      faults.push('the page is broken');
  } finally {
    page.off('pageerror', note);
  }
  return faults;
}
