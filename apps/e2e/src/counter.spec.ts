import type { Locator, Page } from '@playwright/test';

import { pdf } from './files.ts';
import { mailWith } from './mailbox.ts';
import { otherWindow } from './other-window.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

const agent = 'agent.cri@example.org';
/** Seconds of a press and of a key, for a person who types slowly (keystroke-level model). */
const seconds = { press: 1.5, key: 0.4 } as const;

/** The adviser's presses and keys. */
class Counted {
  presses = 0;
  keys = 0;

  async press(target: Locator): Promise<void> {
    await target.click();
    this.presses += 1;
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.press(field);
    await field.pressSequentially(text);
    this.keys += text.length;
  }

  get seconds(): number {
    return this.presses * seconds.press + this.keys * seconds.key;
  }
}

const submitOf = (page: Page) => page.getByRole('button', { name: 'Déposer la demande' });
const searchOf = (page: Page) => page.getByLabel(/^Rechercher par nom, téléphone ou CIN/);
const need = 'Un local de 80 m² à Tanger';

async function chooseService(page: Page, adviser: Counted): Promise<void> {
  await adviser.press(page.getByRole('checkbox').first());
}

test('an adviser files a request for a person at the counter in less than a minute', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, agent);
  await page.goto('/requests');
  const adviser = new Counted();

  await test.step('found by name, with a document, and the number leads to the file', async () => {
    await adviser.press(page.getByRole('link', { name: 'Déposer au guichet' }));
    await adviser.type(searchOf(page), 'amina');
    await adviser.press(page.getByRole('list', { name: 'Personnes trouvées' }).getByRole('button'));
    await expect(page.getByText(/^Pour .*Amina/)).toBeVisible();
    await chooseService(page, adviser);
    await adviser.type(page.getByLabel('Besoin exprimé'), need);
    await page.locator('input[type=file]').first().setInputFiles(pdf('plan.pdf'));
    adviser.presses += 2;
    for (const [width, height] of [
      [360, 740],
      [1366, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => window.scrollTo(0, 0));
      await expect(submitOf(page)).toBeInViewport({ ratio: 1 });
    }
    await adviser.press(submitOf(page));
    const done = page.getByRole('heading', { name: /^La demande .*\d{4}-\d{6}.* est déposée$/ });
    await expect(done).toBeFocused();
    expect(adviser.seconds).toBeLessThan(60);
    test.info().annotations.push({
      type: 'file a request at the counter',
      description: `${String(adviser.presses)} presses, ${String(adviser.keys)} keys, ${adviser.seconds.toFixed(0)} s`,
    });
    await page.getByRole('link', { name: 'Ouvrir le dossier' }).click();
    await expect(page).toHaveURL(/\/requests\/\d+\/steps\/\d+$/);
    await expect(page.getByText(need).first()).toBeVisible();
  });

  await test.step('the same again is named, and filed only on demand', async () => {
    await page.goto('/fileRequest');
    await searchOf(page).fill('amina');
    await page.getByRole('list', { name: 'Personnes trouvées' }).getByRole('button').click();
    await chooseService(page, adviser);
    await page.getByLabel('Besoin exprimé').fill(`${need} `);
    await submitOf(page).click();
    const dialog = page.getByRole('dialog', { name: /^Déjà déposée le \d\d\/\d\d\/\d{4}$/ });
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await submitOf(page).click();
    await dialog.getByRole('button', { name: 'Déposer quand même' }).click();
    await expect(page.getByRole('heading', { name: /est déposée$/ })).toBeVisible();
  });
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
  const adviser = new Counted();
  await page.reload();
  await submitOf(page).click();
  const summary = page.getByRole('alert');
  await expect(summary.getByRole('link', { name: /Rechercher par nom/ })).toBeVisible();
  await page.getByRole('button', { name: 'Indiquer un email exact' }).click();
  await page.getByLabel('Email de la personne').fill(email);
  await page.getByLabel(/^Prénom/).fill('Salma');
  await page.getByLabel(/^Nom/).fill('Tazi');
  await chooseService(page, adviser);
  await page.getByLabel('Besoin exprimé').fill('Un mentor');

  await test.step('a closed tab loses nothing', async () => {
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
