import { randomInt, randomUUID } from 'node:crypto';

import type { Page } from '@playwright/test';

import { callAs } from './calls.ts';
import { createNewcomer } from './colleagues.ts';
import { createRequestFile } from './request-file.ts';
import { expect, test } from './server.ts';
import { signedIn } from './signed-in.ts';

// Other stories count the unread messages of Amina.
const person = 'nord.cooperative@example.org';
const field = (page: Page) => page.getByRole('textbox', { name: /^Message à/ });
const rows = (page: Page) =>
  page.getByRole('list', { name: 'Mes conversations' }).getByRole('listitem');
const picture = async (page: Page, name: string) => {
  const folder = process.env.SCREENSHOTS;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};

test('an agent finds, answers and closes conversations without leaving the list', async ({
  page,
  portal,
  request,
}) => {
  const email = await createNewcomer(request, portal, 'Salma', { isApproved: true });
  const own = { owner: email, beneficiary: person };
  const [first, second, third] = [
    await createRequestFile(portal.databaseUrl, own),
    await createRequestFile(portal.databaseUrl, own),
    await createRequestFile(portal.databaseUrl, { beneficiary: person }),
  ];
  const word = `zellige${String(randomInt(1_000_000))}`;
  const ask = ({ stepId }: { stepId: number }, text: string) =>
    callAs(request, portal, person, `/processing/step/${String(stepId)}/messages`, {
      body: `${text} ${word}`,
      clientKey: randomUUID(),
    });
  await ask(first, 'Quand puis-je passer ?');
  await ask(second, 'Merci pour tout');
  await ask(third, 'Bonjour');

  await signedIn(page, portal.url, email);
  await page.goto('/messages');
  await test.step('search and view are in the address', async () => {
    await page.getByRole('searchbox').fill(word);
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(3);
    await page.getByRole('link', { name: 'Mes dossiers' }).click();
    await expect(rows(page)).toHaveCount(2);
    await picture(page, 'inbox-list');
    await page.reload();
    await expect(rows(page)).toHaveCount(2);
    await page.goBack();
    await expect(rows(page)).toHaveCount(3);
    await page.goForward();
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('keys move the focus to the field, and one key moves from the answer to the next conversation', async () => {
    await page.locator('body').press('j');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`step=${String(first.stepId)}`));
    await expect(field(page)).toBeFocused();
    await expect(rows(page)).toHaveCount(2);
    await picture(page, 'inbox-open');
    await page.keyboard.type('Lundi à 9 h.');
    // The list of a slow line still has the answered conversation as the next one.
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/messages/threads?*', async (route) => {
      await arrived;
      await route.continue();
    });
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('log')).toContainText('Lundi à 9 h.');
    await expect(page.getByRole('link', { name: /^Suivante/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`step=${String(second.stepId)}`));
    await expect(field(page)).toBeFocused();
    await page.getByRole('button', { name: 'Aucune réponse nécessaire' }).click();
    await expect(page.getByRole('link', { name: /^Suivante/ })).toBeFocused();
    arrive();
    await expect(page.getByText('Aucune autre conversation de cette liste')).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('log')).toContainText('Lundi à 9 h.');
    await page.goBack();
    await expect(page.getByRole('log')).toHaveCount(0);
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('several conversations are marked as needing no answer at once, and this can be undone', async () => {
    await ask(first, 'Et mardi ?');
    await page.getByRole('link', { name: 'Toutes' }).click();
    await expect(rows(page)).toHaveCount(3);
    await page.getByRole('checkbox', { name: 'Choisir les 2 qui attendent une réponse' }).check();
    await picture(page, 'inbox-chosen');
    await page.getByRole('button', { name: 'Aucune réponse nécessaire (2)' }).click();
    await expect(page.getByRole('alert')).toContainText('2 conversations marquées');
    await expect(rows(page).getByText('À répondre')).toHaveCount(0);
    await page.getByRole('button', { name: 'À répondre finalement' }).click();
    await expect(rows(page).getByText('À répondre')).toHaveCount(2);
  });

  await test.step('the conversation replaces the list on a phone in Arabic', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => localStorage.setItem('lang', 'ar'));
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const list = page.getByRole('list', { name: 'محادثاتي' });
    await expect(list.getByRole('listitem')).toHaveCount(3);
    await picture(page, 'inbox-phone');
    await list.getByRole('link').first().click();
    await expect(page.getByRole('textbox', { name: /^رسالة إلى/ })).toBeVisible();
    await expect(list).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await picture(page, 'inbox-phone-open');
    await page.getByRole('link', { name: 'المحادثات' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(3);
    await expect(page.getByRole('searchbox')).toHaveValue(word);
  });
});
