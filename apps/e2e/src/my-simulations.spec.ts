import type { Page } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';

import { callAs } from './calls.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { smallNordev } from './simulator-forms.ts';

// The rules change here.
test.use({ portalName: 'moved on', viewport: { width: 360, height: 740 }, hasTouch: true });

const owner = 'nord.cooperative@example.org';

const keep = (page: Page, portal: { readonly url: string }, changes: object) =>
  callAs(page.request, portal, owner, '/simulate-nordev', { ...smallNordev, ...changes });

test('my simulations are named, copied, compared and deleted', async ({ page, portal }) => {
  await keep(page, portal, {});
  await keep(page, portal, {
    intituleProjet: 'Atelier agrandi',
    nombreEmploiStableCree: 3,
  });
  await signedIn(page, portal.url, owner);
  await page.goto('/simulator-nordev');
  await page.getByRole('link', { name: 'Mes simulations' }).tap();
  const entry = (name: string) =>
    page
      .getByRole('list', { name: 'Simulations conservées' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name, exact: true }) });
  await expect(entry('Atelier de tissage')).toContainText(/40\s000\sMAD/);
  await page.getByRole('main').getByRole('link', { name: 'Estimer mon aide' }).tap();
  await expect(page.getByLabel('Combien allez-vous investir')).toBeVisible();
  await page.goBack();

  await test.step('a simulation gets a name and a copy', async () => {
    await entry('Atelier de tissage')
      .getByRole('button', { name: /^Renommer/ })
      .tap();
    await page.getByRole('dialog').getByRole('textbox', { name: /^Nom/ }).fill('Variante A');
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).tap();
    await entry('Variante A')
      .getByRole('button', { name: /^Dupliquer/ })
      .tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).tap();
    await expect(entry('Copie de Variante A')).toBeVisible();
  });

  await test.step('two simulations are compared, with differences marked', async () => {
    await entry('Variante A').getByRole('checkbox').check();
    await entry('Atelier agrandi').getByRole('checkbox').check();
    const comparison = page.getByRole('table');
    await expect(comparison.getByRole('row', { name: /^Effectif prévisionnel/ })).toContainText(
      'différent',
    );
    await expect(comparison.getByRole('row', { name: /^Prime innovation/ })).not.toContainText(
      'différent',
    );
  });

  await test.step('the simulation opens again unchanged, and disappears when it is deleted', async () => {
    await entry('Variante A').getByRole('link', { name: 'Variante A', exact: true }).tap();
    await expect(page).toHaveURL(/\/simulator-nordev\?simulation=\d+$/);
    await expect(page.getByText(/Montant de la prime 40\s000\sMAD/)).toBeVisible();
    await page.goBack();
    await entry('Copie de Variante A')
      .getByRole('button', { name: /^Supprimer/ })
      .tap();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Supprimer/ })
      .tap();
    await expect(entry('Copie de Variante A')).toHaveCount(0);
  });
});

test('a simulation under earlier rules also shows the result under today’s rules', async ({
  page,
  portal,
}) => {
  await keep(page, portal, { intituleProjet: 'Avant les règles' });
  await queryRows(
    portal.databaseUrl,
    `INSERT INTO premium_rule_sets (scheme, version, valid_from, source, rules)
      SELECT scheme, '2026-novembre', current_date - 1, source, jsonb_set(rules, '{convergence,moyenne}', '5')
      FROM premium_rule_sets WHERE scheme = 'nordev' ORDER BY id LIMIT 1`,
    [],
  );
  await signedIn(page, portal.url, owner);
  await page.goto('/simulations');
  await page.getByRole('link', { name: 'Avant les règles' }).first().tap();
  await expect(page.getByText('Les règles ont changé depuis cette simulation')).toBeVisible();
  await expect(page.getByText(/^Règles de la simulation/)).toContainText(/8\s% · 40\s000\sMAD/);
  await expect(page.getByText(/^Règles d’aujourd’hui/)).toContainText(/10\s% · 50\s000\sMAD/);
});

test('a shared link shows the figures without the name until it is revoked', async ({
  page,
  browser,
  portal,
}) => {
  await keep(page, portal, { intituleProjet: 'Ferme de Bni Hassan' });
  await signedIn(page, portal.url, owner);
  await page.goto('/simulations');
  await page.getByRole('button', { name: /^Partager les chiffres de .*Ferme de Bni Hassan/ }).tap();
  const dialog = page.getByRole('dialog', { name: /^Partager les chiffres/ });
  await dialog.getByRole('button', { name: 'Créer un lien' }).tap();
  const field = dialog.getByRole('textbox', { name: 'Lien à partager' });
  await expect(field).toHaveValue(/\/partage\/[\w-]{32}$/);
  const address = new URL(await field.inputValue()).pathname;
  await expect(dialog.getByText(/^Un lien existe, valable jusqu’au/)).toBeVisible();

  const visitor = await browser.newPage({
    baseURL: portal.url,
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
  });
  await visitor.goto(`${address}?lang=ar`);
  await expect(visitor.locator('html')).toHaveAttribute('dir', 'rtl');
  await visitor.goto(`${address}?lang=fr`);
  await expect(visitor.getByText('Montant de la prime')).toBeVisible();
  await expect(visitor.getByText('Ferme de Bni Hassan')).toHaveCount(0);
  const width = await visitor.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);

  await dialog.getByRole('button', { name: 'Reprendre le lien' }).tap();
  await expect(field).toHaveCount(0);
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Lien inconnu ou terminé' })).toBeVisible();
  await visitor.close();
});
