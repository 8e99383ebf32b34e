import { notPdf, pdf, png } from '../files.ts';
import { type Look, lookAtAll } from './check-screens.ts';
import {
  amina,
  click,
  inDialog,
  leaveDraft,
  longNeed,
  next,
  requestAddress,
  waitForText,
  waitForRole,
  screensOf,
  waitForSelector,
} from './screen-steps.ts';

/** The wizard of a new personalised request, up to a step counted from 0. */
async function personalised(look: Look, step: number): Promise<void> {
  const { page } = look;
  await page.getByRole('radio').nth(1).check();
  await next(look);
  await page.getByRole('checkbox').first().check();
  if (step === 1) return;
  await next(look);
  await page.locator('textarea').fill(longNeed);
  if (step === 2) return;
  await next(look);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(pdf('plan-daffaires-atelier-de-savonnerie-2026-version-finale.pdf'));
}

const requests = screensOf({ as: amina, at: '/newRequest' }, [
  { name: 'wizard-kind', open: ({ page }) => page.getByRole('radio').first().check() },
  {
    name: 'wizard-journeys',
    open: async (look) => {
      await look.page.getByRole('radio').first().check();
      await next(look);
      await look.page.locator('input[name=journey]:enabled').first().check();
    },
  },
  {
    name: 'wizard-questions',
    at: '/newRequest?title=coop',
    open: async (look) => {
      await look.page.getByRole('radio').first().check();
      await next(look);
      await look.page.locator('input[name=journey]').first().check();
      await next(look);
      await look.page.locator('#questions-title').waitFor();
    },
  },
  { name: 'wizard-services', open: (look) => personalised(look, 1) },
  { name: 'wizard-need', open: (look) => personalised(look, 2) },
  {
    name: 'wizard-paper',
    open: async (look) => {
      await personalised(look, 3);
      await look.page
        .getByRole('button', {
          name: new RegExp(look.textOf('common:actions.add').source.slice(0, -1)),
        })
        .first()
        .click();
      const [chooser] = await Promise.all([
        look.page.waitForEvent('filechooser'),
        look.page.getByRole('menuitem', { name: look.textOf('paper:buttons.pictures') }).click(),
      ]);
      await chooser.setFiles([png('un.png'), png('deux.png')]);
      await inDialog(look.page, 'li:nth-child(2) img');
    },
  },
  {
    name: 'wizard-faults',
    open: async (look) => {
      await personalised(look, 3);
      await look.page.locator('input[type=url]').fill('https://example.org');
      await click(look, 'button', 'wizard:save.button');
      await look.page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'wizard-registration',
    at: '/newRequest?title=TDC',
    open: async (look) => {
      await look.page.getByRole('radio').first().check();
      await next(look);
      await look.page.locator('input[name=journey]').first().check();
      await next(look);
      await next(look);
      await click(look, 'button', 'wizard:save.button');
      await look.page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'wizard-draft',
    before: async ({ page, call }) => {
      // Other screens may have stored a draft in the account.
      await call('DELETE', '/drafts/request');
      await leaveDraft(page, `${amina}:request`, {
        step: 2,
        mode: 'personalised',
        services: [],
        journeyDef: null,
        description: longNeed,
        urlVideo: '',
        visitedLinkOf: null,
      });
    },
    open: (look) =>
      look.page.getByRole('button', { name: look.textOf('common:actions.resume') }).waitFor(),
  },
  {
    name: 'wizard-upload-failed',
    primary: { wanted: 'any', because: 'Each failed file has its own buttons.' },
    open: async (look) => {
      await personalised(look, 3);
      await look.page.locator('input[type=file]').nth(1).setInputFiles(notPdf('annexe.pdf'));
      await click(look, 'button', 'wizard:save.button');
      await look.page.getByRole('button', { name: look.textOf('wizard:upload.leave') }).waitFor();
    },
  },
  {
    name: 'saved-not-submitted',
    open: async (look) => {
      await personalised(look, 2);
      await next(look);
      await click(look, 'button', 'wizard:save.button');
      await look.page.getByRole('dialog').locator('h3').first().waitFor();
    },
  },
  {
    name: 'view-rephrase',
    at: requestAddress('A_REFOURMULER', '/requests/:id'),
    open: waitForSelector('h2'),
  },
  {
    name: 'view-journey',
    at: requestAddress('ENTAME', '/requests/:id'),
    open: waitForSelector('h2'),
  },
  { name: 'view-unknown', at: '/requests/999999', open: waitForRole('alert') },
  {
    name: 'edit-rephrase',
    primary: { wanted: 'any', because: 'The list of changes comes first.' },
    at: requestAddress('A_REFOURMULER', '/editRequest/:id'),
    open: ({ page }) => page.getByRole('checkbox').first().check(),
  },
  {
    name: 'edit-locked',
    at: requestAddress('ENTAME', '/editRequest/:id'),
    open: ({ page }) => page.locator('main a').last().waitFor(),
  },
  {
    name: 'receipt',
    at: requestAddress('NOUVEAU', '/requests/:id/receipt'),
    open: waitForSelector('h2'),
  },
  {
    name: 'receipt-contact',
    at: requestAddress('ENTAME', '/requests/:id/receipt'),
    before: ({ page }) =>
      page.route('**/api/requests/*/receipt*', async (route) => {
        const answer = await route.fetch();
        const receipt = (await answer.json()) as { tasks: object[] };
        const contact = {
          phone: '+212539300300',
          whatsapp: '+212661300300',
          email: 'accueil.et.orientation@cri-tanger-tetouan.example.org',
          address: '2, rue du Port, Tanger',
          openingHours: 'Du lundi au vendredi, 8h30 – 16h30',
          website: 'https://www.cri.example.org',
        };
        const tasks = receipt.tasks.map((one) => ({ ...one, contact }));
        await route.fulfill({ response: answer, json: { ...receipt, tasks } });
      }),
    open: waitForSelector('a[href^="tel:"]'),
  },
  {
    name: 'receipt-none',
    at: requestAddress('EN_COURS_DE_CREATION', '/requests/:id/receipt'),
    open: waitForText('receipts:none.title'),
  },
]);

lookAtAll('every step of a request and its receipt', requests, { primary: 'one' });
