import type { Locator, Page } from '@playwright/test';

import { notPdf } from './files.ts';
import { mailedLink } from './mailbox.ts';
import { expectNotice } from './notices.ts';
import { pickDay } from './pick-day.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

const password = 'Rif#Montagne26';
const nextYear = `${String(new Date().getFullYear() + 1)}-06-30`;

/** Provinces and prefectures of the region, sorted. */
const regionProvinces = [
  'Al Hoceima',
  'Chefchaouen',
  'Fahs-Anjra',
  'Larache',
  'M’diq-Fnideq',
  'Ouezzane',
  'Tanger-Assilah',
  'Tétouan',
];

/** Chooses an option of a list, with or without search. */
async function choose(page: Page, field: Locator, option: string | RegExp): Promise<void> {
  await field.click();
  await page.getByRole('option', { name: option }).first().click();
}

/** Fills the personal data of a sign-up, except e-mail and password. */
async function fillPerson(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Bennani');
  await page.getByRole('textbox', { name: /^Prénom/ }).fill('Salma');
  await pickDay(page, 'Date de naissance', '1996-05-14');
  await page.getByRole('radio', { name: 'Féminin' }).check();
  await choose(page, page.getByRole('combobox', { name: /^Niveau d’étude/ }), 'Baccalauréat');
  await choose(page, page.getByRole('combobox', { name: /^Province/ }), 'Chefchaouen');
  await choose(page, page.getByRole('combobox', { name: /^Ville/ }), 'Chefchaouen');
  await page.getByLabel(/^Adresse/).fill('12, rue du Rif');
  await page.getByLabel(/^Téléphone/).fill('06 12 34 56 78');
}

async function fillAccess(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Email/ }).fill(email);
  await page.getByLabel(/^Mot de passe/).fill(password);
  await page.getByLabel(/^Confirmation du mot de passe/).fill(password);
}

const consent = (page: Page) =>
  page.getByRole('dialog', { name: 'Protection des données personnelles' });

test.describe('a beneficiary signs up', () => {
  test('the form lists its errors, stores a draft without the password, and returns to a taken e-mail', async ({
    page,
  }) => {
    await page.goto('/signUp');
    await page.getByRole('button', { name: 'Suivant' }).click();
    const summary = page.getByRole('alert').filter({ hasText: 'champs à corriger' });
    await expect(summary).toBeFocused();
    await expect(summary).toContainText('Le nom est obligatoire');
    await expect(summary).toContainText("L'Email est obligatoire");
    await summary.getByRole('link', { name: /^Nom\s:/ }).click();
    await expect(page.getByRole('textbox', { name: 'Nom', exact: true })).toBeFocused();

    await test.step('the eight provinces of the region are listed first', async () => {
      await page.getByRole('combobox', { name: /^Province/ }).click();
      const options = page.getByRole('listbox', { name: /^Province/ }).getByRole('option');
      await expect(options.nth(8)).toBeAttached();
      expect((await options.allTextContents()).slice(0, 8).sort()).toEqual(regionProvinces);
      await page.keyboard.press('Escape');
    });
    await fillPerson(page);
    await test.step('a password that the server would refuse fails a rule, and the screen shows the reason', async () => {
      const field = page.getByLabel(/^Mot de passe/);
      const met = page.getByRole('listitem').filter({ hasText: '(respectée)' });
      const unmet = page.getByRole('listitem').filter({ hasText: '(à respecter)' });
      await field.fill('Liverpool1!');
      await expect(unmet).toContainText('Ce mot de passe est trop courant');
      await expect(met).toHaveCount(5);
      await field.fill('Bennani#2026');
      await expect(unmet).toContainText('Ce mot de passe reprend un nom');
      await expect(met).toHaveCount(5);
      await field.fill(password);
      await expect(met).toHaveCount(6);
    });
    await fillAccess(page, 'amina@example.org');
    await page.getByLabel(/^Confirmation du mot de passe/).fill('autre');
    await page.getByRole('button', { name: 'Suivant' }).click();
    await expect(page.getByText('Veuillez saisir le meme mot de passe').first()).toBeVisible();
    await page.getByLabel(/^Confirmation du mot de passe/).fill(password);
    await expect(page.getByText(/^Brouillon enregistré à/)).toBeVisible();

    await page.reload();
    await page.getByRole('button', { name: 'Reprendre' }).click();
    await expect(page.getByRole('textbox', { name: 'Nom', exact: true })).toHaveValue('Bennani');
    await expect(page.getByLabel(/^Téléphone/)).toHaveValue('(+212) 612 34 56 78');
    await expect(page.getByLabel(/^Mot de passe/)).toHaveValue('');
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(password);
    await fillAccess(page, 'amina@example.org');
    await page.getByRole('button', { name: 'Suivant' }).click();

    await expect(page.getByRole('heading', { name: 'Profil du bénéficiaire' })).toBeFocused();
    await page.getByRole('radio', { name: 'Une entreprise' }).check();
    await page.getByLabel(/^Raison sociale/).fill('Miel du Rif');
    await page.getByLabel(/^Siège social/).fill('Chefchaouen');
    await page.getByLabel(/^Numéro de CIN du représentant/).fill('R123456');
    await page.getByLabel(/^ICE/).fill('001234567000013');
    await expect(page.getByText(/clé de contrôle de l’ICE/)).toBeVisible();
    await page.getByLabel(/^Identifiant fiscal/).fill('1234567');
    await choose(page, page.getByRole('combobox', { name: /^Secteur d’activité/ }), /Agriculture/);
    await page.getByRole('button', { name: 'S’inscrire' }).click();
    await consent(page).getByRole('button', { name: 'Accepter' }).click();

    await expect(page.getByRole('alert').filter({ hasText: '1 champ à corriger' })).toContainText(
      'Un compte existe déjà avec cet email.',
    );
    await expect(page.getByRole('textbox', { name: /^Email/ })).toBeEditable();
    await expect(page.getByLabel(/^Mot de passe/)).toHaveValue(password);
    // The type is stored for the next visit.
    expect(await page.evaluate(() => localStorage.getItem('typeBeneficiaire'))).toBe('entreprise');
  });

  test('no account exists before the consent; an unreadable identity file does not undo the account', async ({
    page,
  }) => {
    const email = 'salma.papier@example.org';
    let signUps = 0;
    page.on('request', (request) => {
      if (request.url().includes('/signUpBeneficiary')) signUps += 1;
    });
    await page.goto('/signUp?pAuth=ben');
    await fillPerson(page);
    await fillAccess(page, email);
    await page.getByRole('button', { name: 'Suivant' }).click();
    await page.getByLabel(/^Numéro de CIN/).fill('R654321');
    await choose(page, page.getByRole('combobox', { name: /^Profil/ }), 'Étudiant');
    await choose(page, page.getByRole('combobox', { name: /^Secteur d’activité/ }), /Agriculture/);
    const file = page.getByLabel(/^Image de la pièce/);
    await expect(file).toBeDisabled();
    await choose(page, page.getByRole('combobox', { name: /^Type de pièce/ }), 'Passeport');
    await pickDay(page, 'Date d’expiration', nextYear);
    await file.setInputFiles({ ...notPdf('passeport.png'), mimeType: 'image/png' });
    await page.getByRole('button', { name: 'S’inscrire' }).click();
    await consent(page).getByRole('button', { name: 'Fermer' }).last().click();
    await expect(consent(page)).toHaveCount(0);
    expect(signUps).toBe(0);

    await page.getByRole('button', { name: 'S’inscrire' }).click();
    await consent(page).getByRole('button', { name: 'Accepter' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Votre compte a bien été créé' }),
    ).toBeVisible();
    await expect(page.getByText('Veuillez choisir une image (PNG, GIF ou JPEG)')).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await expect(page).toHaveURL(/\/landing\/fr/);
    expect(signUps).toBe(1);
  });
});

test.describe('an agent signs up', () => {
  test('an agent joins a listed organisation, and a colleague approves with the mailed link', async ({
    page,
  }) => {
    const email = 'agent.nouvelle@example.org';
    await page.goto('/signUp?pAuth=par');
    await fillPerson(page);
    await fillAccess(page, email);
    await page.getByRole('button', { name: 'S’inscrire' }).click();
    await expect(
      page.getByRole('alert').getByRole('link', { name: 'Indiquez : Votre organisme' }),
    ).toBeVisible();
    await page.getByRole('textbox', { name: 'Nom de l’organisme' }).fill('zzz');
    await page.getByRole('textbox', { name: 'Nom de l’organisme' }).press('Enter');
    await expect(page.getByText('Aucun organisme ne correspond à cette recherche')).toBeVisible();
    await page.getByRole('button', { name: 'Réinitialiser' }).click();
    await expect(page.getByText(/sur 11$/)).toBeVisible();
    await page.getByRole('textbox', { name: 'Nom de l’organisme' }).fill('cri-tta');
    await page.getByRole('button', { name: 'Rechercher' }).click();
    await page.getByRole('row').filter({ hasText: 'CRI-TTA' }).getByText('CRI-TTA').last().click();
    await expect(page.getByRole('status').filter({ hasText: 'Organisme choisi' })).toContainText(
      'CRI-TTA',
    );
    await page.getByRole('button', { name: 'S’inscrire' }).click();
    await consent(page).getByRole('button', { name: 'Accepter' }).click();
    await expect(page.getByText('Votre compte a bien été créé').first()).toBeVisible();
    await expect(page).toHaveURL(/\/landing\/fr/);

    await page.goto(await mailedLink(page, email, '/emailConfirmation/'));
    await expect(page.getByText('Votre email a été validé avec succès').first()).toBeVisible();
    const approval = await mailedLink(page, 'agent.cri@example.org', '/approveAgent/');
    // The link redirects to the sign-in and then back.
    await page.goto(approval);
    await expect(page).toHaveURL(/\/landing\/fr/);
    await page.locator('#email').fill('agent.cri@example.org');
    await page.locator('#password').fill('Wasl#Demo2026');
    await page.locator('#password').press('Enter');
    await expect(page).toHaveURL(new URL(approval).pathname);
    await page.getByRole('button', { name: 'Approuver ce compte' }).click();
    await expect(page.getByText('Le compte de Salma Bennani est approuvé')).toBeVisible();
    await page.goto(approval);
    await page.getByRole('button', { name: 'Approuver ce compte' }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'Ce lien n’est plus valable.' });
    await refusal.getByRole('link', { name: 'Voir mes collègues' }).click();
    await expect(page.getByRole('region', { name: 'Mes collègues' })).toContainText(email);
    const answer = await page.request.post('/api/utilisateurs/signIn', {
      data: { email, password },
    });
    expect(answer.status()).toBe(200);
  });

  test('an agent joins a new organisation; the default organisation cannot be edited', async ({
    page,
  }) => {
    await page.goto('/signUp?pAuth=men');
    await expect(page.getByText(/il ne peut pas être changé/)).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Nouvel organisme' })).toHaveCount(0);

    await page.goto('/signUp?pAuth=par');
    await fillPerson(page);
    await fillAccess(page, 'fondatrice@example.org');
    await page.getByRole('radio', { name: 'Nouvel organisme' }).check();
    // The new fields move the button.
    await expect(page.getByLabel(/^Nom de l’organisme/)).toBeVisible();
    await page.getByRole('button', { name: 'S’inscrire' }).click();
    const summary = page.getByRole('alert').filter({ hasText: '3 champs à corriger' });
    await expect(summary).toContainText('Indiquez : Nom de l’organisme');
    await page.getByLabel(/^Nom de l’organisme/).fill('Association Oued Laou');
    await choose(page, page.getByRole('combobox', { name: /^Secteur d’activité/ }), /Tourisme/);
    await page.getByRole('textbox', { name: /^Description/ }).fill('Tourisme rural et artisanat');
    const sent = page.waitForRequest(/signUpAgentPartner/);
    await page.getByRole('button', { name: 'S’inscrire' }).click();
    await consent(page).getByRole('button', { name: 'Accepter' }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      role: { name: 'PARTENAIRE' },
      partner: { id: null, title: 'Association Oued Laou' },
    });
    await expect(page.getByText('Votre compte a bien été créé').first()).toBeVisible();
  });
});

test('a mailed link replaces a forgotten password once', async ({ page }) => {
  const email = 'nouveau@example.org';
  await page.goto('/forgotPassword');
  await page.getByRole('button', { name: 'Rechercher' }).click();
  await expect(page.getByText('email est obligatoire').first()).toBeVisible();
  await page.getByRole('textbox', { name: /^Email/ }).fill('pas un email');
  await page.getByRole('button', { name: 'Rechercher' }).click();
  await expect(page.getByText("merci d'entrer un email valide").first()).toBeVisible();
  await page.getByRole('textbox', { name: /^Email/ }).fill(email);
  await page.getByRole('button', { name: 'Rechercher' }).click();
  await expect(page.getByText('Merci de vérifier votre email.').first()).toBeVisible();
  await expect(page).toHaveURL(/\/landing\/fr/);

  const link = await mailedLink(page, email, '/reinitialiserMotPasse/');
  await page.goto(link);
  await page.getByLabel(/^Mot de passe/).fill('court');
  await page.getByLabel(/^Confirmation/).fill('autre');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Veuillez saisir le meme mot de passe').first()).toBeVisible();
  await expect(page.getByText(/^Le mot de passe doit comporter/).first()).toBeVisible();
  await page.getByLabel(/^Mot de passe/).fill('Phare#Spartel7');
  await expect(page.getByRole('listitem').filter({ hasText: '(respectée)' })).toHaveCount(6);
  await page.getByLabel(/^Confirmation/).fill('Phare#Spartel7');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(
    page.getByText('votre mot de passe a été réinitializer avec success').first(),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/landing\/fr/);
  await page.goto(link);
  await expect(
    page.getByText('durée expirée, Merci de réinitialiser votre mot de passe de nouveau').first(),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/landing\/fr/);
  await page.goto('/emailConfirmation/inconnu');
  await expect(page.getByText('une erreur est survenue').first()).toBeVisible();
  await expect(page).toHaveURL(/\/landing\/fr/);
});

test.describe('the profile', () => {
  test('an agent edits the organisation and adds a service', async ({ page, portal }) => {
    await signedIn(page, portal.url, 'agent.ccis@example.org');
    await page.goto('/organisation/services');
    const offered = page
      .getByRole('form', { name: 'Services et secteurs' })
      .getByText('Médiation bancaire des coopératives');
    await page.getByRole('button', { name: 'Ajouter un service' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ajouter un service' });
    await dialog.getByLabel(/^Intitulé/).fill('ab');
    await dialog.getByRole('button', { name: 'Ajouter un service' }).click();
    await expect(dialog.getByText(/au moins 3 caractères/).first()).toBeVisible();
    await dialog.getByLabel(/^Intitulé/).fill('Médiation bancaire des coopératives');
    await dialog.getByRole('button', { name: 'Ajouter un service' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(offered).toBeVisible();
    await page.reload();
    await expect(offered).toBeVisible();
    await page.goto('/profileSettings');
    await page.getByRole('textbox', { name: /^Description/ }).fill('Chambre au service du Nord');
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await expectNotice(page, 'La modification a été faite avec success');
    await page.reload();
    await expect(page.getByRole('textbox', { name: /^Description/ })).toHaveValue(
      'Chambre au service du Nord',
    );
  });
});
