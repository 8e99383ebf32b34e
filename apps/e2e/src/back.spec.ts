import type { Page } from '@playwright/test';

import { pdf } from './files.ts';
import { expect, test } from './server.ts';
import { dialogsInHistory } from './other-window.ts';
import { signIn } from './sign-in-form.ts';
import { leaveSignUp, resumeSignUp, signUpDraft } from './sign-up-draft.ts';
import { demoPassword, signedIn } from './signed-in.ts';

// Back goes one step back or closes one dialog, and never leaves a form.
test.use({
  portalName: 'moved on',
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
});

const amina = 'amina@example.org';
const agent = 'agent.cri@example.org';
const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('in the wizard, Back returns one step and preserves the chosen file and the next step', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, amina);
  await page.goto('/requests');
  await button(page, 'Nouvelle demande d’accompagnement').first().click();
  await page.getByRole('radio', { name: 'Demande personnalisée' }).check();
  await button(page, 'Suivant').click();
  await page.getByRole('checkbox').first().check();
  await button(page, 'Suivant').click();
  await page.getByLabel('Besoin exprimé').fill('Un atelier de tissage');
  await button(page, 'Suivant').click();
  await page.locator('input[type=file]').first().setInputFiles(pdf('plan.pdf'));
  await expect(page.getByText('plan.pdf').first()).toBeVisible();

  await page.goBack();
  await expect(page.getByLabel('Besoin exprimé')).toHaveValue('Un atelier de tissage');
  await page.goBack();
  await expect(page.getByRole('checkbox').first()).toBeChecked();
  await page.goForward();
  await page.goForward();
  await expect(page.getByText('plan.pdf').first()).toBeVisible();

  // The form's own button also goes back in the history, so the browser has no entry ahead.
  await button(page, 'Précédent').click();
  await button(page, 'Précédent').click();
  await expect(page.getByRole('checkbox').first()).toBeChecked();
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Demande personnalisée' })).toBeChecked();
  await page.goBack();
  await expect(page).toHaveURL(/\/requests$/);
});

test('in the sign-up, Back returns to the first step and preserves the password', async ({
  page,
}) => {
  await page.goto('/signUp?pAuth=ben');
  await leaveSignUp(page, { ...signUpDraft, email: 'salma.retour@example.org' });
  await page.reload();
  await resumeSignUp(page);
  const secret = page.getByLabel(/^Mot de passe/);
  await expect(step(page, 'Profil du bénéficiaire')).toBeVisible();
  await page.goBack();
  await expect(secret).toHaveValue(demoPassword);
  await button(page, 'Suivant').click();
  await page.getByLabel(/^Numéro de CIN/).fill('R654321');
  await page.goBack();
  await page.goForward();
  await expect(page.getByLabel(/^Numéro de CIN/)).toHaveValue('R654321');
});

test('Back closes the follow-up, and only the upper of two dialogs', async ({ page, portal }) => {
  await signedIn(page, portal.url, amina);
  await page.goto('/requests');
  const dialog = page.getByRole('dialog');
  await button(page, /^Suivre/)
    .first()
    .click();
  await expect(dialog).toBeVisible();
  await dialogsInHistory(page, 1);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/requests$/);

  // Closing by the button leaves no history entry.
  await button(page, /^Suivre/)
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Fermer' }).click();
  await expect(dialog).toBeHidden();
  await page
    .getByRole('link', { name: /^\d{4}-\d{6}$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/requests\/\d+$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/requests$/);

  // After a reload with an open dialog, the first Back leaves the page.
  await page.goto('/messages');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await button(page, 'Ouvrir le menu').click();
  await page.getByRole('link', { name: 'Demandes', exact: true }).click();
  await button(page, /^Suivre/)
    .first()
    .click();
  await expect(dialog).toBeVisible();
  await dialogsInHistory(page, 1);
  await page.reload();
  await expect(button(page, /^Suivre/).first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await dialogsInHistory(page, 0);
  await page.goBack();
  await expect(page).toHaveURL(/\/messages$/);
});

test('Back asks before it discards typed progress, which is restored after the session ended', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, agent);
  await page.goto('/requests');
  await button(page, /^Mettre à jour/)
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Mettre à jour l’avancement' });
  const feedback = dialog.getByLabel('Commentaire pour le bénéficiaire');
  await feedback.fill('Le dossier est complet.');
  const question = page.getByRole('dialog', { name: 'Fermer sans enregistrer' });
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Annuler' }).click();
  await expect(question).toBeHidden();
  await dialogsInHistory(page, 1);
  await page.goBack();
  await expect(question).toBeVisible();
  await dialogsInHistory(page, 2);
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(feedback).toHaveValue('Le dossier est complet.');

  // The session ends during the input.
  await page.evaluate(() => {
    localStorage.removeItem('token');
    window.dispatchEvent(new StorageEvent('storage'));
  });
  await expect(page).toHaveURL(/\/landing\/fr/);
  await signIn(page, agent);
  await button(page, /^Mettre à jour/)
    .first()
    .click();
  await expect(feedback).toHaveValue('Le dossier est complet.');
  await expect(dialog.getByText(/^Votre saisie a été récupérée/)).toBeVisible();

  // After a deliberate discard the input is gone.
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Fermer sans enregistrer' }).click();
  await expect(dialog).toBeHidden();
  await button(page, /^Mettre à jour/)
    .first()
    .click();
  await expect(feedback).not.toHaveValue('Le dossier est complet.');
});
