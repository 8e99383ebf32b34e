import type { Page } from '@playwright/test';

import { beginRequest } from './new-request.ts';
import { expect, test } from './server.ts';
import { signedIn, withoutDraft } from './signed-in.ts';
import { onPhone, otherWindow } from './other-window.ts';

test.use({ portalName: 'your turn' });

const amina = 'amina@example.org';

/** Resolves when the account has stored a draft with these words. */
const written = (page: Page, words: string) =>
  page.waitForResponse((answer) => {
    const sent = answer.request();
    return sent.method() === 'PUT' && (sent.postData() ?? '').includes(words);
  });

test('a request begun on a phone continues on a computer, and neither overwrites the other', async ({
  page,
  browser,
  portal,
}) => {
  await withoutDraft(page.request, portal.url, amina);
  const phone = await otherWindow(browser, portal, amina, onPhone);
  await beginRequest(phone);
  const draftSaved = written(phone, 'Un moulin à Ouezzane');
  await phone.getByLabel('Besoin exprimé').fill('Un moulin à Ouezzane');
  await draftSaved;

  await signedIn(page, portal.url, amina);
  await page.goto('/requests');
  const pendingActions = page.getByRole('region', { name: 'C’est à vous d’agir' });
  await pendingActions.getByRole('button', { name: /^Tout afficher/ }).click();
  await pendingActions.getByRole('link', { name: /^Reprendre la demande commencée/ }).click();
  await page.getByRole('button', { name: 'Reprendre', exact: true }).click();
  await expect(page.getByLabel('Besoin exprimé')).toHaveValue('Un moulin à Ouezzane');
  const second = written(page, 'pressoir');
  await page.getByLabel('Besoin exprimé').fill('Un moulin et un pressoir à Ouezzane');
  await second;

  // The phone has not seen that change: it asks before it overwrites the draft.
  await phone.getByLabel('Besoin exprimé').fill('Un moulin à Chefchaouen');
  await expect(phone.getByText(/a aussi été rempli sur un autre appareil/)).toBeVisible();
  await phone.getByRole('button', { name: 'Reprendre l’autre saisie' }).tap();
  await expect(phone.getByLabel('Besoin exprimé')).toHaveValue(
    'Un moulin et un pressoir à Ouezzane',
  );

  await page.getByRole('button', { name: 'Suivant', exact: true }).click();
  await page.getByRole('button', { name: 'Enregistrer et vérifier' }).click();
  await expect(page).toHaveURL(/\/requests$/);
  await phone.context().close();
  const desk = await otherWindow(browser, portal, amina);
  await desk.goto('/newRequest');
  await expect(desk.getByRole('radio', { name: 'Demande personnalisée' })).not.toBeChecked();
  await expect(desk.getByRole('button', { name: 'Reprendre', exact: true })).toHaveCount(0);
  await desk.context().close();
});
