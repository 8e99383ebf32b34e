import type { Page } from '@playwright/test';

import { draftOf } from './calls.ts';
import { pdf } from './files.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

const amina = 'amina@example.org';
const journey = 'Créer mon entreprise';

const next = (page: Page) => page.getByRole('button', { name: 'Suivant', exact: true });

/** A draft with two documents, created by the API. */
const aDraft = (page: Page, portal: { readonly url: string }, need: string): Promise<number> =>
  draftOf(page.request, portal, amina, need, [
    { name: 'BUSINESS_PLAN', file: pdf('secret.pdf') },
    { name: 'DEFAULT_DOC', file: pdf('annexe.pdf') },
  ]);

/** Goes through all steps with a journey that does not request a business plan. */
async function chooseJourney(page: Page, id: number): Promise<void> {
  await page.goto(`/editRequest/${String(id)}`);
  await page.getByRole('radio', { name: 'Parcours prédéfini' }).check();
  await next(page).click();
  await page.getByRole('radio', { name: journey }).check();
  await next(page).click();
  await next(page).click();
}

test('a document that the new journey does not request is shown and sent only when the user confirms', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, amina);
  const need = 'Un parcours choisi après coup';
  const id = await aDraft(page, portal, need);
  await chooseJourney(page, id);
  await expect(page.getByRole('region', { name: 'Non demandés par ce parcours' })).toContainText(
    'secret.pdf',
  );
  await expect(page.getByText('annexe.pdf')).toBeVisible();
  await page.getByRole('button', { name: 'Enregistrer et vérifier' }).click();
  await expect(page).toHaveURL(/\/requests$/);

  // The check opens with the list.
  const check = page.getByRole('dialog');
  const asked = check.getByRole('region', { name: 'Non demandés par ce parcours' });
  await expect(asked).toContainText('secret.pdf');
  const sent = check.getByRole('region', { name: 'Ce qui sera envoyé' });
  await expect(sent).toContainText('annexe.pdf');
  await expect(sent).not.toContainText('secret.pdf');

  // Submitting requires an answer to the question.
  await check.getByRole('button', { name: 'Déposer' }).click();
  await expect(asked).toContainText('Dites si ce document doit partir.');
  await expect(asked.getByRole('radio', { name: 'Envoyer aussi' })).toBeFocused();
  await asked.getByRole('radio', { name: 'Envoyer aussi' }).check();
  await expect(sent).toContainText('secret.pdf');
  await asked.getByRole('radio', { name: 'Ne pas envoyer' }).check();
  await expect(sent).not.toContainText('secret.pdf');
  await check.getByRole('button', { name: 'Déposer' }).click();
  await expect(page).toHaveURL(/\/receipt$/);

  await page.goto(`/requests/${String(id)}`);
  await expect(page.getByRole('button', { name: 'Télécharger annexe.pdf' })).toBeVisible();
  await expect(page.getByText('secret.pdf')).toHaveCount(0);
});

test('a document is removed in the wizard and restored before saving', async ({ page, portal }) => {
  await signedIn(page, portal.url, amina);
  const id = await aDraft(page, portal, 'Un document de trop');
  await page.goto(`/editRequest/${String(id)}?step=4`);
  const removed = page.getByText('Sera retiré quand vous enregistrerez.');
  await page.getByRole('button', { name: /^Retirer .*secret/ }).click();
  await expect(removed).toBeVisible();
  await page.getByRole('button', { name: /^Garder .*secret/ }).click();
  await expect(removed).toHaveCount(0);
  await page.getByRole('button', { name: /^Retirer .*secret/ }).click();
  await expect(removed).toBeVisible();
  await page.getByRole('button', { name: 'Enregistrer et vérifier' }).click();
  await expect(page).toHaveURL(/\/requests$/);

  await page.goto(`/editRequest/${String(id)}?step=4`);
  await expect(page.getByText('annexe.pdf')).toBeVisible();
  await expect(page.getByText('secret.pdf')).toHaveCount(0);
});
