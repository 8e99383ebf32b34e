import { png } from '../files.ts';
import { type Look, lookAtAll } from './check-screens.ts';
import {
  as,
  createWebhook,
  exchange,
  late,
  saveProfileMeanwhile,
  stepOf,
} from './partner-steps.ts';
import {
  click,
  openDialog,
  screensOf,
  waitForRole,
  waitForSelector,
  waitForText,
} from './screen-steps.ts';

/** Shows a page as an agent who is no responsable. */
const withoutRole = ({ page }: Look) =>
  page.route('**/currentUserPartner/*', async (route) => {
    const answer = await route.fetch();
    const user = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...user, isResponsible: false } });
  });

/** Shows colleagues with files, one of them absent. */
const withFiles = ({ page }: Look) =>
  page.route('**/processing/desk', async (route) => {
    const answer = await route.fetch();
    const { colleagues: own } = (await answer.json()) as { colleagues: object[] };
    const names = ['Tarik Berrada', 'Wafae El Idrissi'];
    const others = names.map((name, index) => ({ ...own[0], id: String(index), name }));
    const absence = { from: '2026-11-20', until: '2099-01-15', substitute: null, hasBegun: true };
    await route.fulfill({
      response: answer,
      json: {
        assignsByLoad: true,
        colleagues: [...own, ...others].map((one, index) => ({
          ...one,
          open: 40 - index * 13,
          late: index * 2,
          files: 42 - index * 13,
          absence: index === 1 ? absence : null,
        })),
      },
    });
  });

const [colleagues, integrations] = ['/organisation/colleagues', '/organisation/integrations'];

const organisation = screensOf({ as, at: '/profileSettings' }, [
  {
    name: 'agent-inbox',
    at: async (look) => {
      await exchange(look);
      return '/messages';
    },
    open: waitForSelector('main li a'),
  },
  {
    name: 'agent-conversation',
    at: async (look) => `/messages/${String(await stepOf(look, late))}`,
    open: waitForRole('log'),
  },
  { name: 'partner-profile', open: waitForRole('form') },
  {
    name: 'organisation',
    at: '/organisation',
    open: ({ page }) => page.locator('main li').nth(7).waitFor(),
  },
  { name: 'organisation-contact', at: '/organisation/contact', open: waitForRole('form') },
  { name: 'organisation-services', at: '/organisation/services', open: waitForRole('form') },
  {
    name: 'organisation-documents',
    at: '/organisation/documents',
    open: (look) => click(look, 'button', 'worklist:newType.open'),
  },
  {
    name: 'organisation-colleagues',
    at: colleagues,
    open: waitForSelector('main li'),
  },
  {
    name: 'organisation-desk',
    at: colleagues,
    before: withFiles,
    open: async ({ page, textOf }) => {
      const action = new RegExp(textOf('organisation:desk.action').source.slice(1, -1));
      await page.getByRole('button', { name: action }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('checkbox').first().check();
      await dialog.getByRole('textbox').waitFor();
    },
  },
  {
    name: 'organisation-agent-services',
    at: colleagues,
    before: withFiles,
    open: openDialog('organisation:desk.services', 'input'),
  },
  { name: 'organisation-keys', at: integrations, open: waitForText('webhooks:heading') },
  {
    name: 'organisation-closed',
    at: '/organisation/logo',
    before: withoutRole,
    open: waitForText('organisation:responsibleOnly'),
  },
  { name: 'agent-absence', at: '/account/absence', open: waitForSelector('main form') },
  {
    name: 'agent-notifications',
    at: '/account/notifications',
    open: waitForSelector('#emails input'),
  },
  { name: 'agent-security', at: '/account/security', open: waitForSelector('#sessions li') },
  { name: 'agent-data', at: '/account/data', open: waitForText('profile:data.title') },
  {
    name: 'partner-service',
    at: '/organisation/services',
    open: openDialog('profile:service.add', 'input'),
  },
  {
    name: 'partner-logo',
    at: '/organisation/logo',
    open: async ({ page, textOf }) => {
      const section = page.getByRole('region', { name: textOf('organisation:logo.heading') });
      await section.locator('input[type=file]').setInputFiles(png('logo.png'));
      await section.getByText(textOf('organisation:logo.preview')).waitFor();
    },
  },
  {
    name: 'organisation-key-made',
    at: integrations,
    open: async ({ page, textOf }) => {
      await page.getByRole('button', { name: textOf('integrations:add') }).click();
      const dialog = page.getByRole('dialog');
      const name = `ERP ${String(Date.now())}`;
      await dialog.getByRole('textbox').first().fill(name);
      await dialog.getByRole('button', { name: textOf('integrations:make') }).click();
      await dialog.getByText(textOf('integrations:once')).waitFor();
    },
  },
  { name: 'organisation-webhook', at: integrations, open: openDialog('webhooks:add', 'input') },
  {
    name: 'organisation-webhook-deliveries',
    at: integrations,
    before: createWebhook,
    open: async (look) => {
      const section = look.page.getByRole('region', {
        name: look.textOf('webhooks:heading'),
      });
      const messages = look.textOf('webhooks:deliveries.action');
      const row = section.getByRole('listitem').first();
      await row.getByText(messages).click();
      await look.page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  {
    // A webhook that was unreachable for so long that its messages were dropped.
    name: 'organisation-webhook-dropped',
    at: integrations,
    before: async (look) => {
      await createWebhook(look);
      await look.page.route('**/partners/*/webhooks', async (route) => {
        const answer = await route.fetch();
        const addresses = (await answer.json()) as object[];
        const dropped = { count: 1284, at: '2026/11/20 09:30' };
        await route.fulfill({
          response: answer,
          json: addresses.map((one) => ({ ...one, dropped })),
        });
      });
    },
    open: ({ page }) =>
      page
        .getByText(/1.?284/)
        .first()
        .scrollIntoViewIfNeeded(),
  },
  {
    name: 'colleague-refuse',
    at: colleagues,
    open: async ({ page, textOf }) => {
      const action = new RegExp(
        textOf('organisation:colleagues.refuse.action').source.slice(0, -1),
      );
      await page.getByRole('button', { name: action }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: action }).waitFor();
    },
  },
  {
    name: 'approve-agent',
    at: '/approveAgent/abc',
    open: async ({ page, textOf }) => {
      await page.getByRole('button', { name: textOf('accounts:approval.approve') }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'partner-profile-conflict',
    open: async (look) => {
      await look.page.getByRole('form').waitFor();
      await saveProfileMeanwhile(look);
      await look.page
        .getByLabel(new RegExp(look.textOf('profile:organisation.description').source.slice(0, -1)))
        .first()
        .fill('Guichet unique des porteurs de projet.');
      await look.page
        .getByRole('button', { name: look.textOf('common:actions.save') })
        .first()
        .click();
      await look.page.getByRole('region', { name: look.textOf('conflict:title') }).waitFor();
    },
  },
]);

lookAtAll('every screen of an organisation', organisation, { primary: 'at most one' });
