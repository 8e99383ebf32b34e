import { expect, test } from './server.ts';
import { signedIn, withoutDraft } from './signed-in.ts';

test.use({ portalName: 'your turn' });

test('pending actions of the person are at the top of the list, each with one button', async ({
  page,
  portal,
}) => {
  await withoutDraft(page.request, portal.url, 'amina@example.org');
  await signedIn(page, portal.url, 'amina@example.org');
  await page.goto('/requests?number=aucune');
  const turn = page.getByRole('region', { name: 'C’est à vous d’agir' });
  // Independent of the list's filter.
  await expect(page.getByText('Aucune demande ne correspond à cette recherche')).toBeVisible();
  // Three entries are visible; a button shows the rest.
  await expect(turn.getByRole('link')).toHaveCount(3);
  await turn.getByRole('button', { name: /^Tout afficher/ }).click();
  for (const kind of ['Déposer les documents', 'Reformuler', 'Donner mon avis', 'Continuer'])
    await expect(turn.getByRole('link', { name: new RegExp(`^${kind} :`) }).first()).toBeVisible();

  await turn
    .getByRole('link', { name: /^Déposer les documents/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/requests\/\d+\/follow$/);
  await expect(page.getByRole('dialog').locator('input[type=file]').first()).toBeAttached();

  await page.goto('/newRequest');
  await page.getByRole('radio', { name: 'Demande personnalisée' }).check();
  await expect(page.getByText(/^Brouillon enregistré/)).toBeVisible();
  await page.goto('/requests');
  await turn.getByRole('button', { name: /^Tout afficher/ }).click();
  await turn.getByRole('link', { name: /^Reprendre la demande commencée/ }).click();
  await expect(page).toHaveURL(/\/newRequest$/);
});
