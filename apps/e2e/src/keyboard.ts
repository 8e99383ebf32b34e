import type { JSHandle, Locator, Page } from '@playwright/test';

import { expect } from './server.ts';

/** More than the focusable elements of any page. */
const maxStops = 120;

interface Stop {
  /** It is the element that the caller asked for. */
  readonly isWanted: boolean;
  /** Element and text, to name it in an error. */
  readonly name: string;
  /** A focus ring is drawn around it, or around its label or card. */
  readonly isMarked: boolean;
  /** It is on the screen and not covered (WCAG 2.4.11). */
  readonly isVisible: boolean;
}

/** Reads the focused element; null when there is none (the browser's own controls are next). */
async function stopOf(
  page: Page,
  wanted: JSHandle<Element | null> | null = null,
): Promise<Stop | null> {
  return await page.evaluate((asked) => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement) || at === document.body) return null;
    const label = at.nextElementSibling?.tagName === 'LABEL' ? at.nextElementSibling : null;
    const candidates: Element[] = [];
    // A card around a checkbox draws the ring: Mantine's has four boxes between the two.
    for (let each: Element | null = at; each !== null && candidates.length < 6;) {
      candidates.push(each);
      each = each.parentElement;
    }
    if (label !== null) candidates.unshift(label);
    const marked = candidates.find((each) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(each);
      return (
        outlineStyle !== 'none' &&
        Number.parseFloat(outlineWidth) >= 2 &&
        outlineColor !== 'rgba(0, 0, 0, 0)'
      );
    });
    const shown = marked ?? at;
    const box = shown.getBoundingClientRect();
    const isVisibleAt = (x: number, y: number): boolean => {
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
      isWanted: at === asked,
      name: `${at.tagName.toLowerCase()} "${words.trim().slice(0, 60)}"`,
      isMarked: marked !== undefined,
      isVisible: points.some(([across, down]) =>
        isVisibleAt(box.left + box.width * across, box.top + box.height * down),
      ),
    };
  }, wanted);
}

async function expectFocusVisible(page: Page, read: Stop): Promise<void> {
  if (read.isMarked && read.isVisible) return;
  // Retried, because the page may still move in the frame of the key press.
  await expect(async () => {
    const stop = await stopOf(page);
    if (stop === null) return;
    expect(stop.isMarked, `a ring at ${stop.name}`).toBe(true);
    expect(stop.isVisible, `${stop.name} in sight`).toBe(true);
  }).toPass({ timeout: 5_000 });
}

/** Moves the focus to an element by Tab (or Shift+Tab); each element on the way must be visible. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await expect(target).toBeVisible();
  // Found once: a search by accessible name reads the whole page.
  let wanted = await target.elementHandle();
  for (let presses = 0; presses < maxStops; presses += 1) {
    await page.keyboard.press(key);
    if (!(await wanted.evaluate((element) => element.isConnected)))
      wanted = await target.elementHandle();
    const stop = await stopOf(page, wanted);
    if (stop !== null) await expectFocusVisible(page, stop);
    if (stop?.isWanted === true) return;
  }
  throw new Error(`the keyboard never came to ${target.toString()}`);
}

export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Moves the focus to a field and replaces its text. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
  await expect(field).toHaveValue(text);
}

/** Tabs through the whole page, or once around an open dialog. @returns the number of focusable elements */
export async function tabThrough(page: Page): Promise<number> {
  let first: JSHandle<Element | null> | null = null;
  for (let stops = 0; stops < maxStops; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await stopOf(page, first);
    if (stop === null || stop.isWanted) return stops;
    await expectFocusVisible(page, stop);
    first ??= await page.evaluateHandle(() => document.activeElement);
  }
  throw new Error('the keyboard never came out of the page');
}
