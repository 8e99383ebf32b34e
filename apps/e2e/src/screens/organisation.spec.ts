import { png } from '../files.ts';
import { demoPassword } from '../signed-in.ts';
import { type Look, lookAtAll, type Screen } from './look-at-all.ts';
import { as, exchange, late, listed, saveProfileMeanwhile, stepOf } from './partner-ways.ts';
import { openBell, opened, said, seen, seenBy, there } from './ways.ts';

/** The profile with all of its sections. */
const profile = ({ page, say }: Look) =>
  page
    .getByRole('region', { name: say('organisation:colleagues.heading') })
    .getByText(as)
    .waitFor();

/** An address that is told, and was sent a test that does not arrive: nobody listens at this port. */
async function webhook({ call }: Look): Promise<void> {
  const { partner } = (await call('GET', `/currentUserPartner/${as}`)) as {
    partner: { id: number };
  };
  const at = `/partners/${String(partner.id)}/webhooks`;
  const [there] = (await call('GET', at)) as { id: string }[];
  const address = {
    url: 'http://127.0.0.1:1025/wasl',
    description: 'ERP',
    kinds: ['step.updated'],
  };
  const id =
    there?.id ?? ((await call('POST', at, address)) as { webhook: { id: string } }).webhook.id;
  await call('POST', `${at}/${id}/test`);
}

const organisation = seenBy({ as, at: '/profileSettings' }, [
  { name: 'agent-messages', at: '/messages', before: exchange, open: there('main li') },
  {
    name: 'agent-conversation',
    at: async (look) => `/messages/${String(await stepOf(look, late))}`,
    open: seen('log'),
  },
  {
    name: 'agent-notices',
    at: '/requests',
    open: async (look) => {
      await listed(look);
      await openBell(look);
    },
  },
  { name: 'partner-profile', open: profile },
  {
    name: 'partner-profile-faults',
    open: async (look) => {
      await profile(look);
      const title = look.page.getByLabel(
        new RegExp(look.say('profile:organisation.title').source.slice(0, -1)),
      );
      await title.first().fill('');
      await look.page
        .getByRole('button', { name: look.say('common:actions.save') })
        .first()
        .click();
      await look.page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'partner-service', open: opened('profile:service.add', 'input') },
  {
    name: 'partner-logo',
    open: async ({ page, say }) => {
      const section = page.getByRole('region', { name: say('organisation:logo.heading') });
      await section.locator('input[type=file]').setInputFiles(png('logo.png'));
      await section.getByText(say('organisation:logo.preview')).waitFor();
    },
  },
  { name: 'organisation-key', open: opened('integrations:add', 'input') },
  {
    name: 'organisation-key-made',
    open: async ({ page, say }) => {
      await page.getByRole('button', { name: say('integrations:add') }).click();
      const dialog = page.getByRole('dialog');
      const name = `ERP ${String(Date.now())}`;
      await dialog.getByRole('textbox').first().fill(name);
      await dialog.getByRole('button', { name: say('integrations:make') }).click();
      await dialog.getByText(say('integrations:once')).waitFor();
    },
  },
  { name: 'organisation-webhook', open: opened('integrations:webhooks.add', 'input') },
  {
    name: 'organisation-webhook-deliveries',
    before: webhook,
    open: async (look) => {
      const section = look.page.getByRole('region', {
        name: look.say('integrations:webhooks.heading'),
      });
      const messages = look.say('integrations:webhooks.deliveries.action');
      const row = section.getByRole('listitem').first();
      await row.getByText(messages).click();
      await look.page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  {
    // An address that was away for so long that messages to it were given up.
    name: 'organisation-webhook-dropped',
    before: async (look) => {
      await webhook(look);
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
    name: 'organisation-webhook-edit',
    before: webhook,
    open: async ({ page, say }) => {
      const section = page.getByRole('region', { name: say('integrations:webhooks.heading') });
      const row = section.getByRole('listitem').first();
      await row.getByRole('button').last().click();
      await row.getByRole('menuitem', { name: say('integrations:webhooks.edit.action') }).click();
      await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    },
  },
  ...(['approve', 'refuse'] as const).map((answer): Screen => {
    return {
      name: `colleague-${answer}`,
      at: '/profileSettings',
      open: async ({ page, say }) => {
        const key = `organisation:colleagues.${answer}.action`;
        const action = new RegExp(say(key).source.slice(0, -1));
        await page.getByRole('button', { name: action }).first().click();
        await page.getByRole('dialog').getByRole('button', { name: action }).waitFor();
      },
    };
  }),
  {
    name: 'approve-agent',
    at: '/approveAgent/abc',
    open: async ({ page, say }) => {
      await page.getByRole('button', { name: say('accounts:approval.approve') }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'agent-unauthorized', at: '/simulator', open: said('layout:unauthorized.hint') },
  {
    name: 'approval-awaited',
    at: ({ lang }) => `/landing/${lang}`,
    open: async ({ page, say }) => {
      await page.locator('#email').fill('nouveau@example.org');
      await page.locator('#password').fill(demoPassword);
      await page.locator('#password').press('Enter');
      await page.getByRole('heading', { name: say('landing:pending.title') }).waitFor();
    },
  },
  {
    name: 'partner-profile-conflict',
    open: async (look) => {
      await profile(look);
      await saveProfileMeanwhile(look);
      await look.page
        .getByLabel(new RegExp(look.say('profile:organisation.description').source.slice(0, -1)))
        .first()
        .fill('Guichet unique des porteurs de projet.');
      await look.page
        .getByRole('button', { name: look.say('common:actions.save') })
        .first()
        .click();
      await look.page.getByRole('region', { name: look.say('common:conflict.title') }).waitFor();
    },
  },
]);

lookAtAll('every screen of an organisation', organisation);
