import { notPdf } from '../files.ts';
import { type Look, lookAtAll, type Screen } from './look-at-all.ts';
import { amina, cooperative, heading, inDialog, longNeed, requestIn } from './ways.ts';

const followed = async (look: Look) => {
  await look.page.locator('tbody button[title]').last().click();
  await inDialog(look.page, 'li');
};

const followUps: readonly Screen[] = [
  { name: 'follow-up-documents', as: amina, at: '/requests?number=2026-000010', open: followed },
  { name: 'follow-up-rating', as: amina, at: '/requests?number=2026-000003', open: followed },
  {
    name: 'follow-up-journey',
    as: amina,
    at: '/requests?status=ENTAME&sort=numRequest,desc',
    open: followed,
  },
  {
    // Where a mail leads: the page of the request with the dialog open.
    name: 'follow-up-address',
    as: amina,
    at: async (look) => `/requests/${await requestIn(look, 'ENTAME')}/follow`,
    open: ({ page }) => inDialog(page, 'li'),
  },
  {
    name: 'request-on-hold',
    as: amina,
    at: async (look) => `/requests/${await requestIn(look, 'EN_ATTENTE')}`,
    open: ({ page }) => heading(page, 1),
  },
  {
    name: 'follow-up-fault',
    as: amina,
    at: '/requests?number=2026-000010',
    open: async (look) => {
      await followed(look);
      const input = look.page.getByRole('dialog').locator('input[type=file]').first();
      await input.setInputFiles(notPdf('devis.pdf'));
      await look.page
        .getByRole('dialog')
        .getByRole('button', { name: look.say('follow-up:documents.sendOne') })
        .click();
      await inDialog(look.page, '[role=alert]');
    },
  },
  {
    name: 'follow-up-blocked',
    as: amina,
    at: '/requests?number=2026-000010',
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
    as: amina,
    at: '/messages',
    open: ({ page }) => page.locator('main li a').first().waitFor(),
  },
  {
    name: 'messages-empty',
    as: cooperative,
    at: '/messages',
    open: (look) => look.page.getByText(look.say('messages:list.empty')).waitFor(),
  },
  {
    name: 'conversation',
    as: amina,
    at: '/messages',
    open: async ({ page }) => {
      await page.locator('main li a').first().click();
      await page.getByRole('textbox').fill(`${longNeed}\n${longNeed}`);
    },
  },
];

lookAtAll('every screen of the follow-up', followUps);
