import type { Locator, Page } from '@playwright/test';

import { pdf } from './files.ts';
import { press, tabThrough, tabTo, write } from './keyboard.ts';
import { otherWindow } from './other-window.ts';
import { expect, test } from './server.ts';
import { demoPassword, signedIn, withoutDraft, withoutStream } from './signed-in.ts';

const amina = 'amina@example.org';
const agent = 'agent.ccis@example.org';
const need = 'Un rucher à Ouezzane';

async function signIn(page: Page, email: string): Promise<void> {
  const card = page.getByRole('region', { name: 'Se connecter' });
  await write(page, card.getByLabel('Email'), email);
  await write(page, card.getByLabel('Mot de passe', { exact: true }), demoPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/requests$/);
}

async function signOut(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: /^Mon compte/ }));
  await expect(page.getByRole('menuitem', { name: 'Gestion du profil' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Se déconnecter' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/landing\/fr/);
}

/** A dialog traps the focus, closes with Escape and returns the focus. */
async function expectFocusTrapped(page: Page, dialog: Locator, opener: Locator): Promise<void> {
  const inside = dialog.locator(':focus');
  await expect(inside).toHaveCount(1);
  for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    await expect(inside).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
}

test('a request is written, submitted, followed and closed without a mouse', async ({ page }) => {
  const content = page.getByRole('main');
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  let number = '';

  await test.step('the person signs in on the landing page', async () => {
    await page.goto('/landing/fr');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeInViewport();
    await signIn(page, amina);
  });

  await test.step('the person skips the menus and begins a request', async () => {
    const begin = page.getByRole('button', { name: 'Nouvelle demande d’accompagnement' });
    await expect(begin).toBeEnabled();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(content).toBeFocused();
    await press(page, begin);
    await expect(page).toHaveURL(/\/newRequest$/);
    await expect(page.locator('#page-heading')).toBeFocused();
    // Tab continues with the way back, then in the page: the menus come before the heading.
    await page.keyboard.press('Tab');
    await expect(
      page.getByRole('navigation', { name: 'Fil d’Ariane' }).locator(':focus'),
    ).toHaveCount(1);
    await page.keyboard.press('Tab');
    await expect(content.locator(':focus')).toHaveCount(1);
  });

  const next = page.getByRole('button', { name: 'Suivant', exact: true });
  await test.step('the person completes the wizard', async () => {
    await tabTo(page, page.getByRole('radio', { name: 'Parcours prédéfini' }));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'Demande personnalisée' })).toBeChecked();
    await press(page, next);
    await expect(heading('Champs d’intervention')).toBeFocused();

    // Offered by one organisation only, so that its agent receives the step.
    const service = page.getByRole('checkbox', { name: 'Choix du statut juridique' });
    await press(page, service, 'Space');
    await expect(service).toBeChecked();
    await tabTo(page, page.getByRole('combobox', { name: '+ Autre' }));
    await page.keyboard.type('Recrutement');
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('checkbox', { name: 'Recrutement et emploi' })).toBeChecked();
    await press(page, next);
    await expect(heading('Besoin exprimé')).toBeFocused();
    await write(page, page.getByLabel('Besoin exprimé'), need);
    await press(page, next);

    const add = page.getByRole('button', { name: /^Ajouter .*Business plan/ });
    await expect(add).toBeVisible();
    const chooser = page.waitForEvent('filechooser');
    await press(page, add);
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(pdf('rucher.pdf'));
    await expect(page.getByText('rucher.pdf')).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Enregistrer et vérifier' }));
    await expect(page).toHaveURL(/\/requests$/);
  });

  await test.step('the check opens; the person cancels, and then submits the request', async () => {
    const opened = page.getByRole('dialog', { name: /^Déposer la demande/ });
    await expect(opened.getByRole('button', { name: 'Déposer' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
    const row = page.getByRole('row').filter({ hasText: need });
    number = (await row.getByRole('cell').first().textContent()) ?? '';
    await press(page, page.getByRole('button', { name: /^Tout afficher/ }));
    const submit = page.getByRole('button', { name: `Vérifier et déposer : demande ${number}` });
    const check = page.getByRole('dialog', { name: `Déposer la demande ${number} ?` });
    await press(page, submit);
    await expect(check.getByRole('button', { name: 'Déposer' })).toBeVisible();
    await expectFocusTrapped(page, check, submit);
    await page.keyboard.press('Enter');
    await press(page, check.getByRole('button', { name: 'Déposer' }));
    await expect(page).toHaveURL(/\/receipt$/);
    await expect(page.getByRole('region', { name: 'Demande bien reçue' })).toContainText(number);
    await expect(page.locator('#page-heading')).toBeFocused();
  });

  await test.step('the person returns to the list and follows an older request', async () => {
    await press(page, page.getByRole('link', { name: 'Revenir à mes demandes' }));
    await expect(page).toHaveURL(/\/requests$/);
    // The notice covers the content below and disappears by itself.
    await expect(page.getByTestId('notice')).toHaveCount(0);
    await write(page, page.getByLabel('Numéro de la demande'), '2026-000010');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/number=2026-000010/);
    const follow = page.getByRole('button', { name: 'Suivre : demande 2026-000010' });
    await press(page, follow);
    const story = page.getByRole('dialog', { name: 'Suivi de la demande 2026-000010' });
    await expect(story.getByRole('listitem').first()).toBeVisible();
    await expectFocusTrapped(page, story, follow);
    await signOut(page);
  });

  await test.step('an agent finds the request, moves it to 100 % and confirms', async () => {
    await signIn(page, agent);
    await press(page, page.getByRole('button', { name: 'Filtrer', exact: true }));
    await write(page, page.getByLabel('Numéro de la demande'), number);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row')).toHaveCount(2);
    const update = page.getByRole('button', { name: /^Mettre à jour/ });
    const form = page.getByRole('dialog', { name: 'Mettre à jour l’avancement' });
    await press(page, update);
    await expect(form.getByRole('slider')).toBeVisible();
    await expectFocusTrapped(page, form, update);

    await page.keyboard.press('Enter');
    const slider = form.getByRole('slider', { name: 'Avancement' });
    await tabTo(page, slider);
    await page.keyboard.press('ArrowRight');
    await expect(slider).toHaveValue('5');
    await page.keyboard.press('End');
    await expect(slider).toHaveValue('100');
    await expect(form.getByRole('radio', { name: 'Traitée' })).toBeChecked();
    await press(page, form.getByRole('button', { name: 'Enregistrer', exact: true }));

    const confirm = page.getByRole('dialog', { name: /déclarer votre prestation traitée/ });
    // The safe choice comes first.
    await expect(confirm.getByRole('button', { name: 'Annuler' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(confirm).toHaveCount(0);
    await expect(form.getByRole('button', { name: 'Enregistrer', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await press(page, confirm.getByRole('button', { name: 'Déclarer traitée à 100 %' }));
    await expect(form).toHaveCount(0);
    await expect(page.getByRole('row').nth(1)).toContainText(/100\s%/);
    // The step is closed and its button follows it now; the focus stays there.
    await expect(page.getByRole('button', { name: /^Suivre/ })).toBeFocused();
    await signOut(page);
  });
});

/** The list from which the file of an adviser is opened. */
const openedFile = '/requests?number=2026-000010';

for (const { who, places } of [
  { who: null, places: ['/landing/fr', '/signUp?pAuth=ben&lang=fr'] },
  {
    who: amina,
    places: ['/requests', '/messages', '/simulator', '/profileSettings', '/account/security'],
  },
  {
    who: agent,
    places: [
      '/requests',
      '/today',
      '/fileRequest',
      '/messages',
      openedFile,
      '/statistics',
      '/organisation',
      '/organisation/colleagues',
    ],
  },
] as const) {
  test(`every focus stop is visible and none traps the keyboard: pages of ${who ?? 'visitors'}`, async ({
    page,
    portal,
  }) => {
    await withoutStream(page);
    if (who !== null) await signedIn(page, portal.url, who);
    const skip = page.getByRole('link', { name: 'Aller au contenu' });
    for (const place of places) {
      await test.step(place, async () => {
        await page.goto(place, { waitUntil: 'networkidle' });
        if (place === openedFile) {
          await page
            .getByRole('link', { name: /^Ouvrir le dossier/ })
            .first()
            .click();
          await page.waitForLoadState('networkidle');
          await page.getByRole('button', { name: 'Enregistrer', exact: true }).waitFor();
          // Focus starts at the top of the page.
          await page.reload({ waitUntil: 'networkidle' });
        }
        // On a busy machine the network may rest before the page is rendered.
        await expect(
          page.getByRole('main').locator('a, button').filter({ visible: true }).first(),
        ).toBeVisible();
        expect(await tabThrough(page)).toBeGreaterThan(5);
        await page.keyboard.press('Tab');
        await expect(skip).toBeFocused();
        await page.keyboard.press('Enter');
        await page.keyboard.press('Tab');
        await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
      });
    }
  });
}

test('on a phone no sticky bar covers the focus: NORDEV, the wizard and the survey', async ({
  page,
  browser,
  portal,
}) => {
  const phone = { viewport: { width: 360, height: 740 } };
  await withoutStream(page);
  await withoutDraft(page.request, portal.url, amina);
  await page.setViewportSize(phone.viewport);
  await signedIn(page, portal.url, amina);
  await test.step('the first step of NORDEV', async () => {
    await page.goto('/simulator-nordev', { waitUntil: 'networkidle' });
    await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
    expect(await tabThrough(page)).toBeGreaterThan(10);
  });
  await test.step('the services of the wizard', async () => {
    await page.goto('/newRequest', { waitUntil: 'networkidle' });
    await page.getByRole('radio', { name: 'Demande personnalisée' }).check();
    await page.getByRole('button', { name: 'Suivant', exact: true }).click();
    await expect(page.getByRole('main').getByRole('checkbox').first()).toBeVisible();
    expect(await tabThrough(page)).toBeGreaterThan(10);
  });
  await test.step('the survey', async () => {
    const fatima = await otherWindow(browser, portal, 'nord.cooperative@example.org', phone);
    await fatima.goto('/requests');
    const survey = fatima.getByRole('dialog', { name: 'Questionnaire de qualification' });
    await expect(survey.getByRole('radio').first()).toBeVisible();
    expect(await tabThrough(fatima)).toBeGreaterThan(10);
    await fatima.context().close();
  });
});
