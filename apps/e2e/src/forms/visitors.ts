import { click, next, waitForRole, waitForSelector } from '../screens/screen-steps.ts';
import type { Look } from '../screens/check-screens.ts';
import { leaveSignUp, signUpDraft } from '../sign-up-draft.ts';
import type { FormPlace } from './form-place.ts';

async function resumeSignUp(look: Look, kind: 'ben' | 'par', draft: object): Promise<void> {
  await leaveSignUp(look.page, { ...signUpDraft, email: 'salma@example.org', ...draft }, kind);
  await look.page.reload();
  await click(look, 'button', 'common:actions.resume');
}

const secondStep = (type: 'particulier' | 'entreprise') => async (look: Look) => {
  await resumeSignUp(look, 'ben', {});
  for (const name of ['password', 'confirmedPassword']) {
    await look.page.locator(`input[name=${name}]`).fill('Rif#Montagne26');
  }
  await next(look);
  await look.page.locator(`input[type=radio][value=${type}]`).check();
  // The expiry date appears once the kind of paper is chosen.
  await look.page.locator('input[aria-haspopup=listbox][id$=identity-kind]').click();
  await look.page.locator('[role=option]').filter({ visible: true }).first().click();
};

/** Forms without an account or without its password. */
export const visitors: readonly FormPlace[] = [
  {
    name: 'signing in',
    at: ({ lang }) => `/landing/${lang}`,
    open: waitForSelector('#password'),
    lists: 0,
    texts: 2,
  },
  {
    name: 'the languages of the landing page',
    at: ({ lang }) => `/landing/${lang}`,
    open: waitForSelector('#password'),
    within: 'header',
    lists: 1,
    texts: 0,
  },
  {
    name: 'the sign-up of a beneficiary',
    at: '/signUp?pAuth=ben',
    open: (look) => resumeSignUp(look, 'ben', { city: '' }),
    lists: 10,
    texts: 13,
  },
  {
    name: 'the profile of an individual',
    at: '/signUp?pAuth=ben',
    open: secondStep('particulier'),
    lists: 8,
    texts: 3,
    codes: '[name$=numCin]',
  },
  {
    name: 'the profile of a company',
    at: '/signUp?pAuth=ben',
    open: secondStep('entreprise'),
    lists: 7,
    texts: 6,
    codes: '[name$=numCin]',
  },
  {
    name: 'the sign-up of an agent',
    at: '/signUp?pAuth=par',
    open: async (look) => {
      await resumeSignUp(look, 'par', { city: '', organisation: 'existing' });
      await look.page.locator('input[id^=organisation-]').first().waitFor();
    },
    lists: 11,
    texts: 14,
  },
  {
    name: 'the sign-up of an organisation',
    at: '/signUp?pAuth=par',
    open: (look) => resumeSignUp(look, 'par', { city: '', organisation: 'new' }),
    lists: 11,
    texts: 16,
  },
  {
    name: 'the questions before a simulator',
    at: '/estimation',
    open: waitForRole('form'),
    lists: 0,
    texts: 2,
    noDraft: true,
  },
  {
    name: 'a forgotten password',
    at: '/forgotPassword',
    open: waitForRole('form'),
    lists: 0,
    texts: 1,
  },
  {
    name: 'another password',
    at: '/reinitialiserMotPasse/abc',
    open: async ({ page }) => {
      await page.route('**/reinitialiserMotPasse?token=*', (route) => route.fulfill({ json: {} }));
      await page.reload();
      await page.locator('input[name=password]').waitFor();
    },
    lists: 0,
    texts: 2,
  },
  {
    name: 'an address that another browser confirms',
    at: '/emailConfirmation/abc',
    open: async ({ page }) => {
      await page.route('**/email/confirm/*', (route) =>
        route.fulfill({ status: 403, json: { code: 'SIGN_UP_PASSWORD_REQUIRED' } }),
      );
      await page.reload();
      await page.locator('input[name=password]').waitFor();
    },
    lists: 0,
    texts: 1,
  },
];
