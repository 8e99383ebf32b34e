import type { Page } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';

import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

// Moves rows, so it does not share the portal with stories that depend on the order.
test.use({ portalName: 'rows of the list' });

const numbersOf = async (page: Page): Promise<string[]> => {
  const labels = await page
    .getByRole('link', { name: /^Ouvrir le dossier/ })
    .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? ''));
  return labels.map((label) => /\d{4}-\d{6}/.exec(label)?.[0] ?? '');
};

test('the next page continues at the cursor, also after Back and a reload; the address has the page number', async ({
  page,
  portal,
}) => {
  const asked: (string | null)[] = [];
  page.on('request', (call) => {
    if (call.url().includes('/journeyInstanceProcessingSteps/filter'))
      asked.push(new URL(call.url()).searchParams.get('position'));
  });
  await signedIn(page, portal.url, 'agent.cri@example.org');
  await page.goto('/requests?size=8');
  await expect.poll(() => numbersOf(page)).toHaveLength(8);
  const first = await numbersOf(page);
  await page.getByRole('button', { name: 'Page suivante' }).click();
  await expect(page).toHaveURL(/page=1/);
  await expect.poll(() => numbersOf(page)).not.toEqual(first);
  const second = await numbersOf(page);
  expect(asked.at(-1)).not.toBeNull();
  await expect(page).not.toHaveURL(/position/);

  // The last row moves to the top of the list: by its page number, this page would now begin with another row.
  const moved = second.at(-1) ?? '';
  await queryRows(
    portal.databaseUrl,
    `UPDATE requests SET date_request = now() WHERE num_request = $1 RETURNING id`,
    [moved],
  );
  await page.reload();
  await expect.poll(() => numbersOf(page)).toEqual(second.slice(0, -1));

  const address = page.url();
  await page.goBack();
  await expect.poll(() => numbersOf(page)).toEqual([moved, ...first.slice(0, -1)]);
  expect(asked.at(-1)).toBeNull();
  await page.goForward();
  await expect.poll(async () => (await numbersOf(page))[0]).toBe(second[0]);

  const other = await page.context().newPage();
  await other.goto(address);
  await expect.poll(async () => (await numbersOf(other))[0]).toBe(first.at(-1));
});
