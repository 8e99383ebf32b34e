import type { Locator } from '@playwright/test';

import { type Look, lookAtAll } from './check-screens.ts';
import {
  as,
  blocked,
  chooseInFirstRow,
  colleagues,
  exchange,
  late,
  longNeeds,
  saveMeanwhile,
} from './partner-steps.ts';
import { screensOf } from './screen-steps.ts';

const ofRow =
  (action: string, then: (dialog: Locator, look: Look) => Promise<unknown>) =>
  async (look: Look): Promise<void> => {
    await chooseInFirstRow(look, action);
    await then(look.page.getByRole('dialog'), look);
  };

/** Opens the choice of a colleague for the late request. */
const handOver = async (look: Look): Promise<void> => {
  const { page, textOf } = look;
  await page.locator(`main [aria-haspopup=menu][aria-label*="${late}"]`).last().click();
  await page.getByRole('menuitem', { name: textOf('worklist:owner.handOver') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Hasnaa/ })
    .waitFor();
};

const progress = (then: (dialog: Locator, look: Look) => Promise<unknown>) =>
  ofRow('update', async (dialog, look) => {
    await dialog.getByRole('slider').waitFor();
    await then(dialog, look);
  });

const dialogs = screensOf({ as, at: `/requests?number=${late}` }, [
  {
    name: 'dialog-progress-document-types',
    open: progress(async (dialog, { page }) => {
      await dialog.getByRole('combobox').click();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    }),
  },
  {
    name: 'dialog-progress-new-type',
    open: progress(async (dialog, { textOf }) => {
      await dialog.getByRole('button', { name: textOf('worklist:newType.open') }).click();
      await dialog.getByRole('textbox', { name: textOf('worklist:newType.label') }).waitFor();
    }),
  },
  {
    name: 'dialog-progress-confirm',
    open: progress(async (dialog, { page, textOf }) => {
      await dialog.getByRole('slider').fill('100');
      await dialog.getByRole('button', { name: textOf('common:actions.save') }).click();
      await page.getByRole('button', { name: textOf('closing:action') }).waitFor();
    }),
  },
  {
    name: 'dialog-documents',
    open: ofRow('documents', (dialog) => dialog.getByRole('listitem').first().waitFor()),
  },
  {
    name: 'dialog-documents-none',
    at: `/requests?number=${blocked}`,
    open: ofRow('documents', (dialog, { textOf }) =>
      dialog.getByText(textOf('worklist:documents.noStep')).waitFor(),
    ),
  },
  {
    name: 'dialog-follow',
    open: ofRow('follow', (dialog) => dialog.getByRole('listitem').first().waitFor()),
  },
  {
    name: 'dialog-messages',
    before: exchange,
    open: ofRow('messages', (dialog) =>
      dialog
        .getByText(/Bonjour Amina/)
        .first()
        .waitFor(),
    ),
  },
  {
    name: 'dialog-notes',
    before: exchange,
    open: ofRow('messages', async (dialog, { textOf }) => {
      await dialog.getByRole('tab', { name: textOf('messages:tabs.notes') }).click();
      await dialog
        .getByText(/Reste la CIN/)
        .first()
        .waitFor();
    }),
  },
  {
    name: 'dialog-beneficiary-long-need',
    before: longNeeds,
    open: ofRow('beneficiary', async (dialog, { textOf }) => {
      await dialog.getByRole('button', { name: textOf('common:actions.more') }).click();
    }),
  },
  {
    name: 'dialog-decline',
    open: async (look) => {
      await look.page.locator(`main [aria-haspopup=menu][aria-label*="${late}"]`).last().click();
      await look.page
        .getByRole('menuitem', { name: look.textOf('worklist:actions.decline') })
        .click();
      await look.page.getByRole('dialog').getByRole('textbox').waitFor();
    },
  },
  {
    name: 'dialog-hand-over',
    before: colleagues,
    open: handOver,
  },
  {
    name: 'dialog-progress-conflict',
    open: progress(async (dialog, look) => {
      await saveMeanwhile(look, late);
      await dialog
        .getByRole('textbox', { name: look.textOf('worklist:progress.feedback') })
        .fill('Dossier complet, rendez-vous jeudi.');
      await dialog.getByRole('button', { name: look.textOf('common:actions.save') }).click();
      await dialog.getByRole('region', { name: look.textOf('conflict:title') }).waitFor();
    }),
  },
  { name: 'dialog-progress-long-need', before: longNeeds, open: progress(() => Promise.resolve()) },
]);

lookAtAll('every dialog of the worklist', dialogs);
