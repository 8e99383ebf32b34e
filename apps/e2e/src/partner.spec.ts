import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { downloaded } from './downloads.ts';
import { csv, importedPerson, xlsx } from './files.ts';
import { mailWith } from './mailbox.ts';
import { expectNotice } from './notices.ts';
import { dialogsInHistory } from './other-window.ts';
import { chooseOperation } from './row-menu.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { chooseTool, openFilters } from './worklist-tools.ts';

const agent = 'agent.cri@example.org';

/** Row of a step: a request has one per service of the organisation. */
const rowOf = (page: Page, number: string, service: string) =>
  page.getByRole('row').filter({ hasText: number }).filter({ hasText: service });

const operation = (page: Page, number: string, service: string, name: RegExp) =>
  rowOf(page, number, service).getByRole('button', { name });

async function totalOf(page: Page): Promise<number> {
  const text = await page.getByText(/\d\u2069 sur \d+$/).textContent();
  return Number(/\d+$/.exec(text ?? '')?.[0]);
}

test('the worklist stores its filter and sort in the address and names the applicants', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, agent);
  await page.goto('/requests');
  await expect(page.getByRole('heading', { name: 'Demandes à traiter' })).toBeVisible();
  for (const header of [
    'Numéro',
    'Date',
    'Bénéficiaire',
    'Avancement',
    'Service',
    'Statut',
    'Opérations',
  ]) {
    await expect(page.getByRole('columnheader', { name: header, exact: true })).toBeVisible();
  }
  await page.getByRole('columnheader', { name: 'Avancement' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=percent/);
  await openFilters(page);
  await page.getByLabel('Numéro de la demande').fill('2026-000010');
  await page.getByRole('button', { name: 'Rechercher' }).click();
  await expect(page).toHaveURL(/number=2026-000010/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.reload();
  await expect(page.getByLabel('Numéro de la demande')).toHaveValue('2026-000010');
  await expect(page.getByRole('row')).toHaveCount(2);

  await chooseOperation(page, 'Informations du bénéficiaire');
  const person = page.getByRole('dialog', { name: 'Informations du bénéficiaire' });
  await expect(person).toContainText('Idrissi');
  await expect(person.getByRole('link', { name: 'amina@example.org' })).toBeVisible();
  // The province is stored as a code and shown by name.
  await expect(person).toContainText('Tanger');
  await expect(person).not.toContainText('01.511');
  await expect(person.getByRole('textbox')).toHaveCount(0);
  await page.keyboard.press('Escape');

  await chooseOperation(page, 'Suivre');
  const follow = page.getByRole('dialog', { name: /^Suivi de la demande/ });
  const history = follow.getByRole('region', { name: 'Historique' });
  // Other stories on this portal add lines, and the oldest are folded.
  await history.getByRole('button', { name: /^Afficher tout/ }).click();
  // The same history as the beneficiary's.
  await expect(history.getByText(/demande un document/).first()).toBeVisible();
  // The feedback is for the beneficiary.
  await expect(follow.getByText('Commentaire de l’organisme')).toHaveCount(0);
  await page.keyboard.press('Escape');
  // The dialog's own step back would undo the search.
  await dialogsInHistory(page, 0);

  await page.getByLabel('Numéro de la demande').fill('nulle part');
  await page.getByRole('button', { name: 'Rechercher' }).click();
  await expect(page.getByText('Aucune demande ne correspond à cette recherche')).toBeVisible();
  await page.getByRole('button', { name: 'Afficher toutes les demandes' }).click();
  await expect(page.getByRole('row')).toHaveCount(9);
});

test('a step is updated, requests documents, and is closed at 100 % after a confirmation', async ({
  page,
  portal,
}) => {
  const step = ['2026-000015', 'Accueil et orientation'] as const;
  await signedIn(page, portal.url, agent);
  await page.goto('/requests?number=2026-000015');
  const update = operation(page, ...step, /^Mettre à jour/);
  await update.click();
  const form = page.getByRole('dialog', { name: 'Mettre à jour l’avancement' });
  const percent = form.getByRole('slider', { name: 'Avancement' });
  await expect(percent).toHaveAttribute('step', '5');

  // 100 means processed; a lower value reopens the step.
  await percent.fill('100');
  await expect(form.getByRole('radio', { name: 'Traitée' })).toBeChecked();
  await percent.press('ArrowLeft');
  await expect(percent).toHaveValue('95');
  await expect(form.getByRole('radio', { name: 'En cours' })).toBeChecked();
  await percent.fill('35');

  await form.getByRole('button', { name: 'Autre document à préciser' }).click();
  const label = form.getByLabel('Intitulé du nouveau type de document');
  const add = form.getByRole('button', { name: 'Ajouter le type de document' });
  await expect(label).toBeFocused();
  await label.fill('Pl');
  await expect(add).toBeDisabled();
  await label.fill('Plan de trésorerie');
  await add.click();
  await expectNotice(page, 'Le type de document a été créé avec succès');
  await form.getByLabel('Commentaire pour le bénéficiaire').fill('Votre dossier avance bien.');
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expectNotice(page, "L'état d'avancement a été enregistré avec succès");
  await expect(form).toHaveCount(0);
  await expect(rowOf(page, ...step)).toContainText('35 %');
  await expect(rowOf(page, ...step)).toContainText('En cours');

  // Awaited documents are shown and cannot be requested again.
  await chooseOperation(rowOf(page, ...step), 'Documents');
  const documents = page.getByRole('dialog', { name: /^Documents de la demande/ });
  await expect(documents.getByText('Plan de trésorerie')).toBeVisible();
  await expect(documents.getByText(/^En attente du bénéficiaire/)).toBeVisible();
  await page.keyboard.press('Escape');
  await update.click();
  await expect(form.getByText(/^Déjà demandés.*Plan de trésorerie$/)).toBeVisible();
  await form.getByRole('combobox', { name: 'Documents à demander' }).click();
  const types = page.getByRole('listbox', { name: 'Documents à demander' });
  await expect(types.getByRole('option').first()).toBeVisible();
  await expect(types.getByRole('option', { name: 'Plan de trésorerie' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(form).toBeVisible();

  const feedback = form.getByLabel('Commentaire pour le bénéficiaire');
  await expect(form.getByRole('blockquote')).toContainText('Votre dossier avance bien.');
  await expect(feedback).toHaveValue('');
  await feedback.fill('Votre dossier est complet.');
  await form.getByRole('radio', { name: 'Traitée' }).check();
  await expect(percent).toHaveValue('100');
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  const confirm = page.getByRole('dialog', {
    name: /2026-000015.*déclarer votre prestation traitée/,
  });
  await expect(confirm.getByText(/^Des documents sont encore attendus/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(confirm).toHaveCount(0);
  // Nothing was sent and no input is lost.
  await expect(feedback).toHaveValue('Votre dossier est complet.');
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await confirm.getByRole('button', { name: 'Déclarer traitée à 100 %' }).click();
  await expectNotice(page, "L'état d'avancement a été enregistré avec succès");
  await expect(rowOf(page, ...step)).toContainText('100 %');
  await expect(update).toHaveCount(0);
  await chooseOperation(rowOf(page, ...step), 'Mettre à jour l’avancement');
  await expectNotice(page, 'Vous avez déjà réclamé 100 % du traitement.');
  await expect(form).toHaveCount(0);
  await test.step('the organisation’s own types are listed before the common types in another file', async () => {
    await page.goto('/requests?number=2026-000010');
    await page.getByRole('link', { name: 'Ouvrir le dossier 2026-000010' }).first().click();
    await page.getByRole('combobox', { name: 'Documents à demander' }).click();
    const names = types.getByRole('option');
    await expect(names.filter({ hasText: 'Plan de trésorerie' })).toBeVisible();
    const shown = await names.allTextContents();
    expect(shown.indexOf('Plan de trésorerie')).toBeLessThan(shown.indexOf('Autre document'));
  });
});

test('a step that a colleague has closed is refused in the dialog, which preserves the input', async ({
  page,
  portal,
  context,
}) => {
  await signedIn(page, portal.url, agent);
  await page.goto('/requests?number=2026-000008');
  await page
    .getByRole('button', { name: /^Mettre à jour/ })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: 'Mettre à jour l’avancement' });
  await form.getByLabel('Commentaire pour le bénéficiaire').fill('Encore un peu de patience.');

  const colleague = await context.newPage();
  await colleague.goto('/requests?number=2026-000008');
  await colleague
    .getByRole('button', { name: /^Mettre à jour/ })
    .first()
    .click();
  const theirs = colleague.getByRole('dialog', { name: 'Mettre à jour l’avancement' });
  await theirs.getByRole('slider').fill('100');
  await theirs.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await colleague.getByRole('button', { name: 'Déclarer traitée à 100 %' }).click();
  await expect(theirs).toHaveCount(0);
  await colleague.close();

  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(form.getByRole('alert')).toHaveText('Vous avez déjà réclamé 100 % du traitement.');
  await expect(form.getByLabel('Commentaire pour le bénéficiaire')).toHaveValue(
    'Encore un peu de patience.',
  );
});

test('requests are imported from a .csv: faults are listed by line, then all rows are imported, and duplicates on confirmation', async ({
  page,
  portal,
}) => {
  const header = ['email_beneficiaire', 'besoin', 'services'];
  await signedIn(page, portal.url, agent);
  await page.goto('/requests');
  await expect(page.getByRole('row')).toHaveCount(9);
  const before = await totalOf(page);
  await chooseTool(page, 'Charger des demandes (.csv)');
  const dialog = page.getByRole('dialog', { name: 'Charger des demandes' });
  const template = await downloaded(page, dialog.getByRole('button', { name: /^Télécharger/ }));
  expect(template.suggestedFilename()).toBe('canevas_demandes.csv');

  const run = dialog.getByRole('button', { name: 'Importer', exact: true });
  await expect(run).toBeDisabled();
  const input = dialog.getByLabel(/^Fichier des demandes/);
  await input.setInputFiles(xlsx('demandes.xlsx', [header]));
  await expect(dialog.getByText('Veuillez choisir un fichier .csv')).toBeVisible();
  await expect(run).toBeDisabled();

  await input.setInputFiles(
    csv('demandes.csv', [
      header,
      ['amina@example.org', 'Un local', 'AUTORISATIONS'],
      ['personne', 'Un prêt', 'NULLE_PART'],
      ['inconnue@example.org', 'Un conseil', 'AUTORISATIONS'],
    ]),
  );
  await run.click();
  const faults = dialog.getByRole('region', { name: 'Erreurs du fichier' });
  await expect(
    faults.getByText('La ligne numéro 3 contient les erreurs suivantes :'),
  ).toBeVisible();
  await expect(
    faults.getByText('La ligne numéro 4 contient les erreurs suivantes :'),
  ).toBeVisible();
  await expect(faults.getByText('La ligne numéro 2')).toHaveCount(0);
  await expect(dialog.getByText(/^3 erreurs à corriger/)).toBeVisible();

  const good = csv('demandes.csv', [
    header,
    ['amina@example.org', 'Un local', 'AUTORISATIONS'],
    ['amina@example.org', 'Un terrain', 'FONCIER_LOCAUX'],
  ]);
  await input.setInputFiles(good);
  await expect(faults).toHaveCount(0);
  await run.click();
  await expect(dialog.getByText('2 lignes importées')).toBeVisible();
  await expectNotice(page, 'Le fichier a bien été chargé!');
  await expect.poll(() => totalOf(page)).toBe(before + 2);

  await input.setInputFiles(good);
  await run.click();
  await expect(dialog.getByText('Ce fichier a déjà été importé.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Importer à nouveau' }).click();
  await expect(dialog.getByText('2 lignes importées')).toBeVisible();
  await expect.poll(() => totalOf(page)).toBe(before + 4);

  await test.step('only the new line of an extended file is filed, unless requested otherwise', async () => {
    const longer = csv('demandes.csv', [
      header,
      ['amina@example.org', 'Un local', 'AUTORISATIONS'],
      ['amina@example.org', 'Un terrain', 'FONCIER_LOCAUX'],
      ['amina@example.org', 'Une boutique', 'FONCIER_LOCAUX'],
    ]);
    await input.setInputFiles(longer);
    await dialog.getByRole('button', { name: 'Vérifier le fichier' }).click();
    await expect(dialog.getByText(/Déjà déposée le/).first()).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Déposer aussi ces lignes' })).toBeVisible();
    await run.click();
    await expect(dialog.getByText('1 demande déposée')).toBeVisible();
    await expect(dialog.getByText(/^2 lignes laissées de côté/)).toBeVisible();
    await expect.poll(() => totalOf(page)).toBe(before + 5);
    await input.setInputFiles(
      csv('demandes.csv', [
        header,
        ['amina@example.org', 'Une boutique', 'FONCIER_LOCAUX'],
        ['amina@example.org', 'Un bureau', 'FONCIER_LOCAUX'],
      ]),
    );
    await dialog.getByRole('button', { name: 'Vérifier le fichier' }).click();
    await dialog.getByRole('button', { name: 'Déposer aussi ces lignes' }).click();
    await expect(dialog.getByText('2 demandes déposées')).toBeVisible();
    await expect.poll(() => totalOf(page)).toBe(before + 7);
  });
});

test('beneficiaries are imported from an .xlsx and invited', async ({ page, portal }) => {
  const person = importedPerson('salma.importee@example.org');
  await signedIn(page, portal.url, agent);
  await page.goto('/requests');
  await chooseTool(page, 'Charger des bénéficiaires (.xlsx)');
  const dialog = page.getByRole('dialog', { name: 'Charger des bénéficiaires' });
  const run = dialog.getByRole('button', { name: 'Importer', exact: true });
  const input = dialog.getByLabel(/^Fichier des bénéficiaires/);

  // The template contains no person.
  const template = await downloaded(page, dialog.getByRole('button', { name: /^Télécharger/ }));
  expect(template.suggestedFilename()).toMatch(/\.xlsx$/);
  const path = await template.path();
  await input.setInputFiles({
    name: 'canevas.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await readFile(path),
  });
  await run.click();
  await expect(dialog.getByText(/^La ligne numéro 1 contient/)).toBeVisible();

  const rows = [Object.keys(person), Object.values(person)];
  await input.setInputFiles(xlsx('personnes.xlsx', [...rows, Object.values(person)]));
  await run.click();
  await expect(
    dialog.getByText('La ligne numéro 3 contient les erreurs suivantes :'),
  ).toBeVisible();
  await input.setInputFiles(xlsx('personnes.xlsx', rows));
  await run.click();
  await expect(dialog.getByText('Compte a été ajouté avec succès!')).toBeVisible();

  await test.step('a hidden row is reported before the import, and skipped on request', async () => {
    const [titles = []] = rows;
    const seen = Object.values(importedPerson('vue.importee@example.org'));
    const unseen = Object.values(importedPerson('masquee.importee@example.org'));
    await input.setInputFiles(xlsx('masquée.xlsx', [titles, seen, unseen], 3));
    await dialog.getByRole('button', { name: 'Vérifier le fichier' }).click();
    await expect(dialog.getByText(/est masqué dans le classeur/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Importer sans ce qui est masqué' }).click();
    await expect(dialog.getByText('1 ligne importée')).toBeVisible();
  });

  await mailWith(page, person['email'] ?? '');
  await mailWith(page, 'vue.importee@example.org');
});
