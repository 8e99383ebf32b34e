import type { Page } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';

import { pdf } from './files.ts';
import { mailWith } from './mailbox.ts';
import { otherWindow } from './other-window.ts';
import { createRequestFile } from './request-file.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

const agent = 'agent.cri@example.org';
const submitOf = (page: Page) => page.getByRole('button', { name: 'Déposer la demande' });
const searchOf = (page: Page) => page.getByLabel(/^Rechercher par nom, téléphone ou CIN/);
const need = 'Un local de 80 m² à Tanger';

const firstService = (page: Page) => page.getByRole('checkbox').first();

test('an adviser files a request for a person at the counter', async ({ page, portal }) => {
  await signedIn(page, portal.url, agent);
  await page.goto('/requests');

  await test.step('the person is found by name, a document is added, and the number links to the file', async () => {
    await page.getByRole('link', { name: 'Déposer au guichet' }).click();
    await searchOf(page).fill('amina');
    await page.getByRole('list', { name: 'Personnes trouvées' }).getByRole('button').click();
    await expect(page.getByText(/^Pour .*Amina/)).toBeVisible();
    await firstService(page).click();
    await page.getByLabel('Besoin exprimé').fill(need);
    await page.locator('input[type=file]').first().setInputFiles(pdf('plan.pdf'));
    for (const [width, height] of [
      [360, 740],
      [1366, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => window.scrollTo(0, 0));
      await expect(submitOf(page)).toBeInViewport({ ratio: 1 });
    }
    await submitOf(page).click();
    const done = page.getByRole('heading', { name: /^La demande .*\d{4}-\d{6}.* est déposée$/ });
    await expect(done).toBeFocused();
    await page.getByRole('link', { name: 'Ouvrir le dossier' }).click();
    await expect(page).toHaveURL(/\/requests\/\d+\/steps\/\d+$/);
    await expect(page.getByText(need).first()).toBeVisible();
  });

  await test.step('a duplicate is reported, and filed only on demand', async () => {
    await page.goto('/fileRequest');
    await searchOf(page).fill('amina');
    await page.getByRole('list', { name: 'Personnes trouvées' }).getByRole('button').click();
    await firstService(page).click();
    await page.getByLabel('Besoin exprimé').fill(`${need} `);
    await submitOf(page).click();
    const dialog = page.getByRole('dialog', { name: /^Déjà déposée le \d\d\/\d\d\/\d{4}$/ });
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await submitOf(page).click();
    await dialog.getByRole('button', { name: 'Déposer quand même' }).click();
    await expect(page.getByRole('heading', { name: /est déposée$/ })).toBeVisible();
  });
});

test('an adviser files a journey of the organisation for a person', async ({ page, portal }) => {
  const { stepId } = await createRequestFile(portal.databaseUrl, {
    beneficiary: 'amina@example.org',
  });
  await queryRows(
    portal.databaseUrl,
    `UPDATE processing_steps s SET partner_id = u.partner_id FROM users u
     WHERE u.email = 'agent.ads@example.org' AND s.id = $1 RETURNING s.id`,
    [stepId],
  );
  await signedIn(page, portal.url, 'agent.ads@example.org');
  await page.goto('/fileRequest');
  await searchOf(page).fill('amina');
  await page.getByRole('list', { name: 'Personnes trouvées' }).getByRole('button').first().click();
  await page.getByRole('radio', { name: 'Parcours' }).check();
  await page.getByRole('combobox', { name: /^Parcours/ }).click();
  await page.getByRole('option', { name: 'Développer ma coopérative' }).click();
  await page.getByLabel(/^Nombre de membres/).fill('12');
  await page.getByLabel('Besoin exprimé').fill(need);
  for (const field of await page.locator('input[type=file]').all())
    await field.setInputFiles(pdf('statuts.pdf'));
  await submitOf(page).click();
  await expect(page.getByRole('heading', { name: /est déposée$/ })).toBeFocused();
});

test('a request for an unknown address waits for its owner, who opens the account by the mail', async ({
  page,
  portal,
  browser,
}) => {
  const email = 'guichet@example.org';
  await signedIn(page, portal.url, agent);
  // The pages for beneficiaries stay closed to agents.
  await page.goto('/newRequest');
  await expect(page).toHaveURL(/\/unauthorized/);
  await page.goto('/fileRequest');
  const people = page.getByRole('list', { name: 'Personnes trouvées' }).getByRole('button');
  for (const found of ['06 00 00 00 01', 'xx 100001']) {
    await searchOf(page).fill(found);
    await expect(people).toHaveText(/Amina/);
  }
  // A part of a CIN finds no person: an agent cannot guess it.
  await searchOf(page).fill('XX1000');
  await expect(people).toHaveCount(0);
  await page.reload();
  await submitOf(page).click();
  const summary = page.getByRole('alert');
  await expect(summary.getByRole('link', { name: /Rechercher par nom/ })).toBeVisible();
  await page.getByRole('button', { name: 'Indiquer un email exact' }).click();
  await page.getByLabel('Email de la personne').fill(email);
  await page.getByLabel(/^Prénom/).fill('Salma');
  await page.getByLabel(/^Nom/).fill('Tazi');
  await firstService(page).click();
  await page.getByLabel('Besoin exprimé').fill('Un mentor');

  await test.step('a closed tab loses no input', async () => {
    await expect(page.getByText(/^Brouillon enregistré/)).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Reprendre' }).click();
    await expect(page.getByLabel('Email de la personne')).toHaveValue(email);
    await expect(page.getByRole('checkbox').first()).toBeChecked();
  });

  await submitOf(page).click();
  const waits = page.getByRole('heading', { name: 'L’accord de la personne est attendu' });
  await expect(waits).toBeFocused();
  await page.getByRole('link', { name: 'Voir les demandes en attente d’accord' }).click();
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('En attente');

  const hers = await otherWindow(browser, portal);
  const mail = await mailWith(hers, email, 'vous invite');
  const link = mail.getByRole('link', { name: '/reinitialiserMotPasse/' });
  await hers.goto(new URL((await link.getAttribute('href')) ?? '').pathname);
  await hers.getByLabel(/^Mot de passe/).fill('Phare#Spartel7');
  await hers.getByLabel(/^Confirmation/).fill('Phare#Spartel7');
  await hers.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(hers).toHaveURL(/\/landing\/fr/);
  await hers.context().close();
});
