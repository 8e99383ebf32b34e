import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Page } from '@playwright/test';

import { expect, test } from './server.ts';
import { demoPassword } from './signed-in.ts';

const amina = 'amina@example.org';
const dist = path.resolve(import.meta.dirname, '../../web/dist');
const card = (page: Page) => page.getByRole('region', { name: 'Se connecter' });
const emailField = (page: Page) => card(page).getByLabel('Email');
const passwordField = (page: Page) => card(page).getByLabel('Mot de passe', { exact: true });

async function type(page: Page): Promise<void> {
  await page.goto('/landing/fr', { waitUntil: 'commit' });
  await emailField(page).fill(amina);
  await passwordField(page).fill(demoPassword);
}

/** Moves every text into an element of its own, as the translation of Chrome does. */
function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    // In a constant, because the types mark the tag as deprecated.
    const tag: string = 'font';
    const font = document.createElement(tag);
    text.replaceWith(font);
    font.append(text);
  }
}

test('no form of a prerendered page can put its fields into the address', async ({ page }) => {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html'),
  );
  expect(files.filter((file) => file.startsWith('landing/')).sort()).toEqual(
    ['ar', 'en', 'es', 'fr'].map((lang) => `landing/${lang}.html`),
  );
  await page.route('**/*', (route) => route.abort());
  for (const file of files) {
    await page.setContent(readFileSync(path.join(dist, file), 'utf8'), { waitUntil: 'commit' });
    const forms = await page.locator('form').evaluateAll((found) =>
      found.map((form) => ({
        method: (form as HTMLFormElement).method,
        canSend: form.querySelector('[type=submit]:enabled') !== null,
      })),
    );
    expect(forms, file).toEqual(forms.map(() => ({ method: 'post', canSend: false })));
    expect(forms.length, file).toBe(file.startsWith('landing/') ? 1 : 0);
  }
});

test('without scripts, the sign-in form sends nothing and shows that the page is not ready', async ({
  page,
}) => {
  await page.route('**/*.js', (route) => route.abort());
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  await type(page);
  await passwordField(page).press('Enter');
  await expect(page.getByText(/^La page n’est pas encore prête/)).toBeVisible();
  expect(loads.map((url) => new URL(url).pathname + new URL(url).search)).toEqual(['/landing/fr']);
  await expect(passwordField(page)).toHaveValue(demoPassword);
});

for (const [name, change] of [
  ['as it was written', () => undefined],
  ['translated meanwhile', translate],
] as const) {
  test(`text typed before the scripts load is preserved (${name})`, async ({ page }) => {
    let releaseScripts: () => void = () => undefined;
    const scriptsReleased = new Promise<void>((resolve) => {
      releaseScripts = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await scriptsReleased;
      await route.continue();
    });
    await type(page);
    await passwordField(page).press('Enter');
    await page.evaluate(change);
    releaseScripts();
    const submit = card(page).locator('[type=submit]');
    await expect(submit).toBeEnabled();
    await expect(page.locator('#email')).toHaveValue(amina);
    await expect(page.locator('#password')).toHaveValue(demoPassword);
    await submit.click();
    await expect(page).toHaveURL(/\/requests$/);
  });
}
