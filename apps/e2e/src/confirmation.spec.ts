import { randomUUID } from 'node:crypto';
import { personBody, sampleIndividual } from '@wasl/contracts/testing';

import { phonePage } from './forms/open-form.ts';
import { mailedLink } from './mailbox.ts';
import { expect, test } from './server.ts';
import { demoPassword } from './signed-in.ts';

test('the confirmation link needs one click in the same browser and the password in another', async ({
  browser,
  page,
  portal,
}) => {
  const email = `${randomUUID()}@example.org`;
  const signUp = await page.request.post('/api/utilisateurs/signUpBeneficiary', {
    data: {
      ...personBody,
      role: { name: 'BENEFICIAIRE' },
      email,
      password: demoPassword,
      confirmedPassword: demoPassword,
      levelOfStudy: 'BAC_3',
      individualDto: { ...sampleIndividual, area: 'AGRICULTURE' },
    },
  });
  expect(signUp.status(), await signUp.text()).toBe(201);
  const link = await mailedLink(page, email, '/emailConfirmation/');
  const { pathname } = new URL(link, portal.url);

  // The mail is opened on a phone.
  const phone = await phonePage(browser, portal.url);
  await phone.goto(`${pathname}?lang=ar`);
  const password = phone.getByLabel('كلمة المرور المختارة عند التسجيل');
  await expect(password).toBeVisible();
  await expect(phone.locator('html')).toHaveAttribute('dir', 'rtl');
  await password.press('Enter');
  await expect(phone.getByRole('alert').first()).toBeFocused();
  await password.fill('Autre#Montagne26');
  await password.press('Enter');
  await expect(phone.getByText('كلمة المرور هذه غير مطابقة').first()).toBeVisible();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  // The wrong password did not use up the link, and the other browser confirmed nothing.
  const signIn = async () =>
    (
      await page.request.post('/api/utilisateurs/signIn', {
        data: { email, password: demoPassword },
      })
    ).status();
  expect(await signIn()).toBe(403);
  await password.fill(demoPassword);
  await password.press('Enter');
  await expect(phone.getByText('تم تأكيد بريدكم الإلكتروني بنجاح').first()).toBeVisible();
  await expect(phone).toHaveURL(/\/landing\/ar/);
  await expect(phone.locator('#email')).toHaveValue(email);
  await phone.context().close();
  expect(await signIn()).toBe(200);

  // A used link is invalid, also in the browser of the sign-up.
  await page.goto(pathname);
  await expect(page.getByText('une erreur est survenue').first()).toBeVisible();

  await test.step('a sign-up without the consent text redirects to the text, and then to the requested page', async () => {
    const answer = await page.request.post('/api/utilisateurs/signIn', {
      data: { email, password: demoPassword },
    });
    const { token } = (await answer.json()) as { token: string };
    await page.evaluate((stored) => localStorage.setItem('token', stored), token);
    await page.goto('/profileSettings?lang=fr');
    await expect(page).toHaveURL(/\/consent/);
    await expect(page.getByText('conformément à la loi 09-08')).toBeVisible();
    // No other page opens before the consent.
    await page.goto('/newRequest');
    await expect(page).toHaveURL(/\/consent/);
    // A person who does not agree can export their data or erase the account.
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Télécharger mes données' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.json$/);
    await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
    const question = page.getByRole('dialog', { name: 'Supprimer votre compte ?' });
    await expect(question.locator('input[name=currentPassword]')).toBeVisible();
    await question.getByRole('button', { name: 'Annuler' }).click();
    await page.getByRole('button', { name: 'Accepter' }).click();
    await expect(page).toHaveURL(/\/newRequest/);
    await page.goto('/account/data');
    await expect(page.getByText(/Accord donné le .*texte n° 1/)).toBeVisible();
  });
});
