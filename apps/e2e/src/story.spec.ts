import { readFile } from 'node:fs/promises';

import type { Locator, Page } from '@playwright/test';

import { downloaded } from './downloads.ts';
import { emptyPdf, notPdf, pdf, png } from './files.ts';
import { mailedLink, mailWith } from './mailbox.ts';
import { expectNotice } from './notices.ts';
import { isBlue, isRed, photographs, printedPages } from './photographs.ts';
import { pickDay } from './pick-day.ts';
import { chooseOperation } from './row-menu.ts';
import { expect, test } from './server.ts';
import { signIn } from './sign-in-form.ts';
import { demoPassword } from './signed-in.ts';
import { openFilters } from './worklist-tools.ts';

const agent = 'agent.cri@example.org';

/** Chooses an option of a list, with or without search. */
async function choose(page: Page, field: Locator, option: string | RegExp): Promise<void> {
  await field.click();
  if ((await field.getAttribute('readonly')) === null && typeof option === 'string') {
    await field.fill(option);
  }
  await page.getByRole('option', { name: option }).first().click();
}

async function signInAtLanding(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await expect(page).toHaveURL(/\/landing\/fr/);
  await signIn(page, email, password);
  await expect(page).toHaveURL(/\/requests$/);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Mon compte/ }).click();
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL(/\/landing\/fr/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
}

// With all animations, as for most users.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a beneficiary and an agent complete a request from the sign-up to the rating', async ({
  page,
}) => {
  const email = 'hajar.recit@example.org';
  const password = 'Verger#2026aa';

  await test.step('the beneficiary signs up in two steps, consents, and uploads an identity card', async () => {
    await page.goto('/landing/fr');
    await page.getByRole('link', { name: 'M’inscrire comme bénéficiaire' }).click();
    await page.getByRole('textbox', { name: /^Nom/ }).fill('Amrani');
    await page.getByRole('textbox', { name: /^Prénom/ }).fill('Hajar');
    await pickDay(page, 'Date de naissance', '1996-05-14');
    await page.getByRole('radio', { name: 'Féminin' }).check();
    await choose(page, page.getByRole('combobox', { name: /^Niveau d’étude/ }), /\+ ?3|Licence/);
    await choose(page, page.getByRole('combobox', { name: /^Pays de résidence/ }), 'Maroc');
    const province = page.getByRole('combobox', { name: /^Province/ });
    // Any of its names matches; the names load when the field receives the focus.
    for (const name of ['تطوان', 'tetuan']) {
      await province.fill(name);
      await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Tétouan']);
    }
    await choose(page, province, 'Tétouan');
    await page.getByRole('combobox', { name: /^Ville/ }).fill('Tétouan');
    await page.getByLabel(/^Adresse/).fill('3, avenue Mohammed V');
    await page.getByLabel(/^Téléphone/).fill('0612345678');
    await page.getByRole('textbox', { name: /^Email/ }).fill(email);
    await page.getByLabel(/^Mot de passe/).fill(password);
    await page.getByLabel(/^Confirmation du mot de passe/).fill(password);
    await page.getByRole('button', { name: 'Suivant' }).click();

    await expect(page.getByRole('heading', { name: 'Profil du bénéficiaire' })).toBeFocused();
    await page.getByRole('radio', { name: 'Un particulier' }).check();
    await page.getByLabel(/^Numéro de CIN/).fill('L445566');
    await choose(page, page.getByRole('combobox', { name: /^Profil/ }), /^Entrepreneur/);
    await choose(page, page.getByRole('combobox', { name: /^Secteur d’activité/ }), /Numérique/);
    const image = page.locator('input[type=file]');
    await expect(image).toBeDisabled();
    await choose(page, page.getByRole('combobox', { name: /^Type de pièce/ }), /CIN/);
    const expiry = `${String(new Date().getFullYear() + 3)}-06-30`;
    await pickDay(page, 'Date d’expiration', expiry);
    await image.setInputFiles(png('carte.png'));
    await page.getByRole('button', { name: 'S’inscrire' }).click();

    const consent = page.getByRole('dialog', { name: 'Protection des données personnelles' });
    await consent.getByRole('button', { name: 'Fermer' }).last().click();
    await expect(consent).toHaveCount(0);
    await page.getByRole('button', { name: 'S’inscrire' }).click();
    const identity = page.waitForResponse((answer) => answer.url().endsWith('/identity/upload'));
    await consent.getByRole('button', { name: 'Accepter' }).click();
    await expect(page.getByText('Votre compte a bien été créé').first()).toBeVisible();
    expect((await identity).status()).toBe(201);
    await expect(page).toHaveURL(/\/landing\/fr/);
  });

  await test.step('the beneficiary cannot sign in before confirming the e-mail', async () => {
    const card = page.getByRole('region', { name: 'Se connecter' });
    await signIn(page, email, password);
    await expect(card.getByRole('alert')).toContainText('n’a pas encore été validé');
    await page.goto(await mailedLink(page, email, '/emailConfirmation/'));
    await expect(page.getByText('Votre email a été validé avec succès').first()).toBeVisible();
    await expect(page).toHaveURL(/\/landing\/fr/);
  });

  await test.step('the beneficiary answers the survey', async () => {
    await signInAtLanding(page, email, password);
    const begin = page.getByRole('button', { name: 'Nouvelle demande d’accompagnement' });
    await expect(begin.first()).toBeDisabled();
    // In Arabic too: a person who has answered is not asked again.
    await page.goto('/requests?lang=ar');
    await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await page.goto('/requests?lang=fr');
    const survey = page.getByRole('dialog', { name: 'Questionnaire de qualification' });
    await expect(survey.getByRole('radio').first()).toBeVisible();
    await survey.getByLabel('Décrivez votre besoin').fill('Ouvrir un studio de jeux à Tétouan');
    await survey.getByRole('radio', { name: 'Moi-même' }).check();
    for (const label of ['Nombre d’emplois', 'Chiffre d’affaires']) {
      await survey.getByRole('combobox', { name: label, exact: true }).click();
      await page
        .getByRole('listbox', { name: label, exact: true })
        .getByRole('option')
        .first()
        .click();
    }
    await survey.getByRole('radio', { name: 'Pas encore de projet' }).check();
    await survey.getByRole('checkbox', { name: 'Une formation' }).check();
    await survey.getByRole('radio', { name: 'Non' }).check();
    await survey.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await expectNotice(page, 'Votre questionnaire de qualification a bien été enregistré');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await begin.first().click();
  });

  let number = '';
  await test.step('the beneficiary writes a request with a photographed document, and submits it', async () => {
    const next = page.getByRole('button', { name: 'Suivant', exact: true });
    await page.getByRole('radio', { name: 'Demande personnalisée' }).check();
    await next.click();
    const service = page.getByRole('checkbox', { name: 'Autorisations et procédures' });
    if ((await service.count()) === 0) {
      await choose(page, page.getByRole('combobox', { name: '+ Autre' }), /^Autorisations/);
    } else await service.check();
    await next.click();
    await page.getByLabel('Besoin exprimé').fill('Les autorisations d’un studio de jeux');
    await next.click();
    await page.getByRole('button', { name: /^Ajouter .*Business plan/ }).click();
    const pictures = page.getByRole('menuitem', { name: 'Choisir des images' });
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), pictures.click()]);
    await chooser.setFiles(await photographs(page, 1));
    await page.getByRole('button', { name: 'Utiliser cette page' }).click();
    await expect(page.getByText('Business plan.pdf').first()).toBeVisible();
    await page.getByRole('button', { name: 'Enregistrer et vérifier' }).click();
    await expectNotice(page, "La demande d'accompagnement a été créée avec succès");
    const check = page.getByRole('dialog', { name: /^Déposer la demande/ });
    number =
      /\d{4}-\d{6}/.exec((await check.getByRole('heading').first().textContent()) ?? '')?.[0] ?? '';
    expect(number).toMatch(/^\d{4}-\d{6}$/);
    await check.getByRole('button', { name: 'Déposer' }).click();
    const row = page.getByRole('row').filter({ hasText: 'studio de jeux' });
    await expectNotice(page, 'La demande a été envoyée avec succès');
    await page.getByRole('link', { name: 'Revenir à mes demandes' }).click();
    await expect(row).toContainText('Déposée · orientation en cours');
    await expect(row.getByRole('button', { name: /^Suivre/ })).toHaveCount(0);
    await signOut(page);
  });

  const search = async () => {
    await openFilters(page);
    await page.getByLabel('Numéro de la demande').fill(number);
    await page.getByRole('button', { name: 'Rechercher' }).click();
    await expect(page.getByRole('row')).toHaveCount(2);
  };

  await test.step('the agent receives a mail, finds the request, and requests a document on its page', async () => {
    await mailWith(page, agent, number);
    await signInAtLanding(page, agent, demoPassword);
    await search();
    const row = page.getByRole('row').filter({ hasText: number });
    await expect(row).toContainText('Hajar Amrani');
    await expect(row).toContainText('Autorisations et procédures');
    await row.getByRole('link', { name: `Ouvrir le dossier ${number}` }).click();

    await page.getByRole('button', { name: 'Voir Business plan.pdf' }).click();
    const paper = page.getByRole('button', { name: 'Télécharger Business plan.pdf' });
    const download = await downloaded(page, paper);
    // The camera's file has an EXIF rotation; the page is upright.
    const [printed] = await printedPages(await readFile(await download.path()));
    expect([isRed(printed?.top), isBlue(printed?.bottom)]).toEqual([true, true]);

    const form = page.getByRole('form', { name: 'Mettre à jour l’avancement' });
    await form.getByRole('slider', { name: 'Avancement' }).fill('40');
    await form
      .getByLabel('Commentaire pour le bénéficiaire')
      .fill('Il nous faut votre fiche projet pour déposer le dossier.');
    await choose(
      page,
      form.getByRole('combobox', { name: 'Documents à demander' }),
      'Fiche projet d’investissement',
    );
    // The list stays open for further choices, possibly over the button, until Tab.
    await page.keyboard.press('Tab');
    await form.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await expectNotice(page, "L'état d'avancement a été enregistré avec succès");
    await expect(form.getByRole('slider', { name: 'Avancement' })).toHaveValue('40');
    await signOut(page);
  });

  const follow = page.getByRole('dialog', { name: /^Suivi de la demande/ });

  await test.step('the beneficiary receives a mail, reads the feedback, and uploads the document', async () => {
    await mailWith(page, email, /document/i);
    await signInAtLanding(page, email, password);
    await page.getByRole('button', { name: /^Suivre/ }).click();
    await expect(follow.getByText('Commentaire de l’organisme').first()).toBeVisible();
    await expect(follow).toContainText('Il nous faut votre fiche projet pour déposer le dossier.');
    const paper = follow.getByLabel(/^Fiche projet d’investissement/);
    await paper.setInputFiles(notPdf('fiche.pdf'));
    await follow.getByRole('button', { name: /^Déposer/ }).click();
    await expect(follow.getByText('Veuillez choisir un document PDF')).toBeVisible();
    await paper.setInputFiles(emptyPdf('fiche.pdf'));
    await follow.getByRole('button', { name: /^Déposer/ }).click();
    await expect(follow.getByText(/^Ce PDF est abîmé/)).toBeVisible();
    await paper.setInputFiles(pdf('fiche.pdf'));
    await follow.getByRole('button', { name: /^Déposer/ }).click();
    await expectNotice(page, 'Le fichier a bien été chargé!');
    await expect(
      follow.getByRole('button', { name: 'Télécharger Fiche projet d’investissement' }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await signOut(page);
  });

  await test.step('the agent reads the document and closes the step at 100 %', async () => {
    await signInAtLanding(page, agent, demoPassword);
    await search();
    const row = page.getByRole('row').filter({ hasText: number });
    await expect(row).toContainText('40 %');
    await chooseOperation(row, 'Documents');
    const download = await downloaded(
      page,
      page.getByRole('button', { name: 'Télécharger fiche.pdf' }),
    );
    expect(download.suggestedFilename()).toBe('fiche.pdf');
    await page.keyboard.press('Escape');

    await chooseOperation(row, 'Mettre à jour l’avancement');
    const progress = page.getByRole('dialog', { name: 'Mettre à jour l’avancement' });
    await progress.getByRole('slider', { name: 'Avancement' }).fill('100');
    await expect(progress.getByRole('radio', { name: 'Traitée' })).toBeChecked();
    await progress.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await page.getByRole('button', { name: 'Déclarer traitée à 100 %' }).click();
    await expectNotice(page, "L'état d'avancement a été enregistré avec succès");
    await expect(row).toContainText('100 %');
    await expect(row.getByRole('button', { name: /^Mettre à jour/ })).toHaveCount(0);
    await signOut(page);
  });

  await test.step('the beneficiary rates the service', async () => {
    await signInAtLanding(page, email, password);
    await page.getByRole('button', { name: /^Suivre/ }).click();
    const rating = follow.getByRole('form', { name: /^Noter la prestation/ });
    const send = rating.getByRole('button', { name: 'Envoyer la note' });
    await expect(send).toBeDisabled();
    await rating.getByRole('radio', { name: '5 étoiles' }).check();
    await expect(send).toBeDisabled();
    await rating.getByLabel('Votre avis').fill('Rapide et clair.');
    await send.click();
    await expectNotice(page, 'La prestation bien été notée');
    await expect(follow.getByRole('button', { name: 'Modifier ma note' })).toBeVisible();
  });
});
