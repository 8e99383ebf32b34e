import { queryRows } from '@wasl/tooling/testing';

import { expect } from '../server.ts';
import { leaveSignUp, signUpDraft } from '../sign-up-draft.ts';
import { demoPassword } from '../signed-in.ts';
import { type Look, lookAtAll, type Screen } from './check-screens.ts';
import {
  amina,
  click,
  dialog,
  next,
  requestIn,
  waitForRole,
  disableLongTimers,
  waitForSelector,
} from './screen-steps.ts';

const begun = { ...signUpDraft, email: 'salma.bennani@example.org', organisation: 'new' };
const association = {
  id: null,
  title: 'Association Oued Laou',
  description: 'Tourisme rural',
  areas: 'TOURISME',
};
const leaveBegun = ({ page }: Look) => leaveSignUp(page, begun);

async function secondSignUpStep(look: Look, type: 'particulier' | 'entreprise'): Promise<void> {
  await click(look, 'button', 'common:actions.resume');
  await look.page.locator('input[name=password]').fill('Rif#Montagne26');
  await look.page.locator('input[name=confirmedPassword]').fill('Rif#Montagne26');
  await next(look);
  await look.page.locator(`input[type=radio][value=${type}]`).check();
}

/** Link in the footer of an optional mail, once it has been sent. */
async function addressOfMailsOff({ portal, page, lang }: Look): Promise<string> {
  const [mail] = await queryRows<{ id: number }>(
    portal.databaseUrl,
    `INSERT INTO outbox_mails ("to", lang, template, params) VALUES ($1, $2, 'draftForgotten', $3) RETURNING id`,
    [amina, lang, JSON.stringify({ name: 'Amina', requestId: 1, numRequest: '1996-000001' })],
  );
  const text = `${portal.url}/dev/mail/${String(mail?.id)}/text`;
  await expect.poll(async () => (await page.request.get(text)).status()).toBe(200);
  const [path = ''] =
    /\/emails\/stop\/[^?\s]+/.exec(await (await page.request.get(text)).text()) ?? [];
  return `${path}?lang=${lang}`;
}

const visitors: readonly Screen[] = [
  { name: 'landing', at: ({ lang }) => `/landing/${lang}` },
  ...['comment-ca-marche', 'questions', 'help', 'contact', 'legal', 'privacy'].map((page) => ({
    name: `words-${page}`,
    primary: { wanted: 'none' as const, because: 'A page to read.' },
    at: `/${page}`,
    open: waitForSelector('main h2'),
  })),
  {
    name: 'landing-code',
    at: ({ lang }) => `/landing/${lang}`,
    before: ({ page }) =>
      page.route('**/utilisateurs/signIn', (route) =>
        route.fulfill({ status: 401, json: { code: 'SECOND_FACTOR_REQUIRED', message: '' } }),
      ),
    open: async ({ page }) => {
      await page.locator('#email').fill(amina);
      await page.locator('#password').fill(demoPassword);
      await page.locator('#password').press('Enter');
      await page.locator('#code').waitFor();
    },
  },
  {
    name: 'landing-pending',
    primary: { wanted: 'any', because: 'A screen of agents.' },
    at: ({ lang }) => `/landing/${lang}`,
    open: async ({ page }) => {
      await page.locator('#email').fill('nouveau@example.org');
      await page.locator('#password').fill(demoPassword);
      await page.locator('form button[type=submit]').click();
      await page.locator('form').waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'landing-refused',
    at: ({ lang }) => `/landing/${lang}`,
    open: async ({ page }) => {
      await page.locator('#email').fill(amina);
      await page.locator('#password').fill('Mauvais#2026x');
      await page.locator('form button[type=submit]').click();
      await page.locator('[role=alert]:not(:empty)').first().waitFor();
    },
  },
  { name: 'landing-ended', at: '/newRequest', open: waitForSelector('#sign-in') },
  { name: 'sign-up', at: '/signUp?pAuth=ben', open: waitForRole('form') },
  {
    name: 'sign-up-faults',
    at: '/signUp?pAuth=ben',
    open: async (look) => {
      await next(look);
      await look.page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'sign-up-individual',
    at: '/signUp?pAuth=ben',
    before: leaveBegun,
    open: (look) => secondSignUpStep(look, 'particulier'),
  },
  {
    name: 'sign-up-company',
    at: '/signUp?pAuth=ben',
    before: leaveBegun,
    open: async (look) => {
      await secondSignUpStep(look, 'entreprise');
      await look.page.locator('input[name$=ice]').fill('001234567000013');
      await click(look, 'button', 'accounts:signUp.submit');
      await look.page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'sign-up-agent',
    primary: { wanted: 'any', because: 'A screen of agents.' },
    at: '/signUp?pAuth=par',
    open: waitForRole('form'),
  },
  {
    name: 'sign-up-new-organisation',
    at: '/signUp?pAuth=par',
    before: ({ page }) => leaveSignUp(page, begun, 'par'),
    open: (look) => click(look, 'button', 'common:actions.resume'),
  },
  {
    name: 'sign-up-consent',
    at: '/signUp?pAuth=par',
    before: ({ page }) => leaveSignUp(page, { ...begun, partner: association }, 'par'),
    open: async (look) => {
      await click(look, 'button', 'common:actions.resume');
      await look.page.locator('input[name=password]').fill('Rif#Montagne26');
      await look.page.locator('input[name=confirmedPassword]').fill('Rif#Montagne26');
      await click(look, 'button', 'accounts:signUp.submit');
      await dialog(look.page);
    },
  },
  {
    name: 'sign-up-failed-load',
    primary: { wanted: 'none', because: 'The content did not load.' },
    at: '/signUp?pAuth=ben',
    before: ({ page }) =>
      page.route('**/api/params/**', (route) => route.fulfill({ status: 500, body: '' })),
    open: waitForRole('alert'),
  },
  { name: 'forgot-password', at: '/forgotPassword', open: waitForRole('form') },
  {
    name: 'reset-password',
    at: '/reinitialiserMotPasse/abc',
    before: ({ page }) =>
      page.route('**/reinitialiserMotPasse?token=*', (route) => route.fulfill({ json: {} })),
    open: async ({ page }) => {
      await page.locator('input[name=password]').fill('court1');
    },
  },
  {
    name: 'reset-password-expired',
    primary: { wanted: 'none', because: 'The sign-in opens by itself.' },
    at: '/reinitialiserMotPasse/abc',
    isApart: true,
    before: disableLongTimers,
    open: waitForRole('alert'),
  },
  {
    name: 'email-confirmed',
    primary: { wanted: 'none', because: 'The sign-in opens by itself.' },
    at: '/emailConfirmation/abc',
    isApart: true,
    before: async ({ page }) => {
      await disableLongTimers({ page });
      await page.route('**/email/confirm/*', (route) => route.fulfill({ json: {} }));
    },
    open: waitForRole('alert'),
  },
  {
    name: 'email-confirmed-by-password',
    at: '/emailConfirmation/abc',
    isApart: true,
    before: async ({ page }) => {
      await page.route('**/email/confirm/*', (route) =>
        route.fulfill({ status: 403, json: { code: 'SIGN_UP_PASSWORD_REQUIRED' } }),
      );
    },
    open: waitForSelector('input[name=password]'),
  },
  {
    name: 'public-receipt',
    primary: { wanted: 'none', because: 'A page of the server.' },
    as: amina,
    at: async (look) => {
      const id = await requestIn(look, 'ENTAME');
      const { publicUrl } = (await look.call('GET', `/requests/${id}/receipt`)) as {
        publicUrl: string;
      };
      return `${new URL(publicUrl).pathname}?lang=${look.lang}`;
    },
  },
  {
    name: 'mails-off',
    primary: { wanted: 'none', because: 'A page of the server.' },
    at: addressOfMailsOff,
  },
  {
    name: 'mails-off-done',
    primary: { wanted: 'none', because: 'A page of the server.' },
    at: addressOfMailsOff,
    open: async ({ page }) => {
      await page.locator('form button').click();
      await page.locator('main a').first().waitFor();
    },
  },
  {
    name: 'mails-off-unknown',
    primary: { wanted: 'none', because: 'A page of the server.' },
    at: ({ lang }) => `/emails/stop/unknown?lang=${lang}`,
  },
  {
    name: 'public-receipt-unknown',
    primary: { wanted: 'none', because: 'A page of the server.' },
    at: ({ lang }) => `/wasl/AAAAAAAAAAAAAAAAAAAAAA?lang=${lang}`,
  },
];

lookAtAll('every screen of visitors', visitors, { primary: 'one' });
