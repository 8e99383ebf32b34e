import { type Look, lookAtAll } from './check-screens.ts';
import {
  amina,
  click,
  cooperative,
  dialog,
  inDialog,
  leaveDraft,
  longNeed,
  requestAddress,
  openBell,
  openDialog,
  requestIn,
  waitForText,
  waitForRole,
  screensOf,
  waitForSelector,
} from './screen-steps.ts';

/** Chooses an operation in the first menu of a request. */
async function chosen({ page, textOf }: Look, key: string): Promise<void> {
  await page.locator('main [aria-haspopup=menu]').first().click();
  await page.getByRole('menuitem', { name: textOf(key) }).click();
}

const lists = screensOf({ as: amina, at: '/requests' }, [
  { name: 'requests', open: waitForSelector('tbody a') },
  {
    name: 'requests-no-match',
    at: '/requests?number=1999-000001',
    open: waitForText('requests:empty.noMatch'),
  },
  {
    name: 'requests-failed-load',
    before: ({ page }) =>
      page.route('**/api/requests/filter*', (route) => route.fulfill({ status: 500, body: '' })),
    open: waitForRole('alert'),
  },
  {
    name: 'requests-unqualified',
    as: cooperative,
    open: async (look) => {
      await click(look, 'button', 'survey:later');
      await look.page.getByRole('dialog').waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'survey-faults',
    as: cooperative,
    open: async (look) => {
      const form = look.page.getByRole('dialog');
      await form.locator('input[name=projectIdea]').first().check();
      await form.locator('input[name=dejaAccompagne]').first().check();
      await click(look, 'button', 'common:actions.save');
      await form.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'new-request-unqualified',
    as: cooperative,
    at: '/newRequest',
    open: waitForText('requests:survey.needed'),
  },
  {
    name: 'withdraw',
    at: requestAddress('ENTAME', '/requests/:id'),
    open: async (look) => {
      await chosen(look, 'requests:actions.withdraw');
      await inDialog(look.page, 'textarea');
    },
  },
  {
    name: 'agreement-waiting',
    open: async (look) => {
      await click(look, 'link', 'requests:actions.consult');
      await look.page.waitForURL(/\/requests\/\d+$/);
      await waitForText('requests:agreement.accept')(look);
    },
  },
  {
    name: 'agreement-accept',
    open: async (look) => {
      await click(look, 'button', 'requests:agreement.accept');
      await look.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'delete-request',
    at: '/requests?status=EN_COURS_DE_CREATION',
    open: async (look) => {
      await chosen(look, 'requests:actions.delete');
      await dialog(look.page);
    },
  },
  {
    name: 'submit-incomplete',
    primary: { wanted: 'none', because: 'A link leads to what is missing.' },
    at: '/requests?status=A_REFOURMULER',
    before: ({ page }) =>
      page.route('**/submission*', async (route) => {
        const answer = await route.fetch();
        const preview = (await answer.json()) as object;
        await route.fulfill({
          json: { ...preview, missingDocuments: ['BUSINESS_PLAN'], isJourneyOpen: false },
        });
      }),
    open: async (look) => {
      await look.page.goto(`/requests/${await requestIn(look, 'EN_COURS_DE_CREATION')}`);
      await click(look, 'button', 'requests:actions.submitNow');
      await inDialog(look.page, '[role=alert]');
    },
  },
  {
    name: 'submit-check',
    at: requestAddress('EN_COURS_DE_CREATION', '/requests/:id'),
    open: openDialog('requests:actions.submitNow', 'ol'),
  },
  {
    name: 'bell',
    primary: { wanted: 'none', because: 'A list to read.' },
    at: '/requests?number=1999-000001',
    open: openBell,
  },
  {
    name: 'user-menu',
    at: '/requests?number=1999-000001',
    open: async (look) => {
      await look.page
        .getByRole('button', {
          name: new RegExp(look.textOf('layout:menu.user').source.slice(0, -1)),
        })
        .click();
      await look.page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'navigation-drawer',
    at: '/requests?number=1999-000001',
    widths: [360],
    open: openDialog('layout:nav.open', 'a'),
  },
  {
    name: 'sign-out-question',
    at: '/requests?number=1999-000001',
    before: ({ page }) => leaveDraft(page, `${amina}:request`, { description: longNeed }),
    open: async (look) => {
      await look.page
        .getByRole('button', {
          name: new RegExp(look.textOf('layout:menu.user').source.slice(0, -1)),
        })
        .click();
      await look.page.getByRole('menuitem', { name: look.textOf('layout:menu.signOut') }).click();
      await dialog(look.page);
    },
  },
  {
    name: 'session-ending',
    at: '/simulator',
    isApart: true,
    before: ({ page }) => page.clock.install(),
    open: async ({ page }) => {
      await page.getByRole('form').waitFor();
      await page.clock.fastForward('07:56:00');
    },
  },
  { name: 'unauthorized', at: '/requests/imports', open: waitForText('layout:unauthorized.hint') },
  {
    name: 'broken-page',
    primary: { wanted: 'none', because: 'The content did not load.' },
    at: '/requests?number=1999-000001',
    open: async (look) => {
      const simulator = look.page.getByRole('link', {
        name: look.textOf('layout:titles.estimate'),
      });
      await simulator.first().waitFor();
      await look.page.route('**/assets/*', (route) => route.abort());
      await simulator.first().click();
      await look.page.getByRole('alert').first().waitFor();
    },
  },
]);

lookAtAll('every screen around the list of requests', lists, { primary: 'one' });
