import { queryRows } from '@wasl/tooling/testing';

import { expect, test } from './server.ts';

test.use({ portalName: 'public stats' });

test('anybody reads the figures of the portal from the foot of the landing page', async ({
  page,
  portal,
  request,
}) => {
  // The demonstration has few closed steps: twenty-five more of one service, counted by the hour.
  await queryRows(
    portal.databaseUrl,
    `WITH model AS (SELECT request_id, partner_id, title_item_id FROM processing_steps WHERE status = 'PROCESSED' ORDER BY id LIMIT 1)
     INSERT INTO processing_steps (request_id, position, title_item_id, partner_id, status, percent, assigned_at, processed_at, updated_at)
     SELECT request_id, 1000 + n, title_item_id, partner_id, 'PROCESSED', 100,
       date_trunc('month', now()) - interval '20 days', date_trunc('month', now()) - interval '15 days', now()
     FROM model, generate_series(1, 25) n RETURNING id`,
  );
  // As `admin jobs run public-figures` has it.
  await queryRows(
    portal.databaseUrl,
    `UPDATE background_jobs SET next_run_at = now() WHERE name = 'public-figures' RETURNING name`,
  );
  const isCounted = async () => {
    const answer = await request.get('/api/stats');
    return ((await answer.json()) as { whole: unknown }).whole !== null;
  };
  await expect.poll(isCounted).toBe(true);
  await page.goto('/landing/fr');
  await page.getByRole('link', { name: 'Le portail en chiffres' }).click();
  await expect(page).toHaveURL(/\/stats$/);
  await expect(
    page.getByRole('heading', { name: 'Comment ces chiffres sont comptés' }),
  ).toBeVisible();
  await expect(page.getByText(/Aucun chiffre ne repose sur moins de 20/)).toBeVisible();
  const whole = page.locator('dl');
  await expect(whole).toContainText('5 jours');
  await expect(page.getByRole('table', { name: 'Par service' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Mois par mois' }).getByRole('row')).toHaveCount(13);
  await expect(page.getByRole('cell', { name: 'Non publié' }).first()).toBeVisible();

  await page.goto('/stats?lang=ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { name: 'كيف تُحسب هذه الأرقام' })).toBeVisible();

  // On a phone the tables scroll, not the page.
  await page.setViewportSize({ width: 360, height: 740 });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width).toBe(360);
});
