import type { Locator, Page } from '@playwright/test';

import { draftsOf } from './drafts.ts';
import { expectNotice } from './notices.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { otherWindow } from './other-window.ts';

// The changes of this file persist.
test.use({ portalName: 'saved answers' });

const resumed = (page: Page) => page.getByText(/^Votre saisie a été récupérée/);
const feedbackOn = (page: Page) =>
  page.getByLabel('Commentaire pour le bénéficiaire', { exact: true });

/** Leaves by the menu and returns, then reloads; the field has the typed text each time. */
async function expectDraftStored(page: Page, field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await page.getByRole('link', { name: 'Demandes', exact: true }).first().click();
  await expect(field).toHaveCount(0);
  await page.goBack();
  await expect(field).toHaveValue(text);
  await expect(resumed(page)).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue(text);
}

test('typed progress of a step is restored automatically and discarded with one press', async ({
  browser,
  page,
  portal,
}) => {
  const feedback = feedbackOn(page);
  await signedIn(page, portal.url, 'agent.cri@example.org');
  await page.goto('/requests?tab=todo&size=8&sort=numRequest,asc');
  await page
    .getByRole('link', { name: /^Ouvrir le dossier/ })
    .first()
    .click();
  await feedback.fill('Une phrase commencée');
  await page.getByRole('button', { name: 'Dossier suivant' }).click();
  await expect(page.getByText(/^2 sur \d+$/)).toBeVisible();
  await page.getByRole('button', { name: 'Dossier précédent' }).click();
  await expect(feedback).toHaveValue('Une phrase commencée');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('j');
  await expect(page.getByText(/^2 sur \d+$/)).toBeVisible();
  await page.keyboard.press('k');
  await expect(feedback).toHaveValue('Une phrase commencée');
  await expectDraftStored(page, feedback, 'Une phrase plus longue');
  await page.getByRole('button', { name: 'Abandonner le brouillon' }).click();
  await expect(feedback).toHaveValue('');
  expect(await draftsOf(page)).toEqual([]);

  await test.step('the draft is offered after a colleague’s save, without overwriting it', async () => {
    await feedback.fill('Mon avis');
    const address = page.url();
    await page.getByRole('link', { name: 'Demandes', exact: true }).first().click();
    await expect(feedback).toHaveCount(0);
    const other = await otherWindow(browser, portal, 'agent.cri@example.org');
    await other.goto(address);
    await feedbackOn(other).fill('L’avis d’une collègue');
    await other.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await expectNotice(other, "L'état d'avancement a été enregistré avec succès");
    await other.context().close();
    await page.goto(address);
    await expect(page.getByText(/ont changé depuis/)).toBeVisible();
    await expect(page.getByRole('blockquote')).toContainText('L’avis d’une collègue');
    await expect(feedback).toHaveValue('');
    await page.getByRole('button', { name: 'Reprendre', exact: true }).click();
    await expect(feedback).toHaveValue('Mon avis');
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await expect(
      page.getByRole('heading', { name: 'Modifié pendant que vous écriviez' }),
    ).toBeVisible();
  });
});

test('the profile and the dialogs store drafts and delete them after saving', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, 'agent.cri@example.org');
  await page.goto('/profileSettings');
  await expectDraftStored(
    page,
    page.getByRole('textbox', { name: 'Nom', exact: true }),
    'Idrissi Alaoui',
  );
  const description = page.getByRole('textbox', { name: /^Description/ });
  await expectDraftStored(page, description, 'Un guichet pour ceux qui investissent.');
  await expect(page.getByText(/^Brouillon enregistré/)).toBeVisible();
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expectNotice(page, 'La modification a été faite avec success');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Nom', exact: true })).toHaveValue(
    'Idrissi Alaoui',
  );
  await expect(resumed(page)).toHaveCount(0);
  expect(await draftsOf(page)).toEqual([]);

  // The former address, which bookmarks may have.
  await page.goto('/requests/answers');
  await expect(page).toHaveURL(/\/organisation\/answers$/);
  const open = page.getByRole('button', { name: 'Ajouter une réponse' });
  await open.click();
  await page.getByLabel(/^Texte en .*Français/).fill('Bonjour {nom}, votre dossier est complet.');
  await page.reload();
  await open.click();
  await expect(page.getByLabel(/^Texte en .*Français/)).toHaveValue(
    'Bonjour {nom}, votre dossier est complet.',
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click();
  expect(await draftsOf(page)).toEqual([]);

  await test.step('a sign-out directly after a save asks no question', async () => {
    await page.goto('/profileSettings');
    await description.fill('Un guichet pour tous.');
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await expectNotice(page, 'La modification a été faite avec success');
    await page.getByRole('button', { name: /^Mon compte/ }).click();
    await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
    await expect(page).toHaveURL(/login|landing/);
  });
});
