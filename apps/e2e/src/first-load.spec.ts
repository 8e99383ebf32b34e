import { readdirSync } from 'node:fs';
import path from 'node:path';

import { disableLongTimers } from './screens/screen-steps.ts';
import { expect, test } from './server.ts';
import { signedIn, withoutStream } from './signed-in.ts';

const assets = path.resolve(import.meta.dirname, '../../web/dist/assets');

/** Files of the steps after the first of the sign-up, by their names in the build. */
const laterSteps = [
  'beneficiary-section',
  'identity-fields',
  'organisation-section',
  'consent-dialog',
  'consent-text',
] as const;

/** Scripts and style sheets loaded before any interaction, compressed, in kB of 1000 bytes. */
const limits = [
  { name: 'the landing page', at: '/landing/fr', most: 90 },
  ...['fr', 'ar'].map((lang) => {
    return { name: `the simulator in ${lang}`, at: `/simulateur?lang=${lang}`, most: 220 };
  }),
  ...['en', 'es'].map((lang) => {
    return {
      name: `the NORDEV simulator in ${lang}`,
      at: `/simulateur-nordev?lang=${lang}`,
      most: 220,
    };
  }),
  { name: 'the sign-up', at: '/signUp', most: 265, later: laterSteps },
  { name: 'a beneficiary’s list', at: '/requests', who: 'amina@example.org', most: 190 },
  { name: 'an agent’s list', at: '/requests', who: 'agent.cri@example.org', most: 192 },
] as const;

for (const { name, at, most, ...rest } of limits) {
  test(`the first load of ${name} stays small`, async ({ page, portal }) => {
    await withoutStream(page);
    if ('who' in rest) await signedIn(page, portal.url, rest.who);
    const sizes: Promise<number>[] = [];
    const files: string[] = [];
    page.on('requestfinished', (request) => {
      if (!['script', 'stylesheet'].includes(request.resourceType())) return;
      files.push(request.url());
      sizes.push(
        request.sizes().then(({ responseBodySize, responseHeadersSize }) => {
          return responseBodySize + responseHeadersSize;
        }),
      );
    });
    // The code of later steps loads after three seconds, which a busy machine may spend on the first step.
    if ('later' in rest) await disableLongTimers({ page });
    await page.goto(at, { waitUntil: 'networkidle' });
    if ('later' in rest) {
      await expect(page.getByRole('textbox').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
    }
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(20_000);
    test.info().annotations.push({ type: 'kB', description: (bytes / 1000).toFixed(1) });
    expect(bytes / 1000).toBeLessThanOrEqual(most);
    const loaded = files.map((url) => path.basename(url));
    const built = 'later' in rest ? readdirSync(assets) : [];
    for (const name of 'later' in rest ? rest.later : []) {
      const isFile = (file: string) => file.startsWith(`${name}-`);
      expect(built.some(isFile), `${name} is built`).toBe(true);
      expect(loaded.filter(isFile)).toEqual([]);
    }
    // No page loads the texts of two languages.
    if (/lang=(?:ar|en|es)/.test(at)) expect(files.join(' ')).not.toMatch(/\/(?:words-)?fr-/);
  });
}

test('a list of the simulator opens on the first press, while its code loads', async ({ page }) => {
  await page.goto('/simulateur', { waitUntil: 'networkidle' });
  const files: string[] = [];
  page.on('request', (request) => files.push(request.url()));
  const place = page.getByRole('combobox').first();
  await place.focus();
  await place.press('ArrowDown');
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(files.some((url) => /\/select-file-.*\.js$/.test(url))).toBe(true);
  await expect(place).toBeFocused();
  await page.getByRole('option').nth(1).click();
  await expect(place).not.toHaveValue('');
});

test('a town typed while its list loads is preserved, with the focus', async ({ page }) => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/\/select-file-[^/]*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/signUp', { waitUntil: 'networkidle' });
  const town = page.getByRole('combobox', { name: /^Ville/ });
  await town.click();
  await page.keyboard.type('Chefch');
  release();
  await expect(town).toHaveAttribute('class', /Autocomplete/);
  await expect(town).toBeFocused();
  await page.keyboard.type('aouen');
  await expect(town).toHaveValue('Chefchaouen');
});
