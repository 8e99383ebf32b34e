import { notPdf } from '../files.ts';
import { type Look, lookAtAll } from './check-screens.ts';
import {
  amina,
  inDialog,
  longNeed,
  requestAddress,
  screensOf,
  waitForSelector,
} from './screen-steps.ts';

const followed = async (look: Look) => {
  await look.page.locator('tbody button').first().click();
  await inDialog(look.page, 'li');
};

const followUps = screensOf({ as: amina, at: '/requests?number=2026-000010' }, [
  {
    name: 'follow-up-page',
    at: requestAddress('ENTAME', '/requests/:id/follow'),
    open: waitForSelector('main ol'),
  },
  { name: 'follow-up-rating', at: '/requests?number=2026-000003', open: followed },
  {
    name: 'follow-up-journey',
    at: '/requests?status=ENTAME&sort=numRequest,desc',
    open: followed,
  },
  {
    name: 'request-on-hold',
    primary: { wanted: 'none', because: 'A page to read.' },
    at: requestAddress('EN_ATTENTE', '/requests/:id'),
    open: waitForSelector('h1'),
  },
  {
    name: 'follow-up-fault',
    primary: { wanted: 'any', because: 'The button is where the person pressed it.' },
    open: async (look) => {
      await followed(look);
      const input = look.page.getByRole('dialog').locator('input[type=file]').first();
      await input.setInputFiles(notPdf('devis.pdf'));
      await look.page
        .getByRole('dialog')
        .getByRole('button', { name: look.textOf('follow-up:documents.sendOne') })
        .click();
      await inDialog(look.page, '[role=alert]');
    },
  },
  {
    name: 'follow-up-blocked',
    before: ({ page }) =>
      page.route('**/journeyInstanceProcessingSteps/list*', async (route) => {
        const answer = await route.fetch();
        const line = { percent: 40, by: null };
        const feedbacks = [
          { ...line, id: 2, at: '2026/11/20 09:30', kind: 'BLOCKED', text: 'Le devis est périmé.' },
          {
            ...line,
            id: 1,
            at: '2026/11/18 15:05',
            kind: 'SAID',
            text: 'الملف كامل، موعد الخميس.',
          },
        ];
        const body = (await answer.json()) as {
          results: { journeyInstanceProcessingSteps: { status: object }[] }[];
        };
        for (const step of body.results.flatMap((one) => one.journeyInstanceProcessingSteps))
          Object.assign(step, { feedbacks, status: { ...step.status, code: 'BLOCKED' } });
        await route.fulfill({ response: answer, json: body });
      }),
    open: async (look) => {
      await followed(look);
      await look.page.getByText('Le devis est périmé.').first().waitFor();
    },
  },
  {
    name: 'messages',
    primary: { wanted: 'none', because: 'A page to read.' },
    at: '/messages',
    open: waitForSelector('main li a'),
  },
  {
    name: 'conversation',
    at: '/messages',
    open: async ({ page }) => {
      await page.locator('main li a').first().click();
      await page.getByRole('textbox').fill(`${longNeed}\n${longNeed}`);
    },
  },
]);

lookAtAll('every screen of the follow-up', followUps, { primary: 'one' });
