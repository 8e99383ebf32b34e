import { expect, test } from './server.ts';
import { signedIn, withoutStream } from './signed-in.ts';

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
    await page.goto(at, { waitUntil: 'networkidle' });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(20_000);
    test.info().annotations.push({ type: 'kB', description: (bytes / 1000).toFixed(1) });
    expect(Math.round(bytes / 1000)).toBeLessThanOrEqual(most);
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
