import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { expect } from './server.ts';

/** The screen as it stands breaks no rule of WCAG 2.2 AA that a machine can check, and fits its window. */
export async function expectAccessible(page: Page, place: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    // Without a second page for its sums, which only frames would need: in half the time.
    .setLegacyMode()
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
    place,
  ).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${place} is wider than the window`).toBeLessThanOrEqual(0);
}
