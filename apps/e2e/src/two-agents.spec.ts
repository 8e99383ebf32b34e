import type { Locator, Page } from '@playwright/test';

import { aNewcomer } from './colleagues.ts';
import { png } from './files.ts';
import { expectNotice } from './notices.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { otherWindow } from './windows.ts';

const agent = 'agent.ccis@example.org';

// Two browsers at once: twice the pages of other stories.
test.describe.configure({ timeout: 180_000 });
const updates = (page: Page) => page.getByRole('button', { name: /^Mettre à jour/ });

/** The number of a request with a step that is under way. */
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

test('two agents at one step: the second sees what the first saved, and loses nothing', async ({
  page,
  portal,
  browser,
  request,
}) => {
  const email = await aNewcomer(request, portal, 'Imane', { isApproved: true });
  await signedIn(page, portal.url, agent);
  const colleague = await otherWindow(browser, portal, email);
  const number = await aNumberUnderWay(page);
  const [mine, theirs] = [await openStep(page, number), await openStep(colleague, number)];
  // Both read what is asked for, before they write.
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
  // What was not touched here follows what is saved.
  await expect(mine.getByRole('slider')).toHaveValue('60');
  await expect(choice(mine, /^Commentaire/, 'Votre saisie')).toBeChecked();
  await choice(mine, /^Commentaire/, 'Ce qui est enregistré').check();
  await expect(feedbackOf(mine)).toHaveValue('Trois séances ont eu lieu.');
  await choice(mine, /^Commentaire/, 'Votre saisie').check();
  await expect(feedbackOf(mine)).toHaveValue('Rendez-vous pris pour jeudi.');
  // Both together.
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

test('two agents at one organisation’s profile: the second loses nothing, own details are apart', async ({
  page,
  portal,
  browser,
  request,
}) => {
  const email = await aNewcomer(request, portal, 'Imane', { isApproved: true });
  await signedIn(page, portal.url, agent);
  const colleague = await otherWindow(browser, portal, email);
  const formOf = (on: Page) => on.getByRole('form', { name: 'Mes informations' });
  const descriptionOf = (on: Page) => on.getByRole('textbox', { name: /^Description/ });
  const titleOf = (on: Page) => on.getByRole('textbox', { name: /^Nom de l’organisme/ });
  const saved = (on: Page) => expectNotice(on, 'La modification a été faite avec success');
  await page.goto('/profileSettings');
  await colleague.goto('/profileSettings');
  const title = await titleOf(page).inputValue();
  await descriptionOf(page).fill('Chambre au service des entreprises du Nord');

  await descriptionOf(colleague).fill('Chambre de commerce de la région');
  await titleOf(colleague).fill(`${title} (siège)`);
  await save(formOf(colleague));
  await saved(colleague);

  await save(formOf(page));
  const conflict = conflictOf(formOf(page));
  await expect(conflict).toBeFocused();
  await expect(conflict).toContainText(/Imane Tazi.* a enregistré autre chose/);
  await expect(conflict).toContainText('Chambre de commerce de la région');
  await expect(descriptionOf(page)).toHaveValue('Chambre au service des entreprises du Nord');
  await expect(titleOf(page)).toHaveValue(`${title} (siège)`);
  await choice(formOf(page), /^Nom de l’organisme/, 'Votre saisie').check();
  await save(formOf(page));
  await saved(page);
  await expect(conflict).toHaveCount(0);

  // The colleague's page is older now; their own address is nobody else's business.
  await colleague.locator('[name=address]').fill('5, rue du Phare');
  const [answer] = await Promise.all([
    colleague.waitForResponse(/updatePartnerUser/),
    save(formOf(colleague)),
  ]);
  expect(answer.status()).toBe(200);
  await expect(descriptionOf(colleague)).toHaveValue('Chambre au service des entreprises du Nord');
  await expect(titleOf(colleague)).toHaveValue(title);
  await expect(colleague.locator('[name=address]')).toHaveValue('5, rue du Phare');

  // A logo likewise: it is replaced by whoever has seen the one that is there.
  const logoOf = (on: Page) => on.getByRole('region', { name: 'Logo de l’organisme' });
  const keepLogo = (on: Page) =>
    logoOf(on).getByRole('button', { name: 'Enregistrer le logo' }).click();
  await logoOf(page).locator('input[type=file]').setInputFiles(png('un.png'));
  await logoOf(colleague).locator('input[type=file]').setInputFiles(png('deux.png'));
  await keepLogo(colleague);
  await expect(logoOf(colleague).getByText('Logo actuel.')).toBeVisible();
  await keepLogo(page);
  await expect(logoOf(page).getByRole('alert')).toContainText(/Imane Tazi/);
  await logoOf(page).getByRole('button', { name: 'Garder le logo actuel' }).click();
  await expect(logoOf(page).getByRole('alert')).toHaveCount(0);
  await logoOf(page).getByRole('button', { name: 'Retirer le logo' }).click();
  await page
    .getByRole('dialog', { name: 'Retirer le logo ?' })
    .getByRole('button', { name: 'Retirer le logo' })
    .click();
  await expect(logoOf(page).getByText(/^Aucun logo/)).toBeVisible();
  await colleague.context().close();
});
