import type { Page } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';

import { downloaded } from './downloads.ts';
import { notPdf, pdf } from './files.ts';
import { expectNotice } from './notices.ts';
import { chooseOperation } from './row-menu.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

const amina = 'amina@example.org';
const cooperative = 'nord.cooperative@example.org';

const next = (page: Page) => page.getByRole('button', { name: 'Suivant', exact: true });

/** Gives a person as many drafts as one may have. @returns a function that removes them */
async function fillDrafts(databaseUrl: string, email: string): Promise<() => Promise<unknown>> {
  await queryRows(
    databaseUrl,
    `INSERT INTO requests (num_request, beneficiary_id, updated_at)
     SELECT '1997-' || lpad(n::text, 6, '0'), u.id, now() FROM users u, generate_series(1, 2000) n
     WHERE u.email = $1 RETURNING id`,
    [email],
  );
  return () =>
    queryRows(databaseUrl, `DELETE FROM requests WHERE num_request LIKE '1997-%' RETURNING id`);
}

/** The row (or card) of the request whose need contains a text. */
const rowOf = (page: Page, need: string) => page.getByRole('row').filter({ hasText: need });

test.describe('a personalised request', () => {
  test('is written, corrected, submitted and then read-only', async ({ page, portal }) => {
    await signedIn(page, portal.url, amina);
    await page.goto('/');
    await page.getByRole('button', { name: 'Nouvelle demande d’accompagnement' }).click();

    await expect(next(page)).toBeDisabled();
    await page.getByRole('radio', { name: 'Demande personnalisée' }).check();
    await next(page).click();
    await expect(next(page)).toBeDisabled();
    await expect(page.getByRole('checkbox')).toHaveCount(4);
    await page.getByRole('checkbox').first().check();
    await page.getByRole('combobox', { name: '+ Autre' }).click();
    await page.getByRole('option').first().click();
    await expect(page.getByRole('checkbox')).toHaveCount(5);
    await expect(page.getByRole('checkbox').last()).toBeChecked();
    await next(page).click();
    await page.getByLabel('Besoin exprimé').fill('Un atelier de céramique à Chefchaouen');
    await next(page).click();

    // One row with one button for each of the three documents.
    await expect(page.getByRole('button', { name: /^Ajouter/ })).toHaveCount(3);
    await expect(page.getByRole('main').locator('li button')).toHaveCount(3);
    await page.getByLabel(/^Business plan/).setInputFiles(pdf('plan.pdf'));
    await page.getByLabel(/^Autre document/).setInputFiles(notPdf('annexe.pdf'));
    await page.getByLabel(/Vidéo illustrative/).fill('https://example.org/video');
    await page.getByRole('button', { name: 'Enregistrer et vérifier' }).click();
    const summary = page.getByRole('alert').filter({ hasText: '1 champ à corriger' });
    await expect(summary).toBeFocused();
    await expect(summary).toContainText("Le lien YouTube n'est pas valide");
    await page.getByLabel(/Vidéo illustrative/).fill('https://youtu.be/dQw4w9WgXcQ');
    await expect(page.getByText('plan.pdf')).toBeVisible();
    await page.getByRole('button', { name: 'Enregistrer et vérifier' }).click();

    // One file was accepted, the other is not a PDF: the request exists, and only that file is sent again.
    await expect(
      page.getByText('Business plan : \u2068plan.pdf\u2069 a bien été reçu'),
    ).toBeVisible();
    await expect(page.getByText('Veuillez choisir un document PDF')).toBeVisible();
    // One button, whose menu has the camera, the images and the file.
    await expect(page.getByRole('button', { name: /— .*Autre document/ })).toHaveCount(1);
    await page.getByLabel(/^Autre document/).setInputFiles(pdf('annexe.pdf'));
    await page.getByRole('button', { name: /Réessayer/ }).click();
    await expectNotice(page, "La demande d'accompagnement a été créée avec succès");
    await expect(page).toHaveURL(/\/requests$/);
    // The check opens with the list; closing it leaves the draft.
    const check = page.getByRole('dialog', { name: /^Déposer la demande/ });
    await check.getByRole('button', { name: 'Annuler' }).click();
    await expect(check).toHaveCount(0);

    await chooseOperation(rowOf(page, 'céramique'), 'Modifier');
    await page.getByRole('button', { name: /Besoin exprimé/ }).click();
    await page.getByLabel('Besoin exprimé').fill('Un atelier de poterie à Chefchaouen');
    await next(page).click();
    await page.getByRole('button', { name: 'Enregistrer et vérifier' }).click();
    await expectNotice(page, "La demande d'accompagnement a été modifiée avec succès");
    await check.getByRole('button', { name: 'Annuler' }).click();

    await chooseOperation(rowOf(page, 'poterie'), 'Déposer');
    await page.getByRole('dialog').getByRole('button', { name: 'Déposer' }).click();
    await expectNotice(page, 'La demande a été envoyée avec succès');
    await expect(page).toHaveURL(/\/receipt$/);
    await page.getByRole('link', { name: 'Revenir à mes demandes' }).click();
    const row = rowOf(page, 'poterie');
    await row.getByRole('button', { name: /^Autres actions/ }).click();
    const operations = ['Consulter', 'Récépissé', 'Retirer la demande'];
    await expect(row.getByRole('menuitem')).toHaveText(operations);
    await row.getByRole('menuitem', { name: 'Consulter' }).click();
    // One page with all steps of the wizard, read-only.
    for (const name of [
      /^Type/,
      /^(Prestations|Services|Champs|Domaines)/,
      'Besoin exprimé',
      'Documents',
    ])
      await expect(page.getByRole('region', { name })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Besoin exprimé' })).toContainText('poterie');
    const download = await downloaded(
      page,
      page.getByRole('button', { name: 'Télécharger plan.pdf' }),
    );
    expect(download.suggestedFilename()).toBe('plan.pdf');
    await expect(page.getByRole('textbox')).toHaveCount(0);
  });
});

test('a journey from a link starts automatically and first requires the registration', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, amina);
  await page.goto('/newRequest');
  await page.getByRole('radio', { name: 'Parcours prédéfini' }).check();
  await next(page).click();
  await expect(page.getByRole('radio', { name: /^Fermé/ })).toBeDisabled();
  const list = page.waitForResponse((answer) => answer.url().includes('journeyDefsByTitle'));
  await page.getByLabel('Titre').fill('TDC');
  await page.getByRole('button', { name: 'Rechercher' }).click();
  const [journey] = (await (await list).json()) as { id: number }[];
  await expect(page.getByRole('radio')).toHaveCount(1);

  await page.goto(`/requests?idparcoure=${String(journey?.id)}`);
  await expect(page).toHaveURL(/\/newRequest$/);
  // The need begins with the one of the survey.
  await expect(page.getByLabel('Besoin exprimé')).toHaveValue(/\S/);
  await expect(page.getByText(/^Repris de votre questionnaire/)).toBeVisible();
  await page.getByLabel('Besoin exprimé').fill('Participer au Concours TDC');
  await next(page).click();
  await page.getByRole('button', { name: 'Enregistrer et vérifier' }).click();
  await expect(
    page.getByText(
      'Veuillez compléter votre inscription au concours TDC en cliquant sur ce bouton',
    ),
  ).toBeVisible();
  const [elsewhere] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Cliquez ici' }).click(),
  ]);
  await elsewhere.close();
  await test.step('the limit of drafts is named', async () => {
    const removeDrafts = await fillDrafts(portal.databaseUrl, amina);
    await page.getByRole('button', { name: 'Enregistrer et vérifier' }).click();
    await expect(page.getByRole('alert')).toHaveText(/^Vous avez 2.000 brouillons, le maximum\./);
    await removeDrafts();
  });
  await page.getByRole('button', { name: 'Enregistrer et vérifier' }).click();
  await expect(page).toHaveURL(/\/requests$/);
  expect(await page.evaluate(() => localStorage.getItem('idparcoure'))).toBeNull();

  // The journey requires a document: submitting reports it, and the draft can be deleted.
  const row = rowOf(page, 'Concours TDC').first();
  await expect(page.getByText('Il manque un document obligatoire pour ce parcours.')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('Présentation du projet')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click();
  await chooseOperation(row, 'Supprimer');
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  await expectNotice(page, "La demande d'accompagnement a été supprimée avec succès");
});

test('a journey requires its own answers and document before the submission', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, amina);
  await page.goto('/newRequest?title=coop');
  await page.getByRole('radio', { name: 'Parcours prédéfini' }).check();
  await next(page).click();
  await page.getByRole('radio', { name: /Développer ma coopérative/ }).check();
  await next(page).click();
  await expect(page.getByRole('heading', { name: 'Questions de ce parcours' })).toBeVisible();
  await expect(page.getByText('Comptez les membres inscrits aujourd’hui.')).toBeVisible();
  await page.getByLabel('Besoin exprimé').fill('Vendre le fromage de la coopérative');
  await page.getByRole('checkbox', { name: 'En ligne' }).check();
  await next(page).click();
  await page.getByLabel(/^Autre document/).setInputFiles(pdf('annexe.pdf'));
  await expect(page.getByLabel(/^Statuts de la société/)).toBeAttached();
  await page.getByRole('button', { name: 'Enregistrer et vérifier' }).click();

  const check = page.getByRole('dialog', { name: /^Déposer la demande/ });
  await expect(check.getByText('Statuts de la société ou de la coopérative')).toBeVisible();
  await expect(check.getByRole('button', { name: 'Déposer' })).toHaveCount(0);
  await check.getByRole('link', { name: 'Nombre de membres de la coopérative' }).click();
  const members = page.getByLabel('Nombre de membres de la coopérative');
  await expect(members).toBeFocused();
  await expect(page.getByRole('checkbox', { name: 'En ligne' })).toBeChecked();
  await members.fill('12');
  await next(page).click();
  await page.getByLabel(/^Statuts de la société/).setInputFiles(pdf('statuts.pdf'));
  await page.getByRole('button', { name: 'Enregistrer et vérifier' }).click();
  await expect(check.getByText('Nombre de membres de la coopérative')).toBeVisible();
  await expect(check.getByText('12', { exact: true })).toBeVisible();
  await expect(check.getByText('En ligne')).toBeVisible();
  await check.getByRole('button', { name: 'Déposer' }).click();
  await expect(page).toHaveURL(/\/receipt$/);
  await expect(page.getByText('Nombre de membres de la coopérative')).toBeVisible();

  await page.goto(`${page.url().replace(/\/receipt$/, '')}?lang=ar`);
  await expect(page.getByText('عدد أعضاء التعاونية')).toBeVisible();
  await expect(page.getByText('عبر الإنترنت')).toBeVisible();
});

test('a journey from a link opens the wizard once per session and is dropped when cancelled', async ({
  page,
  portal,
}) => {
  const waiting = () => page.evaluate(() => localStorage.getItem('idparcoure'));
  await signedIn(page, portal.url, amina);
  await page.goto('/requests');
  const [journey] = await queryRows<{ id: number }>(
    portal.databaseUrl,
    `SELECT id FROM journey_defs WHERE slug = $1`,
    ['concours-tdc'],
  );
  const id = String(journey?.id);
  await page.goto(`/requests?idparcoure=${id}`);
  await expect(page).toHaveURL(/\/newRequest$/);
  await expect(page.getByRole('heading', { name: 'Besoin exprimé' })).toBeVisible();

  await test.step('another page opens, and the journey remains pending', async () => {
    await page.goto('/simulations');
    await expect(page.getByRole('heading', { level: 1, name: 'Mes simulations' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveURL(/\/simulations$/);
    expect(await waiting()).toBe(id);
  });

  await test.step('cancelling drops the journey', async () => {
    await page.goto('/newRequest');
    await page.getByRole('button', { name: 'Annuler' }).click();
    await expect(page).toHaveURL(/\/requests$/);
    expect(await waiting()).toBeNull();
    await page.reload();
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveURL(/\/requests$/);
  });

  await test.step('another link opens the journey again', async () => {
    await page.goto(`/requests?idparcoure=${id}`);
    await expect(page).toHaveURL(/\/newRequest$/);
    await page.getByRole('button', { name: 'Annuler' }).click();
  });
});

test('the survey opens once, shows all errors, and then allows a request', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, cooperative);
  const [journey] = await queryRows<{ id: number }>(
    portal.databaseUrl,
    `SELECT id FROM journey_defs WHERE slug = $1`,
    ['concours-tdc'],
  );
  // The journey waits for the survey.
  await page.goto(`/requests?idparcoure=${String(journey?.id)}`);
  const survey = page.getByRole('dialog', { name: 'Questionnaire de qualification' });
  await survey.getByRole('button', { name: 'Plus tard' }).click();
  await page.reload();
  const begin = page.getByRole('button', { name: 'Nouvelle demande d’accompagnement' });
  await expect(begin.first()).toBeDisabled();
  await expect(survey).toHaveCount(0);

  await page.getByRole('button', { name: 'Compléter mon profil' }).click();
  await survey.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(survey.getByRole('alert').first()).toContainText('Veillez décrire votre besoin');
  await expect(survey.getByRole('alert').first()).toContainText(
    'vous devez choisir au moin une valeur',
  );
  // The sign-up was a company's, so its type is chosen and its questions are asked.
  const company = survey.getByRole('radio', { name: /^Une société, une coopérative/ });
  await expect(company).toBeChecked();
  await survey.getByLabel('Décrivez votre besoin').fill('Moderniser la fromagerie');
  await survey.getByRole('radio', { name: 'Projet en exploitation' }).check();
  await survey.getByRole('checkbox', { name: 'Une formation' }).check();
  await survey.getByRole('radio', { name: 'Oui' }).check();
  await survey.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(survey.getByRole('alert').first()).toContainText('7 champs à corriger');
  await survey.getByRole('radio', { name: 'Non' }).check();
  for (const label of [
    'Nombre d’emplois',
    'Chiffre d’affaires',
    'Nombre d’emplois prévus',
    'Montant de l’investissement',
    'Chiffre d’affaires du projet',
  ]) {
    await survey.getByRole('combobox', { name: label, exact: true }).click();
    const list = page.getByRole('listbox', { name: label, exact: true });
    await list.getByRole('option').nth(1).click();
  }
  const sent = page.waitForRequest(/saveQualification/);
  await survey.getByRole('button', { name: 'Enregistrer' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ typeBenef: 'Morale' });
  await expectNotice(page, 'Votre questionnaire de qualification a bien été enregistré');
  await expect(page).toHaveURL(/\/newRequest$/);
  await expect(page.getByLabel('Besoin exprimé')).toHaveValue('Moderniser la fromagerie');
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect(begin.first()).toBeEnabled();
});
