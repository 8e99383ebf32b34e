import { csv } from '../files.ts';
import {
  as,
  createWebhook,
  exchange,
  late,
  storeAnswer,
  waitForList,
  chooseInFirstRow,
  chooseTool,
  stepOf,
} from '../screens/partner-steps.ts';
import {
  click,
  inDialog,
  openDialog,
  waitForRole,
  waitForSelector,
  waitForText,
} from '../screens/screen-steps.ts';
import type { Look } from '../screens/check-screens.ts';
import { type FormPlace, unfold } from './form-place.ts';

const ofRow = (action: string, there: string) => async (look: Look) => {
  await chooseInFirstRow(look, action);
  await inDialog(look.page, there);
};

/** Opens a dialog for the first row, chosen as on a phone. */
const ofChosen = (action: string) => async (look: Look) => {
  await waitForList(look);
  await chooseTool(look, 'worklist:choose.several');
  await click(look, 'checkbox', 'worklist:choose.row');
  await openDialog(`bulk:action.${action}`, 'form')(look);
};

/** Makes a refused import, so that the list has one. */
async function refuse({ page }: Look): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await page.request.post('/api/requests/uploadCanevasDemandes', {
    headers: { authorization: `Bearer ${token ?? ''}` },
    multipart: {
      file: csv('refusées.csv', [
        ['email_beneficiaire', 'besoin', 'services'],
        ['x', '', 'x'],
      ]),
    },
  });
}

const withWebhook = async (look: Look) => {
  await createWebhook(look);
  return '/organisation/integrations';
};
const webhooks = 'section[aria-labelledby=webhooks]';

export const organisation: readonly FormPlace[] = [
  {
    name: 'the worklist',
    as,
    at: '/requests',
    open: async (look) => {
      await waitForList(look);
      await unfold(look);
    },
    lists: 9,
    texts: 3,
    noDraft: true,
    codes: '[role=search] input:not([type=search], [name=town])',
  },
  {
    name: 'the progress of a step',
    as,
    at: `/requests?number=${late}`,
    open: async (look) => {
      await ofRow('update', 'input[type=range]')(look);
      await click(look, 'button', 'worklist:newType.open');
    },
    lists: 1,
    texts: 3,
  },
  {
    name: 'the messages of a step',
    as,
    at: `/requests?number=${late}`,
    open: ofRow('messages', 'textarea'),
    lists: 0,
    texts: 1,
  },
  {
    name: 'the notes of a step',
    as,
    at: `/requests?number=${late}`,
    open: async (look) => {
      await ofRow('messages', 'textarea')(look);
      await look.page.getByRole('tab').nth(1).click();
      await inDialog(look.page, 'textarea');
    },
    lists: 0,
    texts: 1,
  },
  {
    name: 'the conversations',
    as,
    at: async (look) => {
      await exchange(look);
      return '/messages';
    },
    open: waitForSelector('main li'),
    lists: 1,
    texts: 1,
    noDraft: true,
  },
  {
    name: 'a conversation',
    as,
    at: async (look) => `/messages/${String(await stepOf(look, late))}`,
    open: waitForRole('log'),
    lists: 0,
    texts: 1,
  },
  {
    name: 'the imports',
    as,
    at: '/requests/imports',
    open: async (look) => {
      await refuse(look);
      await look.page.reload();
      await look.page.getByRole('main').getByRole('listitem').first().waitFor();
    },
    lists: 3,
    texts: 0,
  },
  {
    name: 'an organisation’s profile',
    as,
    at: '/profileSettings',
    open: ({ page }) => page.locator('main h2').nth(1).waitFor(),
    lists: 4,
    texts: 11,
  },
  {
    name: 'the services of an organisation',
    as,
    at: '/organisation/services',
    open: waitForRole('form'),
    lists: 2,
    texts: 2,
    choose: async ({ page }) => {
      await page.locator('.mantine-MultiSelect-input').first().click();
      await page.getByRole('option').filter({ visible: true }).first().click();
    },
  },
  {
    name: 'the contact of an organisation',
    as,
    at: '/organisation/contact',
    open: waitForRole('form'),
    lists: 0,
    texts: 6,
  },
  {
    name: 'an absence',
    as,
    at: '/account/absence',
    open: waitForSelector('section:has(h2:text-is("Mon absence")) form'),
    within: 'section:has(h2:text-is("Mon absence"))',
    lists: 3,
    texts: 0,
    choose: async ({ page }) => {
      await page.getByRole('button', { name: /^Du/ }).click();
      const days = page.locator('[popover] table button:not([disabled], [data-hidden]):visible');
      await days.first().click();
      await days.first().waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'a new key for another system',
    as,
    at: '/organisation/integrations',
    open: openDialog('integrations:add', 'input[type=radio]'),
    lists: 0,
    texts: 1,
  },
  {
    name: 'a new address for messages to another system',
    as,
    at: '/organisation/integrations',
    open: openDialog('webhooks:add', 'input[type=checkbox]'),
    lists: 0,
    texts: 2,
  },
  {
    name: 'a new service',
    as,
    at: '/organisation/services',
    open: openDialog('profile:service.add', 'input'),
    lists: 0,
    texts: 2,
  },
  {
    name: 'a saved answer',
    as,
    at: '/organisation/answers',
    open: openDialog('answers:add', 'textarea'),
    lists: 0,
    texts: 5,
  },
  {
    name: 'a saved view',
    as,
    at: '/requests?tab=late',
    open: async (look) => {
      await chooseTool(look, 'worklist:views');
      await look.page.getByRole('button', { name: look.textOf('views:add') }).click();
      await look.page.getByRole('textbox', { name: look.textOf('views:name') }).waitFor();
    },
    lists: 0,
    texts: 1,
  },
  {
    name: 'a step that is for another organisation',
    as,
    at: `/requests?number=${late}`,
    open: async (look) => {
      await look.page.locator(`main [aria-haspopup=menu][aria-label*="${late}"]`).last().click();
      await look.page
        .getByRole('menuitem', { name: look.textOf('worklist:actions.decline') })
        .click();
      await inDialog(look.page, 'textarea');
    },
    lists: 0,
    texts: 1,
  },
  {
    name: 'a message to several persons',
    as,
    at: async (look) => {
      await storeAnswer(look);
      return '/requests';
    },
    open: ofChosen('message'),
    lists: 1,
    texts: 1,
  },
  {
    name: 'documents of several persons',
    as,
    at: '/requests',
    open: ofChosen('askDocuments'),
    lists: 1,
    texts: 1,
    choose: async ({ page }) => {
      await page.getByRole('dialog').locator('.mantine-MultiSelect-input').click();
      await page.getByRole('option').filter({ visible: true }).first().click();
    },
  },
  {
    name: 'the file of a step',
    as,
    at: `/requests?number=${late}`,
    open: async (look) => {
      await click(look, 'link', 'worklist:file.open');
      await waitForText('agent:file.conversation')(look);
    },
    lists: 1,
    // Other rows type into its fields.
    texts: 0,
  },
  {
    name: 'a request at the counter',
    as: 'agent.ads@example.org',
    at: '/fileRequest',
    open: async ({ page }) => {
      await page.getByRole('radio').nth(1).check();
      await page.locator('input[aria-haspopup=listbox]').first().click();
      await page.getByRole('option').first().click();
      await page.locator('input[type=file]').first().waitFor({ state: 'attached' });
    },
    lists: 1,
    texts: 4,
    noDraft: true,
  },
  {
    name: 'the statistics',
    as,
    at: '/statistics',
    open: waitForText('statistics:figures.median'),
    lists: 1,
    texts: 0,
  },
  {
    name: 'the addresses of other systems',
    as,
    at: withWebhook,
    open: waitForSelector(`${webhooks} li`),
    within: webhooks,
    lists: 1,
    texts: 0,
  },
  {
    name: 'the messages to another system',
    as,
    at: withWebhook,
    open: async (look) => {
      await look.page
        .locator(`${webhooks} li`)
        .first()
        .getByText(look.textOf('webhooks:deliveries.action'))
        .click();
      await inDialog(look.page, 'li');
    },
    lists: 1,
    texts: 0,
  },
];
