import { faultsOf } from './screens/faults-of.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

test.use({ portalName: 'your turn', viewport: { width: 1280, height: 800 } });

test('a large number of unread messages is not cut off in the list', async ({ page, portal }) => {
  await signedIn(page, portal.url, 'agent.cri@example.org');
  await page.route('**/api/unread', (route) =>
    route.fulfill({
      json: {
        notices: 120,
        messages: 140,
        steps: Array.from({ length: 200 }, (_, i) => ({ stepId: i + 1, unread: 120 })),
      },
    }),
  );
  await page.goto('/requests');
  // The style sheet draws the number.
  const badges = page.getByRole('table').locator('[data-count="120"]');
  await expect(badges.first()).toBeVisible();
  const cut = await badges.evaluateAll((numbers) =>
    numbers.flatMap((number) => {
      const own = number.getBoundingClientRect();
      for (let around = number.parentElement; around !== null; around = around.parentElement) {
        if (getComputedStyle(around).overflowX === 'visible') continue;
        const box = around.getBoundingClientRect();
        if (own.left < box.left - 0.5 || own.right > box.right + 0.5)
          return [around.outerHTML.slice(0, 120)];
      }
      return [];
    }),
  );
  expect(cut).toEqual([]);
  // The names of controls contain what is visible on them.
  expect(await faultsOf(page, 'all', true)).toEqual([]);
});
