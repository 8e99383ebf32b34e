import { createHmac } from 'node:crypto';

import type { Page } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';

import { expect, test } from './server.ts';
import { demoPassword } from './signed-in.ts';

const email = 'nora.deux.facteurs@example.org';
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code an application shows, some steps of 30 seconds on: RFC 6238 with what is there already. */
function codeOf(key: string, steps = 0): string {
  const bits = Array.from(key, (sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor(Date.now() / 30_000) + steps, 4);
  const secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/landing/fr');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.clear();
  });
}

test('a code besides the password: turned on with an application, asked for, and replaced by a code on paper', async ({
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
  await signIn(page);
  await expect(page).toHaveURL(/\/requests/);
  await page.goto('/profileSettings');
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
  await code.fill(codeOf(key, -1));
  await page.getByRole('button', { name: 'Activer', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Vos codes de secours' })).toBeVisible();
  const papers = await page.locator('main li code').allTextContents();
  expect(papers).toHaveLength(10);
  await page.getByRole('button', { name: 'Je les ai notés' }).click();
  await expect(page.getByText(/^Elle est activée depuis le/)).toBeVisible();

  await signOut(page);
  await signIn(page);
  const asked = page.getByLabel('Code de connexion');
  await expect(asked).toBeFocused();
  await asked.fill('000000');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByRole('alert')).toContainText('Ce code n’est pas valable');
  await asked.fill(codeOf(key));
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL(/\/requests/);

  await signOut(page);
  await signIn(page);
  await asked.fill(papers[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/requests/);
  await page.goto('/secondFactor');
  await expect(page.getByText(/Codes de secours qui restent\s: 9\./)).toBeVisible();
});
