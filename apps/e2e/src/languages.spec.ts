import type { Page } from '@playwright/test';

import { mailWith } from './mailbox.ts';
import { expect, test } from './server.ts';
import { signedIn, withoutStream } from './signed-in.ts';
import { type Language, languages, wordsOf } from './words.ts';

const catalogue = Object.fromEntries(languages.map((one) => [one, wordsOf(one)])) as Record<
  Language,
  Map<string, string>
>;

/** Keys that stand where words should, and French words that the language says otherwise. */
function strayWords(shown: readonly string[], language: Language): string[] {
  const keys = new Set(
    [...catalogue.fr.keys()].flatMap((key) => [key, key.slice(key.indexOf(':') + 1)]),
  );
  const own = new Set(catalogue[language].values());
  const foreign = new Set([...catalogue.fr.values()].filter((word) => !own.has(word)));
  return shown.filter(
    (text) => (keys.has(text) && /[.:]/.test(text)) || (language !== 'fr' && foreign.has(text)),
  );
}

/** Everything a person reads or hears of the page: its texts and the names and hints of its controls. */
async function everythingSaid(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const said: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) said.push(walker.currentNode.textContent?.trim() ?? '');
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        said.push(element.getAttribute(name)?.trim() ?? '');
      }
    }
    return said.filter((text) => text !== '');
  });
}

async function expectSpoken(page: Page, address: string, language: Language, title: string) {
  await page.goto(address);
  await expect(page).toHaveTitle(
    `${catalogue[language].get(`layout:titles.${title}`) ?? ''} · ${language === 'ar' ? 'وصل' : 'Wasl'}`,
  );
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
  await page.waitForLoadState('networkidle');
  expect({ address, stray: strayWords(await everythingSaid(page), language) }).toEqual({
    address,
    stray: [],
  });
}

test('words of another language and bare keys are told apart from what should be said', () => {
  const shown = ['Mes demandes', 'requests:table.need', 'table.need', 'My requests', 'requests'];
  expect(strayWords(shown, 'en')).toEqual(shown.slice(0, 3));
});

for (const language of languages) {
  test(`every page speaks the language chosen: ${language}`, async ({ page, portal, browser }) => {
    test.setTimeout(120_000);
    for (const [address, title] of [
      [`/signUp?lang=${language}`, 'signUp'],
      ['/signUp?pAuth=par', 'signUp'],
      ['/forgotPassword', 'forgotPassword'],
    ] as const) {
      await expectSpoken(page, address, language, title);
    }
    await page.goto('/login');
    await expect(page).toHaveURL(new RegExp(`/landing/${language}`));
    await expect(page.locator('html')).toHaveAttribute('lang', language);

    await withoutStream(page);
    await signedIn(page, portal.url, 'amina@example.org', language);
    for (const [address, title] of [
      ['/requests', 'requests'],
      ['/newRequest', 'newRequest'],
      ['/simulator', 'simulator'],
      ['/simulator-nordev', 'simulatorNordev'],
      ['/profileSettings', 'profile'],
    ] as const) {
      await expectSpoken(page, address, language, title);
    }

    const context = await browser.newContext({ baseURL: portal.url });
    const agent = await context.newPage();
    await withoutStream(agent);
    await signedIn(agent, portal.url, 'agent.cri@example.org', language);
    for (const [address, title] of [
      ['/requests', 'partnerRequests'],
      ['/profileSettings', 'profile'],
      ['/unauthorized', 'unauthorized'],
    ] as const) {
      await expectSpoken(agent, address, language, title);
    }
    await context.close();
  });
}

test('the language chosen while signed in stays for the next visit, and is that of the mails', async ({
  page,
  portal,
}) => {
  const email = 'nord.cooperative@example.org';
  await signedIn(page, portal.url, email);
  await page.goto('/profileSettings');
  const told = page.waitForResponse((answer) => answer.url().endsWith('/utilisateurs/lang'));
  await page.getByRole('button', { name: 'Langue : Français' }).click();
  await page.getByRole('menuitemradio', { name: 'العربية' }).click();
  expect((await told).status()).toBe(200);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ملفي الشخصي');

  await page.request.post(`/api/utilisateurs/forgotPassword/${email}`);
  await mailWith(page, email, 'إعادة تعيين كلمة المرور');
});
