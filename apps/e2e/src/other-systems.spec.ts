import { queryRows } from '@wasl/tooling/testing';

import { expectNotice } from './notices.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

const agent = 'agent.ccis@example.org';

test('a manager creates an API key, another system reads with it, and a revoked key is refused', async ({
  page,
  portal,
  request,
}) => {
  await signedIn(page, portal.url, agent);
  await page.goto('/organisation/integrations');
  const section = page.getByRole('region', { name: 'Autres logiciels' });
  await section.getByRole('button', { name: 'Créer une clé' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nouvelle clé' });

  // Missing input is reported before a key is created.
  await dialog.getByRole('button', { name: 'Créer la clé' }).click();
  await expect(dialog.getByRole('alert').first()).toBeVisible();
  const name = `Gestion des dossiers ${String(Date.now())}`;
  await dialog.getByLabel('Nom du logiciel').fill(name);
  await dialog.getByRole('radio', { name: '30 jours' }).check();
  await dialog.getByRole('button', { name: 'Créer la clé' }).click();

  const shown = page.getByRole('dialog', { name: 'Votre clé' });
  const secret = await shown.getByRole('textbox', { name: 'Votre clé' }).inputValue();
  expect(secret).toMatch(/^wasl_[0-9a-f]{10}_/);
  // An accidental Escape does not close the secret, which is shown only once.
  await page.keyboard.press('Escape');
  await expect(shown).toBeVisible();
  await shown.getByRole('button', { name: 'J’ai copié la clé' }).click();
  await expect(shown).toBeHidden();
  const row = section.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText(secret.slice(0, 15));
  await expect(row).not.toContainText(secret);
  await expect(row).toContainText('Lire les demandes et les étapes');
  await expect(row).toContainText('Jamais utilisée');

  const asSystem = { headers: { authorization: `Bearer ${secret}` } };
  const read = () => request.get(`${portal.url}/api/journeyInstanceProcessingSteps/mark`, asSystem);
  expect((await read()).status()).toBe(200);
  expect((await request.get(`${portal.url}/api/notices`, asSystem)).status()).toBe(403);
  await page.reload();
  await expect(row).toContainText('Utilisée pour la dernière fois le');

  // The key's creator leaves: the list marks the key until a responsable confirms it.
  await queryRows(
    portal.databaseUrl,
    `UPDATE api_keys SET created_by_id = gen_random_uuid() WHERE name = '${name}'`,
  );
  await queryRows(
    portal.databaseUrl,
    `UPDATE background_jobs SET next_run_at = now() WHERE name = 'makers-left'`,
  );
  const marked = `SELECT id FROM api_keys WHERE name = '${name}' AND planned_expires_at IS NOT NULL`;
  await expect
    .poll(() => queryRows(portal.databaseUrl, marked), { timeout: 120_000 })
    .toHaveLength(1);
  await page.reload();
  await expect(row).toContainText('Son auteur n’est plus responsable');
  await row.getByRole('button', { name: `Garder l’accès ${name}` }).click();
  await expectNotice(page, 'est gardé');
  await expect(row).not.toContainText('Son auteur n’est plus responsable');
  await expect(row).toContainText('gardée par');

  await row.getByRole('button', { name: `Révoquer la clé ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Révoquer' }).click();
  await expectNotice(page, 'ne fonctionne plus');
  await expect(
    section.getByRole('list', { name: 'Clés qui fonctionnent' }).filter({ hasText: name }),
  ).toHaveCount(0);
  expect((await read()).status()).toBe(401);
});
