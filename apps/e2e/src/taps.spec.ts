import type { Locator, Page } from '@playwright/test';

import { mailedLink } from './mailbox.ts';
import { noticesAtBars } from './notices.ts';
import { expect, test } from './server.ts';
import { onPhone, otherWindow } from './other-window.ts';

const password = 'Rif#Montagne26';

/** Presses and answers on a phone, counted: a field costs one tap, a list two. */
class Counted {
  taps = 0;
  answers = 0;
  readonly screens = new Set<string>();
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(target: Locator): Promise<void> {
    await target.tap();
    this.taps += 1;
  }

  async write(label: string | RegExp, value: string): Promise<void> {
    await this.page.getByLabel(label).first().fill(value);
    this.taps += 1;
    this.answers += 1;
  }

  async select(list: Locator, value: string): Promise<void> {
    await list.selectOption(value);
    this.taps += 2;
    this.answers += 1;
  }

  async choose(label: RegExp, option: string | RegExp): Promise<void> {
    await this.page.getByRole('combobox', { name: label }).first().tap();
    await this.page.getByRole('option', { name: option }).first().tap();
    this.taps += 2;
    this.answers += 1;
  }

  async check(role: 'radio' | 'checkbox', name: string | RegExp): Promise<void> {
    await this.page.getByRole(role, { name }).first().check();
    this.taps += 1;
    this.answers += 1;
  }

  /** The primary button of a screen, which is in view without scrolling. */
  async button(name: string | RegExp): Promise<void> {
    const target = this.page.getByRole('button', { name }).last();
    await expect(target).toBeInViewport({ ratio: 1 });
    await this.press(target);
  }

  async screen(name: string): Promise<void> {
    await expect(this.page.getByRole('heading', { name }).first()).toBeVisible();
    this.screens.add(name);
  }
}

test('a first figure and a submitted request need few taps', async ({ browser, portal }) => {
  const email = 'taps@example.org';
  const page = await otherWindow(browser, portal, null, onPhone);
  const notices = await noticesAtBars(page);

  await test.step('a first figure is reached from the landing page', async () => {
    await page.goto('/landing/fr');
    const way = new Counted(page);
    await way.press(page.getByRole('link', { name: /^Estimer mon aide/ }));
    await way.write(/^Combien allez-vous investir/, '500000');
    await way.write(/^Combien d’emplois/, '5');
    await way.button('Voir mon estimation');
    await expect(page.getByText('Prime à ce stade')).toBeVisible();
    expect(way.taps).toBeLessThanOrEqual(8);
    expect(way.answers).toBeLessThanOrEqual(3);
    test.info().annotations.push({ type: 'first figure', description: `${String(way.taps)} taps` });
  });

  await test.step('a request is submitted from the landing page', async () => {
    const way = new Counted(page);
    await page.goto('/landing/fr');
    way.screens.add('landing');
    await way.press(page.getByRole('link', { name: 'Créer mon compte' }).first());
    await way.screen('Inscription');
    await way.write(/^Nom/, 'Bennani');
    await way.write(/^Prénom/, 'Salma');
    for (const [part, value] of [
      ['Jour', '14'],
      ['Mois', '05'],
      ['Année', '1996'],
    ] as const)
      await way.select(
        page.getByRole('combobox', { name: new RegExp(`^Date de naissance.*${part}$`) }),
        value,
      );
    await way.check('radio', 'Féminin');
    await expect(page.getByLabel(/^Nationalité/).first()).toHaveValue('Maroc');
    await way.choose(/^Niveau d’étude/, 'Baccalauréat');
    await way.choose(/^Province/, 'Al Hoceima');
    await way.choose(/^Ville/, 'Al Hoceima');
    await way.write(/^Adresse/, '12, rue du Rif');
    await way.write(/^Téléphone/, '06 12 34 56 78');
    await way.write(/^Email/, email);
    await way.write(/^Mot de passe/, password);
    await way.write(/^Confirmation du mot de passe/, password);
    await way.button('Suivant');
    await way.screen('Profil du bénéficiaire');
    await way.write(/^Numéro de CIN/, 'R654321');
    await way.choose(/^Profil/, 'Étudiant');
    await way.choose(/^Secteur d’activité/, /Agriculture/);
    await way.button('S’inscrire');
    await way.screen('Protection des données personnelles');
    await way.button('Accepter');
    await expect(page.getByText('Votre compte a bien été créé').first()).toBeVisible();
    await page.goto(await mailedLink(page, email, '/emailConfirmation/'));
    way.taps += 1;
    await expect(page.getByText('Votre email a été validé avec succès').first()).toBeVisible();
    way.screens.add('confirmation');
    await expect(page.locator('#email')).toHaveValue(email);
    // The password manager fills it on a phone.
    await page.locator('#password').fill(password);
    await way.button('Se connecter');
    await way.screen('Questionnaire de qualification');
    await way.write('Décrivez votre besoin', 'Un élevage de chèvres');
    await expect(page.getByRole('radio', { name: 'Moi-même' })).toBeChecked();
    await way.choose(/^Nombre d’emplois/, /./);
    await way.choose(/^Chiffre d’affaires/, /./);
    await way.check('radio', 'Pas encore de projet');
    await way.check('checkbox', 'Une formation');
    await way.check('radio', 'Non');
    await way.button(/^Enregistrer$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    way.screens.add('list');
    // A new person has no other control.
    await expect(
      page.getByRole('main').locator('a, button, input, select').filter({ visible: true }),
    ).toHaveText(['Nouvelle demande d’accompagnement']);
    await way.button('Nouvelle demande d’accompagnement');
    way.screens.add('wizard: type');
    await way.press(page.getByRole('button', { name: /^Commencer/ }).first());
    way.screens.add('wizard: need');
    await expect(page.getByLabel('Besoin exprimé')).toHaveValue('Un élevage de chèvres');
    await way.button(/^Suivant$/);
    way.screens.add('wizard: documents');
    await expect(page.getByRole('main').getByRole('button', { name: /^Ajouter/ })).toHaveCount(3);
    await way.button('Enregistrer et vérifier');
    const check = page.getByRole('dialog', { name: /^Déposer la demande/ });
    await way.press(check.getByRole('button', { name: 'Déposer' }));
    way.screens.add('check');
    await expect(page.getByRole('heading', { name: 'Demande bien reçue' })).toBeVisible();
    test.info().annotations.push({
      type: 'submitted',
      description: `${String(way.taps)} taps, ${String(way.screens.size)} screens`,
    });
    expect(way.taps).toBeLessThanOrEqual(45);
    expect(way.screens.size).toBeLessThanOrEqual(12);
  });

  await test.step('a short list shows its filters after one press', async () => {
    await page.goto('/requests');
    const filter = page.getByRole('button', { name: 'Filtrer', exact: true });
    const number = page.getByLabel('Numéro de la demande');
    await expect(filter).toBeVisible();
    await expect(number).toHaveCount(0);
    await filter.tap();
    await expect(number).toBeVisible();
  });
  // It appears while the survey’s dialog closes, whose bar was used.
  notices.meeting.delete('Votre questionnaire de qualification a bien été enregistré');
  expect([...notices.meeting]).toEqual([]);
  expect(notices.apart.size).toBeGreaterThan(0);
  await page.context().close();
});
