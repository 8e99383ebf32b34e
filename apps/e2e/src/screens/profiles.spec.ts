import { demoPassword, tokenOf } from '../signed-in.ts';
import { type Look, lookAtAll, type Screen } from './check-screens.ts';
import {
  amina,
  click,
  cooperative,
  openDialog,
  screensOf,
  waitForSelector,
} from './screen-steps.ts';

/** Adds claims to the token in the browser; the server still receives the original. */
async function withClaims(
  { page }: Look,
  claims: Readonly<Record<string, unknown>>,
): Promise<void> {
  const token = await page.evaluate((more) => {
    const token = localStorage.getItem('token') ?? '';
    const [head = '', claims = '', mark = ''] = token.split('.');
    const decoded = JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/'))) as object;
    const bytes = new TextEncoder().encode(JSON.stringify({ ...decoded, ...more }));
    const text = btoa(String.fromCharCode(...bytes))
      .replace(/\+/g, '-')
      .replace(/\//g, '_');
    localStorage.setItem('token', [head, text.replace(/=+$/, ''), mark].join('.'));
    return token;
  }, claims);
  await page.route('**/api/**', (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${token}` } }),
  );
}

/** An agent opens one of the person's requests, and exports the list that contains it. */
const readByAnAgent: NonNullable<Screen['before']> = async ({ page, portal, call }) => {
  const [request] = (await call('POST', '/requests/filter', [
    { key: 'status', operation: 'EQUALS', value: 'ENTAME' },
  ])) as { id: number }[];
  const token = await tokenOf(page.request, portal.url, 'agent.cri@example.org');
  const headers = { authorization: `Bearer ${token}` };
  await page.request.get(`/api/requests/${String(request?.id)}`, { headers });
  await page.request.post('/api/journeyInstanceProcessingSteps/export?format=csv', {
    headers,
    data: [],
  });
};

const announceDeletion = async (look: Look) => {
  await withClaims(look, { deletionDueOn: '2026-12-21' });
};

/** Simulates a phone number for this page only, so that other screens are unaffected. */
const withPhone =
  (phone: object, wanted: readonly string[]) =>
  async ({ page }: Look) => {
    const number = { number: '+212612345678', channel: 'SMS', isUnreachable: false };
    const phoneState = { isVerified: true, awaitsCode: false, hasCodeFailed: false, ...phone };
    await page.route('**/api/phoneMessages', (route) =>
      route.fulfill({
        json: { isOffered: true, phone: { ...number, ...phoneState }, wanted, mostPerDay: 5 },
      }),
    );
  };

const atPhones = async ({ page }: Look) => {
  await page.locator('#phones form').waitFor();
  await page.locator('#phones').scrollIntoViewIfNeeded();
};

const profiles = screensOf({ as: amina, at: '/profileSettings' }, [
  {
    name: 'profile-phone-code',
    at: '/account/notifications',
    before: withPhone({ isVerified: false, awaitsCode: true }, []),
    open: atPhones,
  },
  {
    name: 'profile-phone-kinds',
    at: '/account/notifications',
    before: withPhone({ isUnreachable: true }, ['ACTION', 'ENDED']),
    open: atPhones,
  },
  {
    name: 'profile',
    open: ({ page }) => page.locator('main h2').nth(2).waitFor(),
  },
  {
    name: 'account-notifications',
    at: '/account/notifications',
    open: waitForSelector('#emails input'),
  },
  { name: 'account-security', at: '/account/security', open: waitForSelector('#sessions li') },
  {
    name: 'account-data',
    at: '/account/data',
    before: readByAnAgent,
    open: waitForSelector('section[aria-labelledby=accesses-title] bdi'),
  },
  {
    name: 'profile-company',
    as: cooperative,
    open: ({ page }) => page.locator('main h2').nth(2).waitFor(),
  },
  {
    name: 'switch-account',
    at: async ({ page, portal }) =>
      `/?token=${await tokenOf(page.request, portal.url, cooperative)}`,
    open: ({ page }) => page.waitForURL(/\/switchAccount$/),
  },
  {
    name: 'second-factor',
    primary: { wanted: 'any', because: 'The picture and the code come first.' },
    at: '/secondFactor',
    open: async (look) => {
      await look.page.locator('input[name=currentPassword]').fill(demoPassword);
      await click(look, 'button', 'second-factor:begin.submit');
      await look.page.locator('main svg[role=img]').waitFor();
    },
  },
  {
    name: 'profile-faults',
    open: async (look) => {
      await look.page.locator('[name=address]').fill('');
      await look.page.locator('main form').first().locator('button[type=submit]').click();
      await look.page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'profile-delete',
    at: '/account/data',
    open: openDialog('profile:data.delete', 'input'),
  },
  {
    name: 'consent',
    primary: { wanted: 'any', because: 'The whole text comes first.' },
    at: '/requests',
    before: async (look) => {
      await withClaims(look, { consentDue: true });
    },
    open: ({ page }) => page.waitForURL(/\/consent/),
  },
  {
    name: 'keep-account',
    at: '/messages',
    before: announceDeletion,
    open: (look) =>
      look.page.getByRole('dialog', { name: look.textOf('profile:deletion.title') }).waitFor(),
  },
  {
    name: 'account-ending',
    at: '/messages',
    before: announceDeletion,
    open: (look) => click(look, 'button', 'profile:deletion.later'),
  },
]);

lookAtAll('every screen of the profile', profiles, { primary: 'at most one' });
