import { expect, type Locator, type Page } from '@playwright/test';

import { lookAtAll } from './check-screens.ts';
import { as } from './partner-steps.ts';
import { waitForText, screensOf } from './screen-steps.ts';

/** The marker of the chosen period is below its label, in both text directions. */
async function expectMarked(page: Page, word: RegExp): Promise<void> {
  const label = page.locator('.mantine-SegmentedControl-label').filter({ hasText: word });
  const mark = page.locator('.mantine-SegmentedControl-indicator');
  const middleOf = async (one: Locator) => {
    const box = await one.boundingBox();
    return (box?.x ?? Number.NaN) + (box?.width ?? 0) / 2;
  };
  await expect
    .poll(async () => Math.abs((await middleOf(mark)) - (await middleOf(label))))
    .toBeLessThan(3);
}

const statistics = screensOf({ as, at: '/statistics' }, [
  { name: 'statistics', open: waitForText('statistics:figures.median') },
  {
    name: 'statistics-year',
    at: '/statistics?period=year',
    open: async ({ page, textOf }) => {
      await page.getByText(textOf('statistics:months.title')).first().waitFor();
      await page.locator('.recharts-bar').first().waitFor();
      await expectMarked(page, textOf('statistics:period.year'));
    },
  },
  {
    name: 'worklist-linked',
    at: '/requests?search=amina&stepStatus=OPEN&assignedSince=2020-01-01',
    open: ({ page, textOf }) =>
      page.getByRole('list', { name: textOf('agent:linked.label') }).waitFor(),
  },
]);

lookAtAll('every screen of the statistics', statistics);
