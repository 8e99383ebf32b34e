import type { Page } from '@playwright/test';

/** Links, buttons, fields and other controls that the window shows without scrolling, also in part. */
export async function controlsInSight(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const roles = ['button', 'tab', 'combobox', 'checkbox', 'switch', 'radio', 'slider'];
    const selector = `a[href], button, input, select, textarea, ${roles.map((role) => `[role=${role}]`).join(', ')}`;
    return [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((control) => {
        const { top, bottom, left, right } = control.getBoundingClientRect();
        return (
          control.checkVisibility({ visibilityProperty: true }) &&
          bottom - top > 1 &&
          Math.min(bottom, innerHeight) - Math.max(top, 0) > 1 &&
          Math.min(right, innerWidth) - Math.max(left, 0) > 1
        );
      })
      .map((control) => control.getAttribute('aria-label') ?? control.innerText);
  });
}
