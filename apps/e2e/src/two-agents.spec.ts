import type { Locator, Page } from '@playwright/test';

import { createNewcomer } from './colleagues.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { otherWindow } from './other-window.ts';

const agent = 'agent.ccis@example.org';

const updates = (page: Page) => page.getByRole('button', { name: /^Mettre à jour/ });

async function aNumberUnderWay(page: Page): Promise<string> {
  await page.goto('/requests?tab=todo&size=20');
  const row = page.getByRole('row').filter({ hasText: 'En cours' });
  const label = await updates(page).and(row.getByRole('button')).first().getAttribute('aria-label');
  const number = /\d{4}-\d{6}/.exec(label ?? '')?.[0];
  if (number === undefined) throw new Error('No step is under way');
  return number;
}

async function openStep(page: Page, number: string): Promise<Locator> {
  await page.goto(`/requests?number=${number}`);
  await updates(page).first().click();
  const dialog = page.getByRole('dialog', { name: 'Mettre à jour l’avancement' });
  await expect(dialog.getByRole('slider')).toBeVisible();
  return dialog;
}
const feedbackOf = (dialog: Locator) =>
  dialog.getByLabel('Commentaire pour le bénéficiaire', { exact: true });
const save = (within: Locator) =>
  within.getByRole('button', { name: 'Enregistrer', exact: true }).click();
const conflictOf = (within: Locator) =>
  within.getByRole('region', { name: 'Modifié pendant que vous écriviez' });
const choice = (within: Locator, field: RegExp, side: string) =>
  conflictOf(within).getByRole('group', { name: field }).getByRole('radio', { name: side });

test('two agents edit one step: the second agent sees the first agent’s changes and loses no input', async ({
  page,
  portal,
  browser,
  request,
}) => {
  const email = await createNewcomer(request, portal, 'Imane', { isApproved: true });
  await signedIn(page, portal.url, agent);
  const colleague = await otherWindow(browser, portal, email);
  const number = await aNumberUnderWay(page);
  const [mine, theirs] = [await openStep(page, number), await openStep(colleague, number)];
  // Both read the request before they write.
  await expect(mine.getByText('Besoin exprimé')).toBeVisible();
  await feedbackOf(mine).fill('Rendez-vous pris pour jeudi.');

  await theirs.getByRole('slider').fill('60');
  await feedbackOf(theirs).fill('Trois séances ont eu lieu.');
  await save(theirs);
  await expect(theirs).toHaveCount(0);

  await save(mine);
  const conflict = conflictOf(mine);
  await expect(conflict).toBeFocused();
  await expect(conflict).toContainText(
    /Imane Tazi.* a enregistré autre chose le \d{2}\/\d{2}\/\d{4}/,
  );
  await expect(conflict).toContainText('Trois séances ont eu lieu.');
  await expect(feedbackOf(mine)).toHaveValue('Rendez-vous pris pour jeudi.');
  // Unedited fields follow the saved values.
  await expect(mine.getByRole('slider')).toHaveValue('60');
  await expect(choice(mine, /^Commentaire/, 'Votre saisie')).toBeChecked();
  await choice(mine, /^Commentaire/, 'Ce qui est enregistré').check();
  await expect(feedbackOf(mine)).toHaveValue('Trois séances ont eu lieu.');
  await choice(mine, /^Commentaire/, 'Votre saisie').check();
  await expect(feedbackOf(mine)).toHaveValue('Rendez-vous pris pour jeudi.');
  await feedbackOf(mine).fill('Trois séances ont eu lieu. Rendez-vous pris pour jeudi.');
  await save(mine);
  await expect(mine).toHaveCount(0);

  const after = await openStep(colleague, number);
  await expect(after.getByRole('slider')).toHaveValue('60');
  await expect(feedbackOf(after)).toHaveValue('');
  await expect(
    after.getByText('Trois séances ont eu lieu. Rendez-vous pris pour jeudi.'),
  ).toBeVisible();
  await colleague.context().close();
});
