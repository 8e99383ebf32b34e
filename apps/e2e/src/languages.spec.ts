import type { Page } from '@playwright/test';

import { mailWith } from './mailbox.ts';
import { expect, test } from './server.ts';
import { signedIn, withoutStream } from './signed-in.ts';
import { allTexts, strayWords } from './stray-words.ts';
import { type Language, languages, wordsOf } from './words.ts';

/** Chooses a language in the page's menu, which may be closed. */
async function speak(page: Page, language: Language): Promise<void> {
  const entry = page.locator(`[role^=menuitem][lang=${language}]`).first();
  await entry.evaluate((one: HTMLElement) => one.click());
}

/** The page changes to each language without a reload. */
async function expectSpoken(page: Page, address: string, title: string): Promise<void> {
  await page.goto(address);
  for (const language of languages) {
    if (language !== 'fr') await speak(page, language);
    const name = language === 'ar' ? 'وصل' : 'Wasl';
    const words = wordsOf(language).get(`layout:titles.${title}`) ?? '';
    await expect(page).toHaveTitle(`${words} · ${name}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
    await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0);
    await expect
      .poll(async () => strayWords(await allTexts(page), language), `${address}, ${language}`)
      .toEqual([]);
  }
  await speak(page, 'fr');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
}

test('the check finds texts of another language and missing translations', () => {
  const shown = ['Mes demandes', 'requests:table.need', 'table.need', 'My requests', 'requests'];
  expect(strayWords(shown, 'en')).toEqual(shown.slice(0, 3));
});

const places = [
  {
    who: null,
    pages: [
      ['/signUp?lang=fr', 'signUp'],
      ['/signUp?pAuth=par', 'signUp'],
      ['/forgotPassword', 'forgotPassword'],
    ],
  },
  {
    who: 'amina@example.org',
    pages: [
      ['/requests', 'requests'],
      ['/newRequest', 'newRequest'],
      ['/simulator', 'simulator'],
      ['/simulator-nordev', 'simulatorNordev'],
      ['/profileSettings', 'profile'],
      ['/account/notifications', 'notifications'],
      ['/account/data', 'data'],
    ],
  },
  {
    who: 'agent.cri@example.org',
    pages: [
      ['/requests', 'partnerRequests'],
      ['/today', 'today'],
      ['/fileRequest', 'fileRequest'],
      ['/messages', 'messages'],
      ['/statistics', 'statistics'],
      ['/profileSettings', 'profile'],
      ['/account/security', 'security'],
      ['/organisation', 'organisation'],
      ['/organisation/integrations', 'integrations'],
      ['/unauthorized', 'unauthorized'],
    ],
  },
] as const;

for (const { who, pages } of places) {
  test(`every page is complete in each language: ${who ?? 'visitors'}`, async ({
    page,
    portal,
  }) => {
    await withoutStream(page);
    // The language of this person's mails must not change.
    await page.route('**/utilisateurs/lang', (route) => route.fulfill({ status: 204 }));
    if (who !== null) await signedIn(page, portal.url, who);
    for (const [address, title] of pages) await expectSpoken(page, address, title);
  });
}

test('the landing page uses the language chosen before', async ({ page }) => {
  // The person continues before the application has loaded.
  await page.route('**/assets/**', () => undefined);
  await page.goto('/forgotPassword?lang=es', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('/login');
  await expect(page).toHaveURL(/\/landing\/es/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});

test('a language chosen while signed in applies to the next visit and to the mails', async ({
  page,
  portal,
}) => {
  const email = 'nord.cooperative@example.org';
  await signedIn(page, portal.url, email);
  await page.goto('/profileSettings');
  const languageSaved = page.waitForResponse((answer) =>
    answer.url().endsWith('/utilisateurs/lang'),
  );
  await page.getByRole('button', { name: 'Langue : Français' }).click();
  await page.getByRole('menuitemradio', { name: 'العربية' }).click();
  expect((await languageSaved).status()).toBe(200);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ملفي الشخصي');

  await page.request.post(`/api/utilisateurs/forgotPassword/${email}`);
  await mailWith(page, email, 'إعادة تعيين كلمة المرور');
});
