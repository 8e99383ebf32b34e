import type { Page } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';

import { expect, test } from './server.ts';
import { signIn } from './sign-in-form.ts';
import { demoPassword } from './signed-in.ts';
import { codeOf } from './totp.ts';

const email = 'nora.deux.facteurs@example.org';
async function comeBack(page: Page): Promise<void> {
  await page.goto('/landing/fr');
  await signIn(page, email);
}

async function signOut(page: Page): Promise<void> {
  // A light page that opens no survey.
  await page.goto('/messages');
  await page.getByRole('button', { name: /^Mon compte/ }).click();
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL(/\/landing/);
}

test('a second factor is enabled with an authenticator, requested at sign-in, and replaced by a recovery code', async ({
  page,
  portal,
}) => {
  await queryRows(
    portal.databaseUrl,
    `INSERT INTO users (id, email, password_hash, role, nom, prenom, type_beneficiaire, email_confirmed_at, updated_at)
     SELECT gen_random_uuid(), $1, password_hash, role, 'Facteurs', 'Nora', type_beneficiaire, now(), now()
     FROM users WHERE email = 'amina@example.org'`,
    [email],
  );
  await queryRows(
    portal.databaseUrl,
    `INSERT INTO consents (user_id, version, lang, at) SELECT id, 1, 'fr', now() FROM users WHERE email = $1`,
    [email],
  );
  await comeBack(page);
  await expect(page).toHaveURL(/\/requests/);
  await page.goto('/account/security');
  await page.getByRole('link', { name: 'Gérer la double authentification' }).click();
  await expect(page.getByText('Elle n’est pas activée.')).toBeVisible();
  await page.getByLabel(/^Mot de passe actuel/).fill(demoPassword);
  await page.getByRole('button', { name: 'Continuer' }).click();

  await expect(page.getByRole('img', { name: /^Code QR/ })).toBeVisible();
  const key = (await page.locator('main code').first().textContent()) ?? '';
  const code = page.getByLabel(/^Code à 6 chiffres/);
  await code.fill('000000');
  await page.getByRole('button', { name: 'Activer', exact: true }).click();
  await expect(page.getByText('Ce code n’est pas valable, ou a déjà servi').first()).toBeVisible();
  await code.fill(codeOf(key));
  await page.getByRole('button', { name: 'Activer', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Vos codes de secours' })).toBeVisible();
  const papers = await page.locator('main li code').allTextContents();
  expect(papers).toHaveLength(10);
  await page.getByRole('button', { name: 'Je les ai notés' }).click();
  await expect(page.getByText(/^Elle est activée depuis le/)).toBeVisible();

  await signOut(page);
  await comeBack(page);
  const asked = page.getByLabel('Code de connexion');
  await expect(asked).toBeFocused();
  await asked.fill('000000');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByRole('alert')).toContainText('Ce code n’est pas valable');
  await asked.fill(codeOf(key, 1));
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL(/\/requests/);

  await signOut(page);
  await comeBack(page);
  await asked.fill(papers[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/requests/);
  await page.goto('/secondFactor');
  await expect(page.getByText(/Codes de secours qui restent\s: 9\./)).toBeVisible();

  // A new phone, with a recovery code in place of the lost one.
  await page.getByRole('button', { name: 'Passer à un nouveau téléphone' }).click();
  await page.getByLabel(/^Mot de passe actuel/).fill(demoPassword);
  await page.getByLabel(/^Code de l’application ou code de secours/).fill(papers[1] ?? '');
  await page.getByRole('button', { name: 'Continuer' }).click();
  await expect(page.getByRole('img', { name: /^Code QR/ })).toBeVisible();
  const newKey = (await page.locator('main code').first().textContent()) ?? '';
  expect(newKey).not.toBe(key);
  await code.fill(codeOf(newKey));
  await code.press('Enter');
  await expect(page.getByRole('heading', { name: 'Vos codes de secours' })).toBeVisible();
  const [newPaper = ''] = await page.locator('main li code').allTextContents();
  await page.getByRole('button', { name: 'Je les ai notés' }).click();
  await signOut(page);
  await comeBack(page);
  await asked.fill(codeOf(newKey, 1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/requests/);

  await test.step('the account is not deleted without a code', async () => {
    await page.goto('/account/data');
    await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
    const question = page.getByRole('dialog', { name: 'Supprimer votre compte ?' });
    await question.getByLabel(/^Mot de passe actuel/).fill(demoPassword);
    await question.getByRole('button', { name: 'Supprimer mon compte' }).click();
    const last = question.getByLabel(/^Code de l’application ou code de secours/);
    await last.fill('000000');
    await question.getByRole('button', { name: 'Supprimer mon compte' }).click();
    await expect(question.getByRole('alert').first()).toContainText('Ce code n’est pas valable');
    await last.fill(newPaper);
    await question.getByRole('button', { name: 'Supprimer mon compte' }).click();
    await expect(page.getByText(/^Votre compte sera effacé dans 30 jours/)).toBeVisible();
  });
});
