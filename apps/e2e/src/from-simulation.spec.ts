import type { Page } from '@playwright/test';

import { callAs } from './calls.ts';
import { chooseOperation } from './row-menu.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { smallNordev } from './simulator-forms.ts';

const amina = 'amina@example.org';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const saveSimulation = (page: Page, portal: { readonly url: string }, title: string) =>
  callAs(page.request, portal, amina, '/simulate-nordev', {
    ...smallNordev,
    intituleProjet: title,
  });

test('a request starts from a saved simulation with its report, and another from that request', async ({
  page,
  portal,
}) => {
  const title = 'Séchoir à figues de Ghomara';
  await saveSimulation(page, portal, title);
  await signedIn(page, portal.url, amina);
  await page.goto('/simulations');
  const ask = page.getByRole('link', { name: `Demander un accompagnement pour \u2068${title}` });
  await ask.tap();
  await expect(page).toHaveURL(/\/newRequest\?simulation=\d+$/);
  const notice = page.getByText(/Le rapport de votre simulation .* sera joint/);
  await expect(notice).toContainText(title);

  const next = page.getByRole('button', { name: 'Suivant', exact: true });
  await page.getByRole('radio', { name: 'Demande personnalisée' }).check();
  await next.tap();
  await page.getByRole('checkbox').first().check();
  await next.tap();
  await expect(page.getByRole('textbox', { name: /Besoin exprimé/ })).toHaveValue(
    new RegExp(title),
  );
  await next.tap();
  await page.getByRole('button', { name: 'Enregistrer et vérifier' }).tap();
  await expect(page).toHaveURL(/\/requests$/);

  await test.step('the request shows the report with its rules', async () => {
    const rows = await callAs(page.request, portal, amina, '/requests/filter', []);
    const mine = (rows as { id: number; description: string | null }[]).find(
      ({ description }) => description?.includes(title) === true,
    );
    await page.goto(`/requests/${String(mine?.id)}`);
    await expect(page.getByText(/NORDEV-\d{6}.*\.pdf/)).toBeVisible();
    await expect(page.getByText(/règles .*2026/)).toBeVisible();
  });

  await test.step('a copied request starts with the same need and the same report', async () => {
    await chooseOperation(page, 'Dupliquer cette demande');
    await expect(notice).toContainText(title);
    await next.tap();
    await next.tap();
    await expect(page.getByRole('textbox', { name: /Besoin exprimé/ })).toHaveValue(
      new RegExp(title),
    );
    await page.getByRole('button', { name: 'Ne pas joindre le rapport' }).tap();
    await expect(notice).toHaveCount(0);
  });
});

test('the result also links to a request in Arabic', async ({ page, portal }) => {
  await saveSimulation(page, portal, 'تعاونية العسل');
  await signedIn(page, portal.url, amina, 'ar');
  await page.goto('/simulations');
  await page.getByRole('link', { name: 'تعاونية العسل', exact: true }).tap();
  await page.getByRole('link', { name: 'طلب المواكبة', exact: true }).tap();
  await expect(page).toHaveURL(/\/newRequest\?simulation=\d+$/);
  await expect(page.getByText(/سيُرفق بالطلب تقرير محاكاتكم/)).toContainText('تعاونية العسل');
});
