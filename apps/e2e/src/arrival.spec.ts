import { queryRows } from '@wasl/tooling/testing';

import { signedIn } from './signed-in.ts';
import { expect, test } from './server.ts';

const agent = 'agent.cri@example.org';

test('the landing page shows before the application is loaded', async ({
  browser,
  portal,
  request,
}) => {
  expect((await request.get('/api/health/ready')).status()).toBe(200);
  const context = await browser.newContext({ baseURL: portal.url, locale: 'ar-MA' });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('requestfinished', (request) => {
    asked.push(new URL(request.url()).pathname);
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/landing\/fr$/);
  await expect(page.getByLabel('Mot de passe', { exact: true })).toBeVisible();
  // The application's first calls were never made.
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);

  await test.step('the page is French, and offers a switch in the browser’s language', async () => {
    const offer = page.getByRole('link', { name: 'تصفّحوا هذا الموقع بالعربية' });
    await offer.click();
    await expect(page).toHaveURL(/\/landing\/ar$/);
    await expect(offer).toHaveCount(0);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page).toHaveURL(/\/landing\/ar$/);
  });

  await test.step('an unknown language in the address shows French, also after another language was chosen', async () => {
    await page.goto('/forgotPassword?lang=ar');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
    await page.goto('/forgotPassword?lang=pt');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  });
  await context.close();
});

const protectedPages = [
  ['/requests/7/steps/9', 'fr', 'Connectez-vous pour voir cette page.'],
  ['/newRequest', 'en', 'Sign in to see this page.'],
  ['/profileSettings', 'ar', 'سجّلوا الدخول للاطلاع على هذه الصفحة.'],
  ['/secondFactor', 'es', 'Inicie sesión para ver esta página.'],
] as const;

test('a visitor without a session at a protected page is asked to sign in, in the language of the address', async ({
  page,
}) => {
  for (const [address, lang, words] of protectedPages) {
    await page.goto(`${address}?lang=${lang}`);
    await expect(page).toHaveURL(new RegExp(`/landing/${lang}#sign-in$`));
    await expect(page.getByText(words)).toBeVisible();
    await expect(
      page.getByText(/session est terminée|session has ended|انتهت جلستكم|sesión ha terminado/),
    ).toHaveCount(0);
    // The next address starts as another visitor.
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  }
});

test('the address of a request opens its file for an agent of the organisation only', async ({
  page,
  portal,
}) => {
  await signedIn(page, portal.url, agent);
  const own = `SELECT s.request_id id FROM processing_steps s JOIN users u ON u.partner_id = s.partner_id
    WHERE u.email = $1 ORDER BY s.id LIMIT 1`;
  const [mine] = await queryRows<{ id: number }>(portal.databaseUrl, own, [agent]);
  const other = `SELECT max(id) id FROM requests WHERE status = 'EN_COURS_DE_CREATION'`;
  const [draft] = await queryRows<{ id: number }>(portal.databaseUrl, other);
  await page.goto(`/requests/${String(mine?.id)}`);
  await expect(page).toHaveURL(/\/requests\/\d+\/steps\/\d+$/);
  await expect(page.getByText('Besoin exprimé')).toBeVisible();
  await page.goto(`/requests/${String(draft?.id)}`);
  await expect(page).toHaveURL(/\/unauthorized$/);
});
