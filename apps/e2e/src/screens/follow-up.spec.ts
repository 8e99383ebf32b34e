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
