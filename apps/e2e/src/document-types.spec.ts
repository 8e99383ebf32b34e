import type { Page } from '@playwright/test';

import { phonePage } from './forms/index.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

/** Dialog for requesting documents, with one chosen; the list stays open for further choices. */
async function withOneChosen(page: Page, url: string) {
  await signedIn(page, url, 'agent.cri@example.org');
  await page.goto('/requests?number=2026-000010');
  await page
    .getByRole('button', { name: /^Mettre à jour/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Mettre à jour l’avancement' });
  const list = page.getByRole('listbox', { name: 'Documents à demander' });
  await dialog.locator('.mantine-MultiSelect-input').click();
  await list.getByRole('option').first().click();
  await expect(list).toBeVisible();
  return { dialog, list, save: dialog.getByRole('button', { name: 'Enregistrer', exact: true }) };
}

test('on a phone, a touch outside the list of documents closes it, and the form can be saved', async ({
  browser,
  portal,
}) => {
  const page = await phonePage(browser, portal.url);
  const { dialog, list, save } = await withOneChosen(page, portal.url);
  await dialog.getByRole('heading').first().tap();
  await expect(list).toBeHidden();
  await save.tap({ trial: true });
  await page.context().close();
});

test('with the keyboard, leaving the list closes it, and the form can be saved', async ({
  page,
  portal,
}) => {
  const { list, save } = await withOneChosen(page, portal.url);
  await page.keyboard.press('Tab');
  await expect(list).toBeHidden();
  await save.click({ trial: true });
});
