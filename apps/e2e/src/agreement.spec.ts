import type { Page } from '@playwright/test';

import { csv } from './files.ts';
import { expect, test } from './server.ts';
import { demoPassword, signedIn } from './signed-in.ts';
import { chooseTool } from './worklist-tools.ts';

test.use({ portalName: 'moved on' });

const cooperative = 'nord.cooperative@example.org';
const header = ['email_beneficiaire', 'besoin', 'services', 'date'];

async function filed(page: Page, url: string, agent: string, lines: readonly string[][]) {
  const signIn = await page.request.post(`${url}/api/utilisateurs/signIn`, {
    data: { email: agent, password: demoPassword },
  });
  const { token } = (await signIn.json()) as { token: string };
  const answer = await page.request.post(`${url}/api/requests/uploadCanevasDemandes`, {
    headers: { authorization: `Bearer ${token}` },
    multipart: { file: csv('demandes.csv', [header, ...lines.map((line) => [...line])]) },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

const banner = (page: Page, text: string) => page.locator('[data-tone]').filter({ hasText: text });

test('a person agrees to a request filed in their name after the survey, then withdraws', async ({
  page,
  browser,
  portal,
}) => {
  const desk = await browser.newPage();
  await signedIn(desk, portal.url, 'agent.cri@example.org');
  await desk.goto(`${portal.url}/requests`);
  await chooseTool(desk, 'Charger des demandes (.csv)');
  const dialog = desk.getByRole('dialog', { name: 'Charger des demandes' });
  await dialog
    .getByLabel(/^Fichier des demandes/)
    .setInputFiles(
      csv('salon.csv', [
        header,
        [cooperative, 'Un local à Bab Taza', 'AUTORISATIONS', '2025-01-31'],
      ]),
    );
  await dialog.getByRole('button', { name: 'Vérifier le fichier' }).click();
  await expect(dialog.getByText('1 demande attendra l’accord de la personne')).toBeVisible();
  await dialog.getByRole('button', { name: 'Importer', exact: true }).click();
  await expect(dialog.getByText('1 ligne importée')).toBeVisible();
  await expect(dialog.getByText(/^1 demande attend l’accord/)).toBeVisible();
  await dialog.getByRole('link', { name: /^1 demande attend l’accord/ }).click();
  await expect(desk.getByRole('heading', { name: 'Accord des personnes' })).toBeInViewport();
  await expect(desk.getByText('En attente de l’accord de la personne : 2')).toBeVisible();
  const waiting = desk.getByRole('row').filter({ hasText: cooperative });
  await expect(waiting).toContainText('Un local à Bab Taza');
  await expect(waiting).toContainText('31/01/2025');
  await expect(desk.getByText('Coopérative Nord Exemple')).toHaveCount(0);

  // The mail links to the request.
  await page.goto('/dev/mail');
  const mail = page.getByRole('row').filter({ hasText: 'demande votre accord' });
  const link = await mail.getByRole('link', { name: /\/requests\/\d+/ }).getAttribute('href');
  await signedIn(page, portal.url, cooperative);
  // The list shows the same task as a card.
  await page.goto('/requests');
  await page.keyboard.press('Escape');
  const card = page
    .getByRole('region', { name: 'C’est à vous d’agir' })
    .getByRole('listitem')
    .filter({ hasText: 'Un local à Bab Taza' });
  await expect(card).toContainText(/CRI-TTA.* a déposé une demande en votre nom/);
  await expect(card.getByRole('button', { name: /^Accepter/ })).toBeVisible();
  await page.goto(new URL(link ?? '').pathname);
  const panel = page.getByRole('listitem').filter({ hasText: 'a déposé une demande en votre nom' });
  await expect(panel).toContainText('CRI-TTA');
  await expect(page.getByText('date indiquée par')).toBeVisible();
  await expect(page.getByText('En attente de votre accord', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Modifier/ })).toHaveCount(0);

  await panel.getByRole('button', { name: 'Accepter' }).click();
  const accept = page.getByRole('dialog', { name: /^Accepter la demande/ });
  await expect(accept).toContainText('verra votre nom, vos coordonnées');
  await accept.getByRole('button', { name: 'Répondre au questionnaire' }).click();
  const survey = page.getByRole('dialog', { name: 'Questionnaire de qualification' });
  await survey.getByLabel('Décrivez votre besoin').fill('Moderniser la fromagerie');
  for (const label of ['Nombre d’emplois', 'Chiffre d’affaires']) {
    await survey.getByRole('combobox', { name: label, exact: true }).click();
    const list = page.getByRole('listbox', { name: label, exact: true });
    await list.getByRole('option').first().click();
  }
  await survey.getByRole('radio', { name: 'Pas encore de projet' }).check();
  await survey.getByRole('checkbox', { name: 'Une formation' }).check();
  await survey.getByRole('radio', { name: 'Non' }).check();
  await survey.getByRole('button', { name: 'Enregistrer' }).click();
  await accept.getByRole('button', { name: 'Accepter' }).click();
  await expect(page.getByText('Vous avez accepté la demande.')).toBeVisible();
  await expect(banner(page, 'avec votre accord')).toBeVisible();

  // Oldest first: the date comes from the file.
  await desk.goto(`${portal.url}/requests?sort=dateRequest,asc`);
  const row = desk.getByRole('row').filter({ hasText: 'Coopérative Nord Exemple' });
  await expect(row).toContainText('date indiquée par');
  await desk.goto(`${portal.url}/requests/imports`);
  await expect(desk.getByText('salon.csv')).toBeVisible();
  await expect(desk.getByText('En attente de l’accord de la personne : 1')).toBeVisible();
  await expect(waiting).toHaveCount(0);

  await page.getByRole('button', { name: 'Retirer mon accord' }).click();
  const takeBack = page.getByRole('dialog', { name: /^Retirer votre accord/ });
  await takeBack.getByRole('button', { name: 'Retirer mon accord' }).click();
  await expect(banner(page, 'Vous avez retiré votre accord')).toBeVisible();
  await desk.goto(`${portal.url}/requests?sort=dateRequest,asc`);
  await expect(desk.getByRole('button', { name: 'Outils', exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);
  await desk.close();
});

test('a person refuses requests filed in their name from the list, in Arabic on a phone', async ({
  page,
  portal,
}) => {
  await filed(page, portal.url, 'agent.ccis@example.org', [
    [cooperative, 'متجر في شفشاون', 'EXPORT_RESEAU', '2025-02-28'],
    [cooperative, 'معرض', 'EXPORT_RESEAU', ''],
  ]);
  // Suppresses the survey, which opens once per session.
  await page.addInitScript(() => sessionStorage.setItem('surveyClosed', '1'));
  await page.setViewportSize({ width: 360, height: 780 });
  await signedIn(page, portal.url, cooperative, 'ar');
  await page.goto('/requests');
  const pendingAgreements = page.getByRole('region', { name: 'المطلوب منكم' });
  await expect(pendingAgreements.getByRole('listitem')).toHaveCount(2);
  const card = pendingAgreements.getByRole('listitem').filter({ hasText: 'متجر في شفشاون' });
  await card.getByRole('button', { name: /^رفض/ }).click();
  const dialog = page.getByRole('dialog', { name: /^رفض الطلب/ });
  await dialog.getByRole('button', { name: 'رفض' }).click();
  await expect(page.getByText('لقد رفضتم: لم تر الهيئة عنكم شيئاً.')).toBeVisible();
  await expect(pendingAgreements).toHaveCount(0);
  await expect(page.getByText('مرفوض', { exact: true })).toHaveCount(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
