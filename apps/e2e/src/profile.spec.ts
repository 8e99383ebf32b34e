import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { expect, test } from './server.ts';
import { signIn } from './sign-in-form.ts';
import { demoPassword, signedIn } from './signed-in.ts';

const cooperative = 'nord.cooperative@example.org';
const otherPassword = 'Ruche#Atlas27';

async function changePassword(page: Page, from: string, to: string): Promise<void> {
  // Content that loads above the form moves its button and would make the press miss.
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
  await page.getByLabel(/^Mot de passe actuel/).fill(from);
  await page.getByLabel(/^Nouveau mot de passe/).fill(to);
  await page.getByLabel(/^Confirmation du mot de passe/).fill(to);
  await page.getByRole('button', { name: 'Changer mon mot de passe' }).click();
}

test('a password change requires the current password and ends all other sessions', async ({
  page,
  portal,
  request,
}) => {
  const elsewhere = await request.post('/api/utilisateurs/signIn', {
    data: { email: cooperative, password: demoPassword },
  });
  const { token } = (await elsewhere.json()) as { token: string };
  const isAlive = async () => {
    const answer = await request.get('/api/utilisateurs/sessions', {
      headers: { authorization: `Bearer ${token}` },
    });
    return answer.status() === 200;
  };
  await signedIn(page, portal.url, cooperative);
  await page.goto('/account/security');
  await changePassword(page, 'Mauvais#2026x', otherPassword);
  await expect(
    page.getByRole('alert').filter({ hasText: 'Ce mot de passe n’est pas le bon' }),
  ).toBeFocused();
  expect(await isAlive()).toBe(true);

  await changePassword(page, demoPassword, otherPassword);
  await expect(page.getByText('Votre mot de passe a été changé')).toBeVisible();
  expect(await isAlive()).toBe(false);
  await expect(page.getByLabel(/^Mot de passe actuel/)).toHaveValue('');
  // This browser's session continues: it restores the password.
  await changePassword(page, otherPassword, demoPassword);
  // The first notice may still be visible; the empty field shows the success.
  await expect(page.getByLabel(/^Mot de passe actuel/)).toHaveValue('');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Appareils connectés' })).toBeVisible();
});

test('sessions are listed by browser and can be ended; personal data can be exported as a file', async ({
  page,
  portal,
  request,
}) => {
  const amina = 'amina@example.org';
  await signedIn(page, portal.url, amina);
  for (const agent of ['Mozilla/5.0 (Android 14; Mobile; rv:128.0) Firefox/128.0', 'Weird/1']) {
    await request.post('/api/utilisateurs/signIn', {
      data: { email: amina, password: demoPassword },
      headers: { 'user-agent': agent },
    });
  }
  await page.goto('/profileSettings');
  await page.getByRole('main').getByRole('link', { name: 'Sécurité' }).click();
  const rows = page.getByRole('listitem').filter({ hasText: /Depuis le/ });
  await expect(rows.filter({ hasText: 'Cet appareil' })).toHaveCount(1);
  await page.getByRole('button', { name: /^Fermer la session Firefox · Android/ }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'La session est fermée.' }),
  ).toBeVisible();
  await expect(rows.filter({ hasText: 'Firefox · Android' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Fermer toutes les autres sessions' }).click();
  await expect(rows).toHaveCount(1);

  await page.getByRole('button', { name: /^Mon compte/ }).click();
  await page.getByRole('menuitem', { name: 'Données du compte' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger mes données' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^wasl-\d{4}-\d\d-\d\d\.json$/);
  const content = JSON.parse(await readFile(await file.path(), 'utf8')) as {
    email: string;
    requests: unknown[];
  };
  expect(content.email).toBe(amina);
  expect(content.requests.length).toBeGreaterThan(0);
});

test('deleting the account needs the password, and a new sign-in can cancel it', async ({
  page,
}) => {
  await page.goto('/landing/fr');
  await signIn(page, cooperative, demoPassword);
  await expect(page).toHaveURL(/\/requests$/);
  await page.goto('/account/data');
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
  const question = page.getByRole('dialog', { name: 'Supprimer votre compte ?' });
  await expect(question.getByText(/effacées dans 30 jours/)).toBeVisible();
  await question.getByLabel(/^Mot de passe actuel/).fill('Mauvais#2026x');
  await question.getByRole('button', { name: 'Supprimer mon compte' }).click();
  await expect(question.getByRole('alert')).toContainText('Ce mot de passe n’est pas le bon');
  await question.getByLabel(/^Mot de passe actuel/).fill(demoPassword);
  await question.getByRole('button', { name: 'Supprimer mon compte' }).click();
  await expect(page).toHaveURL(/\/landing\/fr/);
  await expect(page.getByText(/^Votre compte sera effacé dans 30 jours/)).toBeVisible();

  await signIn(page, cooperative, demoPassword);
  const keep = page.getByRole('dialog', { name: 'Garder votre compte ?' });
  await expect(keep).toBeVisible();
  await keep.getByRole('button', { name: 'Maintenir la suppression' }).click();
  await page.getByRole('button', { name: 'Plus tard' }).click();
  await page.getByRole('button', { name: 'Garder mon compte' }).click();
  await expect(page.getByText('Votre compte est conservé.')).toBeVisible();
  await expect(page.getByText(/Il sera effacé le/)).toHaveCount(0);
});
