import type { Locator, Page } from '@playwright/test';

import { expect } from './server.ts';

/** More presses than any page of the portal has stops. */
const mostStops = 120;

/** What a stop of the keyboard looks like to the one who looks. */
interface Stop {
  /** Element and words, to name it in a fault. */
  readonly name: string;
  /** A ring is drawn at it, or at the label or card that stands for it. */
  readonly isMarked: boolean;
  /** No part of the page lies over it (WCAG 2.4.11), and it is on the screen. */
  readonly isSeen: boolean;
}

/** Reads the stop one is at; null on none (the browser's own bar is next). */
async function stopOf(page: Page): Promise<Stop | null> {
  return await page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement) || at === document.body) return null;
    const label = at.nextElementSibling?.tagName === 'LABEL' ? at.nextElementSibling : null;
    const stands: Element[] = [];
    // A card around a check box draws the ring: Mantine's has four boxes between the two.
    for (let each: Element | null = at; each !== null && stands.length < 6;) {
      stands.push(each);
      each = each.parentElement;
    }
    if (label !== null) stands.unshift(label);
    const marked = stands.find((each) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(each);
      return (
        outlineStyle !== 'none' &&
        Number.parseFloat(outlineWidth) >= 2 &&
        outlineColor !== 'rgba(0, 0, 0, 0)'
      );
    });
    const shown = marked ?? at;
    const box = shown.getBoundingClientRect();
    const isSeenAt = (x: number, y: number): boolean => {
      const top = document.elementFromPoint(x, y);
      return top !== null && (shown.contains(top) || top.contains(shown) || at.contains(top));
    };
    const points = [
      [0.5, 0.5],
      [0.1, 0.5],
      [0.9, 0.5],
      [0.5, 0.1],
      [0.5, 0.9],
    ] as const;
    const words = at.getAttribute('aria-label') ?? at.getAttribute('name') ?? at.textContent;
    return {
      name: `${at.tagName.toLowerCase()} "${words.trim().slice(0, 60)}"`,
      isMarked: marked !== undefined,
      isSeen: points.some(([across, down]) =>
        isSeenAt(box.left + box.width * across, box.top + box.height * down),
      ),
    };
  });
}

/** The stop one is at can be told from the others and is not hidden. */
async function expectSeen(page: Page): Promise<void> {
  // As one sees it: after the page has come to rest, not in the frame of the press.
  await expect(async () => {
    const stop = await stopOf(page);
    if (stop === null) return;
    expect(stop.isMarked, `a ring at ${stop.name}`).toBe(true);
    expect(stop.isSeen, `${stop.name} in sight`).toBe(true);
  }).toPass({ timeout: 5_000 });
}

/** Goes on to a place by Tab (or Shift+Tab); every stop on the way has to be seen. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < mostStops; presses += 1) {
    await page.keyboard.press(key);
    await expectSeen(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`the keyboard never came to ${target.toString()}`);
}

/** Goes to a button or link, and presses it. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Goes to a field and writes over what is in it. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
  await expect(field).toHaveValue(text);
}

/** Goes through the whole page and comes out at its end: how many stops it has. */
export async function tabThrough(page: Page): Promise<number> {
  for (let stops = 0; stops < mostStops; stops += 1) {
    await page.keyboard.press('Tab');
    if ((await stopOf(page)) === null) return stops;
    await expectSeen(page);
  }
  throw new Error('the keyboard never came out of the page');
}
