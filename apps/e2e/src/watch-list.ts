import type { Locator } from '@playwright/test';

import { expect } from './server.ts';

/** Common phone widths, in pixels, from the narrowest. */
const phoneWidths = [360, 390, 412] as const;

/** Elements that open a list, a calendar or a menu on touch. */
const opener = [
  'input[aria-haspopup=listbox]:not(.mantine-MultiSelect-inputField)',
  // Its input has no size without a search, so the box with the choices is touched.
  '.mantine-MultiSelect-input',
  '[popovertarget]',
  'select',
  'summary[aria-label]',
]
  .map((one) => `${one}:visible:not(:disabled)`)
  .join(', ');

interface Frame {
  /** Width of the page, and of the viewport: a phone widens it for overflowing content. */
  readonly page: string;
  /** Position of the field or button: `x y width`. */
  readonly opener: string;
  /** Position of the list: `x y width`; '' without one. */
  readonly list: string;
}

/** Run lengths of equal states. */
function runs(seen: readonly string[]): string[] {
  const groups: { what: string; times: number }[] = [];
  for (const what of seen) {
    const last = groups.at(-1);
    if (last?.what === what) last.times += 1;
    else groups.push({ what, times: 1 });
  }
  return groups.map(({ what, times }) => `${what} (${String(times)} frames)`);
}

/**
 * Taps an opener and records every frame until the list has been visible for `wanted` frames.
 * @returns descriptions of moves and overflows; empty when the list is stable
 */
async function openAndWatch(opener: Locator, wanted = 12): Promise<string[]> {
  const page = opener.page();
  // Found once: each search with `:visible` reads the style of many elements.
  const touched = await opener.elementHandle();
  const watching = await touched.evaluateHandle(async (first: Element, enough) => {
    const isNative = first instanceof HTMLSelectElement;
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    // The blur of the previous field must finish first.
    (document.activeElement as HTMLElement | null)?.blur();
    await frame();
    await frame();
    // In the middle, so that no sticky bar covers it.
    first.scrollIntoView({ block: 'center' });
    // A late select replaces its placeholder field and takes its id.
    let element = first;
    const panel = (): Element | null => {
      if (element instanceof HTMLElement && element.tagName === 'SUMMARY') {
        const list = element.nextElementSibling;
        return list?.checkVisibility() === true ? list : null;
      }
      const popover = element.getAttribute('popovertarget');
      if (popover !== null) {
        const box = document.getElementById(popover);
        return box?.checkVisibility({ visibilityProperty: true }) === true ? box : null;
      }
      const field = element.matches('input') ? element : element.querySelector('input');
      const list = document.getElementById(field?.getAttribute('aria-controls') ?? '');
      const box = list?.parentElement;
      return box?.checkVisibility() === true ? box : null;
    };
    const where = (box: Element): string => {
      const { x, y, width } = box.getBoundingClientRect();
      return [x, y, width].map((number) => String(Math.round(number))).join(' ');
    };
    const frames: Frame[] = [];
    let seen = 0;
    const over = new Promise<{ frames: Frame[]; outside: boolean }>((done) => {
      const look = () => {
        if (!element.isConnected) element = document.getElementById(element.id) ?? element;
        const box = panel();
        frames.push({
          page: `${String(document.documentElement.scrollWidth)} of ${String(window.innerWidth)}`,
          opener: where(element),
          list: box === null ? '' : where(box),
        });
        // A calendar arrives after its panel.
        const isWhole = box !== null && box.querySelector('.mantine-Skeleton-root') === null;
        if (isWhole || isNative) seen += 1;
        if (seen < enough && frames.length < 1500) requestAnimationFrame(look);
        else {
          const edges = box?.getBoundingClientRect();
          const { clientWidth, clientHeight } = document.documentElement;
          done({
            frames,
            // The list of a tall field may open low in the window; two choices must be visible.
            outside:
              edges !== undefined &&
              (edges.left < 0 ||
                edges.right > clientWidth ||
                Math.min(edges.bottom, clientHeight) - Math.max(edges.top, 0) <
                  Math.min(80, edges.height)),
          });
        }
      };
      requestAnimationFrame(look);
    });
    const isRtl = getComputedStyle(first).direction === 'rtl';
    // Wrapped in an object, because a returned promise would be awaited.
    return { over, isNative, x: isRtl ? first.clientWidth - 10 : 10 };
  }, wanted);
  const { isNative, x } = await watching.evaluate(({ isNative: is, x: at }) => ({
    isNative: is,
    x: at,
  }));
  // Forced, because Playwright never considers a jumping list stable. At the corner where its text starts, because
  // the buttons that remove a choice are further in or at the end.
  await touched.tap({ force: true, position: { x, y: 10 } });
  const { frames, outside } = await watching.evaluate(({ over }) => over);
  const width = String(page.viewportSize()?.width);
  const faults: string[] = [];
  const widths = runs(frames.map((frame) => frame.page));
  if (frames.some((frame) => frame.page !== `${width} of ${width}`)) {
    faults.push(`the page’s width: ${widths.join(', ')}`);
  }
  const opened = isNative ? frames : frames.slice(frames.findIndex(({ list }) => list !== ''));
  const openers = runs(opened.map((frame) => frame.opener));
  if (openers.length > 1) faults.push(`the field: ${openers.join(', ')}`);
  const places = runs(opened.map((frame) => frame.list || 'gone'));
  if (!isNative && places.length > 1) faults.push(`the list: ${places.join(', ')}`);
  if (!isNative && frames.every((frame) => frame.list === '')) faults.push('no list came');
  if (outside) faults.push('the list stands out of the window');
  await page.keyboard.press('Escape');
  return faults;
}

/**
 * Opens every list of a place at each phone width: none may move or widen the page. Needs a page with touch.
 * @param least a minimum, because rows of other stories add lists
 */
export async function expectListsStill(place: Locator, name: string, least: number): Promise<void> {
  const page = place.page();
  const { width: before = 0, height = 0 } = page.viewportSize() ?? {};
  const openers = place.locator(opener);
  await expect.soft(openers.nth(least - 1), `${name}: lists`).toBeVisible();
  const all = await openers.all();
  for (const width of phoneWidths) {
    await page.setViewportSize({ width, height });
    for (const one of all) {
      const label = await one.evaluate(
        (element) => (element.closest('.mantine-InputWrapper-root, label') ?? element).textContent,
      );
      const what = `${name}, ${label.slice(0, 40)}, ${String(width)} px`;
      expect.soft(await openAndWatch(one), what).toEqual([]);
    }
  }
  await page.setViewportSize({ width: before, height });
}
