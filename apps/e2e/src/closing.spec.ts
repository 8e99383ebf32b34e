import { expectNotice } from './notices.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

// It closes a file of its own.
test.use({ portalName: 'closing a file' });

test('whoever closes a file stands where its form stood; what is dialled is copied', async ({
  page,
  portal,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signedIn(page, portal.url, 'agent.cri@example.org');
  await page.goto('/requests?number=2026-000010');
  await page.getByRole('link', { name: 'Ouvrir le dossier 2026-000010' }).click();
  const part = page.getByRole('region', { name: 'Avancement et réponse', exact: true });

  await page.getByRole('button', { name: /^Copier\s: Email/ }).click();
  await expectNotice(page, 'amina@example.org');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('amina@example.org');
  await page.getByRole('button', { name: /^Copier\s: Numéro/ }).click();
  await expectNotice(page, '2026-000010');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('2026-000010');

  await part.getByRole('slider', { name: 'Avancement' }).fill('100');
  await part.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await page.getByRole('button', { name: 'Déclarer traitée à 100 %' }).click();
  await expectNotice(page, "L'état d'avancement a été enregistré avec succès");
  await expect(part.getByRole('slider')).toHaveCount(0);
  await expect(part).toBeFocused();
  await expect(part.getByRole('heading', { name: 'Avancement et réponse' })).toBeInViewport();
});
