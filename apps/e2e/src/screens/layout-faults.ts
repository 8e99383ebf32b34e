import type { Page } from '@playwright/test';

import { waitUntilStill } from './translated.ts';

/** Windows of a phone and of a laptop, where the one primary button is in view without scrolling. */
const firstViews = [
  { width: 360, height: 740 },
  { width: 1366, height: 768 },
] as const;

/** Minimum height of a touch target, in pixels. */
const touchHeight = 44;

/** Maximum letters of an organisation's mark. */
const markLetters = 4;

/** Low buttons that are known, each with its reason. */
const knownLow = [
  // The bars of a phone's steps repeat the button "Back".
  '[class*=stepper-module-inner]',
] as const;

/** Primary buttons of the page or of its open dialog. */
async function primaryButtons(page: Page): Promise<{ name: string; isOut: boolean }[]> {
  return await page.evaluate(() => {
    const dialog = [...document.querySelectorAll('[role=dialog]')]
      .filter((element) => element.checkVisibility())
      .at(-1);
    // An address with a fragment opens at its element.
    const target = location.hash === '' ? null : document.querySelector(location.hash);
    if (dialog === undefined && target === null) window.scrollTo(0, 0);
    else if (dialog === undefined) target?.scrollIntoView();
    const place = dialog ?? document.querySelector('main');
    const looks = [
      '[data-variant=filled]',
      // A button without a variant is filled.
      '.mantine-Button-root:not([data-variant])',
      // The landing page has no Mantine.
      '[class*=frame-module-primary]',
      '[class*=landing-module-saffron]',
    ];
    return [
      ...(place?.querySelectorAll(
        `:is(button, a, label.mantine-Button-root):is(${looks.join(', ')})`,
      ) ?? []),
    ]
      .filter((button) => button.checkVisibility())
      .map((button) => {
        const { top, bottom } = button.getBoundingClientRect();
        return { name: button.textContent.trim(), isOut: top < 0 || bottom > window.innerHeight };
      });
  });
}

/**
 * Faults of the primary buttons of the page or its open dialog, on a phone and on a laptop: too many, none, or one out
 * of view.
 */
export async function firstViewFaults(
  page: Page,
  wanted: 'one' | 'at most one' | 'none' | 'any',
): Promise<string[]> {
  if (wanted === 'any') return [];
  const faults: string[] = [];
  for (const view of firstViews) {
    await page.setViewportSize(view);
    await waitUntilStill(page);
    const found = await primaryButtons(page);
    const names = found.map(({ name, isOut }) => (isOut ? `${name} (out of view)` : name));
    const isCountRight =
      wanted === 'none'
        ? found.length === 0
        : found.length <= 1 && (wanted !== 'one' || found.length > 0);
    if (!isCountRight || found.some(({ isOut }) => isOut)) {
      const size = `${String(view.width)} × ${String(view.height)}`;
      faults.push(`${size}: ${names.join(', ') || 'no primary button'}`);
    }
  }
  return faults;
}

/** Buttons in items of lists and tables that are too low for a finger. */
export async function lowButtons(page: Page): Promise<string[]> {
  return await page.evaluate(
    ({ limit, known }) => {
      const roots = ['button', 'a[class*=Button-root]', 'a[class*=ActionIcon-root]'];
      const selector = `:is(li, tr) :is(${roots.join(', ')}):not(${known.join(', ')})`;
      return [...document.querySelectorAll<HTMLElement>(selector)]
        .map((button) => ({ button, height: button.getBoundingClientRect().height }))
        .filter(
          ({ button, height }) =>
            button.checkVisibility({ visibilityProperty: true }) && height > 1 && height < limit,
        )
        .map(({ button, height }) => {
          const name = button.getAttribute('aria-label') ?? button.innerText;
          return `${name} (${height.toFixed(1)} px)`;
        });
    },
    { limit: touchHeight - 0.5, known: knownLow },
  );
}

/** Marks of organisations with too many letters, or with an Arabic article. */
export async function markFaults(page: Page): Promise<string[]> {
  const marks = await page
    .locator('[class*=organisation-mark-module-mark]:not([data-logo])')
    .allTextContents();
  return marks.filter(
    (mark) => Array.from(mark).length > markLetters || mark === '' || mark.startsWith('ال'),
  );
}

/** The number of banners where it is more than one, also below or in a dialog. */
export async function bannerFaults(page: Page): Promise<string[]> {
  const count = await page.getByRole('banner', { includeHidden: true }).count();
  return count > 1 ? [`${String(count)} banners`] : [];
}

/** Fields whose hint is not between the label and the control. */
export async function hintFaults(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll('.mantine-InputWrapper-root')].flatMap((field) => {
      const [label, hint] = [...field.children].filter((part) =>
        part.matches(
          'label, legend, [class*=InputWrapper-label], [class*=InputWrapper-description]',
        ),
      );
      const control = field.querySelector('input, textarea, select, button');
      if (label === undefined || hint === undefined || control === null) return [];
      const between = hint.getBoundingClientRect();
      const isBetween =
        label.getBoundingClientRect().bottom <= between.top + 1 &&
        between.bottom <= control.getBoundingClientRect().top + 1;
      return control.checkVisibility() && !isBetween ? [label.textContent] : [];
    }),
  );
}
