import type { Page } from '@playwright/test';

import { demoPassword } from './signed-in.ts';

export async function signIn(page: Page, email: string, password = demoPassword): Promise<void> {
  const card = page.getByRole('region', { name: 'Se connecter' });
  await card.getByLabel('Email').fill(email);
  await card.getByLabel('Mot de passe', { exact: true }).fill(password);
  await card.getByRole('button', { name: 'Se connecter', exact: true }).click();
}
