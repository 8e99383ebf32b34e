import type { Locator, Page } from '@playwright/test';

import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';
import { choose, fillNordev } from './simulator-forms.ts';

/**
 * Holds the mouse button down on a control. The focus that follows must not scroll the page: the release would hit
 * something else and the press would be lost.
 */
async function expectSteady(page: Page, control: Locator): Promise<void> {
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  const box = await control.boundingBox();
  if (box === null) throw new Error('The control has no box.');
  const before = await scrolled();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await expect(control).toBeFocused();
  expect(await scrolled()).toBe(before);
  // Released elsewhere, so that nothing happens.
  await page.mouse.move(2, 2);
  await page.mouse.up();
}

test('a press on a button of a simulator’s bar does not move the page', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 1366, height: 500 });
  await signedIn(page, portal.url, 'amina@example.org');
  await page.goto('/simulator-nordev');
  await fillNordev(page);
  // The bar sticks above further content.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 4));
  await expectSteady(page, page.getByRole('button', { name: 'Calculer' }));
});

test('a press reaches its target when leaving a field shows an error above it', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, 'amina@example.org');
  await page.goto('/simulator');
  await choose(page, /^Secteur d’activité/, 'Industrie');
  const no = page
    .getByRole('radiogroup', { name: /^Métier d’avenir/ })
    .getByRole('radio', { name: 'Non', exact: true });
  await expect(no).toBeVisible();
  await page.getByLabel(/^Intitulé du projet/).focus();
  await no.click();
  await expect(page.getByText('Ce champ est obligatoire').first()).toBeVisible();
  await expect(no).toBeChecked();
});
