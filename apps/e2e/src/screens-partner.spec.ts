import { randomUUID } from 'node:crypto';

import type { Locator } from '@playwright/test';

import { type ChosenFile, csv, importedPerson, png, xlsx } from './files.ts';
import { type Look, lookAtAll, type Screen } from './screens.ts';
import { demoPassword } from './signed-in.ts';

const as = 'agent.cri@example.org';
/** A request whose step is blocked, and one whose step is late and awaits a document. */
const [blocked, late] = ['2026-000012', '2026-000010'];
const steps = '**/api/journeyInstanceProcessingSteps/filter*';

/** A control of the first row: its name goes on after the action, with the number of the request. */
const ofFirstRow = ({ page, say }: Look, action: string): Locator =>
  page
    .getByRole('button', {
      name: new RegExp(say(`worklist:actions.${action}`).source.slice(0, -1)),
    })
    .first();

/** The worklist with its rows. */
const listed = (look: Look) => ofFirstRow(look, 'update').waitFor();

/** Opens a dialog of the first row. */
const ofRow =
  (action: string, then: (dialog: Locator, look: Look) => Promise<unknown>) =>
  async (look: Look): Promise<void> => {
    await ofFirstRow(look, action).click();
    await then(look.page.getByRole('dialog'), look);
  };

const progress = (then: (dialog: Locator, look: Look) => Promise<unknown>) =>
  ofRow('update', async (dialog, look) => {
    await dialog.getByRole('slider').waitFor();
    await then(dialog, look);
  });

interface ImportLook {
  readonly file: (look: Look) => ChosenFile;
  readonly press: 'imports:check' | 'imports:run';
  /** What is there when it is over. */
  readonly ends: (dialog: Locator, look: Look) => Locator;
}

/** Opens the dialog of an import and, with a file, checks or imports it. */
const importing = (kind: 'requests' | 'beneficiaries', with_?: ImportLook) => {
  return async (look: Look): Promise<void> => {
    const { page, say } = look;
    await page
      .getByRole('button', { name: say(`worklist:imports.${kind}`) })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: say('imports:check') }).waitFor();
    if (with_ === undefined) return;
    await dialog.locator('input[type=file]').setInputFiles(with_.file(look));
    await dialog.getByRole('button', { name: say(with_.press) }).click();
    await with_.ends(dialog, look).waitFor();
  };
};

const header = ['email_beneficiaire', 'besoin', 'services'];
const person = importedPerson('hind.regardee@example.org');
const [titles, cells] = [Object.keys(person), Object.values(person)];
const faulty: ImportLook['ends'] = (dialog) => dialog.getByRole('region');
const right: ImportLook['ends'] = (dialog, { say }) =>
  dialog.getByText(say('imports:preview.nothing'));

/** The step of a request that belongs to the agent's organisation. */
async function stepOf({ call }: Look, number: string): Promise<number> {
  const { results } = (await call('POST', '/journeyInstanceProcessingSteps/filter', [
    { key: 'numRequest', operation: 'CONTAINS', value: number },
  ])) as { results: { processingStepId: number }[] };
  const [row] = results;
  if (row === undefined) throw new Error(`${number} is not in the list`);
  return row.processingStepId;
}

/** A few words of both sides and a note, in both scripts. */
async function exchange(look: Look): Promise<void> {
  const step = await stepOf(look, late);
  const write = (what: 'messages' | 'notes', body: string) =>
    look.call('POST', `/processing/step/${String(step)}/${what}`, {
      clientKey: randomUUID(),
      body,
    });
  const { page } = look;
  const answer = await page.request.post('/api/utilisateurs/signIn', {
    data: { email: 'amina@example.org', password: demoPassword },
  });
  const { token } = (await answer.json()) as { token: string };
  await write('messages', 'Bonjour Amina,\npouvez-vous passer demain à 10 h avec le bail ?');
  await page.request.post(`/api/processing/step/${String(step)}/messages`, {
    headers: { authorization: `Bearer ${token}` },
    data: { clientKey: randomUUID(), body: 'نعم، غداً على الساعة 10. رقمي: ‎+212 612 345 678.' },
  });
  await write('notes', 'Bail vérifié par téléphone. Reste la CIN (L654321).');
}

const worklist: readonly Screen[] = [
  { name: 'worklist', as, at: '/requests', open: listed },
  ...['todo', 'waiting', 'late'].map((tab): Screen => {
    return { name: `worklist-${tab}`, as, at: `/requests?tab=${tab}&size=20`, open: listed };
  }),
  { name: 'worklist-done', as, at: '/requests?tab=done&sort=percent,asc', open: listed },
  {
    name: 'worklist-no-match',
    as,
    at: '/requests?number=nulle%20part&from=2026-01-01',
    open: ({ page, say }) => page.getByText(say('worklist:empty.noMatch')).waitFor(),
  },
  ...(['all', 'late'] as const).map((tab): Screen => {
    const title = tab === 'all' ? 'worklist:empty.none' : 'worklist:empty.tab.late';
    return {
      name: `worklist-empty-${tab}`,
      as,
      at: tab === 'all' ? '/requests' : '/requests?tab=late',
      before: ({ page }) =>
        page.route(steps, (route) => route.fulfill({ json: { results: [], totalElements: 0 } })),
      open: ({ page, say }) => page.getByText(say(title)).waitFor(),
    };
  }),
  {
    name: 'worklist-failed',
    as,
    at: '/requests',
    before: ({ page }) => page.route(steps, (route) => route.abort()),
    open: ({ page, say }) =>
      page.getByRole('button', { name: say('common:actions.retry') }).waitFor(),
  },
  {
    name: 'worklist-export',
    as,
    at: '/requests',
    open: async (look) => {
      await listed(look);
      await look.page.getByRole('button', { name: look.say('worklist:export.label') }).click();
      await look.page.getByRole('menu').waitFor();
    },
  },
];

const dialogs: readonly Screen[] = [
  {
    name: 'beneficiary',
    at: `/requests?number=${blocked}`,
    open: ofRow('beneficiary', (dialog) => dialog.getByRole('link').first().waitFor()),
  },
  {
    name: 'progress',
    at: `/requests?number=${late}`,
    open: progress(() => Promise.resolve()),
  },
  {
    name: 'progress-document-types',
    at: `/requests?number=${blocked}`,
    open: progress(async (dialog, { page }) => {
      await dialog.getByRole('combobox').click();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    }),
  },
  {
    name: 'progress-new-type',
    at: `/requests?number=${blocked}`,
    open: progress(async (dialog, { say }) => {
      await dialog.getByRole('button', { name: say('worklist:newType.open') }).click();
      await dialog.getByRole('textbox', { name: say('worklist:newType.label') }).waitFor();
    }),
  },
  {
    name: 'progress-confirm',
    at: `/requests?number=${late}`,
    open: progress(async (dialog, { page, say }) => {
      await dialog.getByRole('slider').fill('100');
      await dialog.getByRole('button', { name: say('common:actions.save') }).click();
      await page.getByRole('button', { name: say('worklist:confirm.action') }).waitFor();
    }),
  },
  {
    name: 'documents',
    at: `/requests?number=${late}`,
    open: ofRow('documents', (dialog) => dialog.getByRole('listitem').first().waitFor()),
  },
  {
    name: 'documents-none',
    at: `/requests?number=${blocked}`,
    open: ofRow('documents', (dialog, { say }) =>
      dialog.getByText(say('worklist:documents.noStep')).waitFor(),
    ),
  },
  {
    name: 'follow',
    at: `/requests?number=${late}`,
    open: ofRow('follow', (dialog) => dialog.getByRole('listitem').first().waitFor()),
  },
  {
    name: 'messages-none',
    at: `/requests?number=${blocked}`,
    open: ofRow('messages', (dialog) => dialog.getByRole('textbox').waitFor()),
  },
  {
    name: 'messages',
    at: `/requests?number=${late}`,
    before: exchange,
    open: ofRow('messages', (dialog) =>
      dialog
        .getByText(/Bonjour Amina/)
        .first()
        .waitFor(),
    ),
  },
  {
    name: 'notes',
    at: `/requests?number=${late}`,
    open: ofRow('messages', async (dialog, { say }) => {
      await dialog.getByRole('tab', { name: say('exchange:tabs.notes') }).click();
      await dialog
        .getByText(/Reste la CIN/)
        .first()
        .waitFor();
    }),
  },
].map((screen) => ({ ...screen, name: `dialog-${screen.name}`, as }));

const imports: readonly Screen[] = [
  {
    name: 'history-none',
    at: '/requests/imports?kind=BENEFICIARIES',
    before: ({ page }: Look) =>
      page.route('**/api/imports*', (route) =>
        route.fulfill({ json: { results: [], totalElements: 0 } }),
      ),
    open: ({ page, say }: Look) => page.getByText(say('imports:list.empty')).waitFor(),
  },
  { name: 'requests', at: '/requests', open: importing('requests') },
  {
    name: 'requests-faults',
    at: '/requests',
    open: importing('requests', {
      file: () =>
        csv('demandes de mars.csv', [
          header,
          [as, 'Un local', 'AUTORISATIONS'],
          ['personne', '', 'NULLE_PART'],
        ]),
      press: 'imports:run',
      ends: faulty,
    }),
  },
  {
    name: 'requests-checked',
    at: '/requests',
    open: importing('requests', {
      file: () => csv('demandes.csv', [header, ['amina@example.org', 'Un local', 'AUTORISATIONS']]),
      press: 'imports:check',
      ends: right,
    }),
  },
  {
    name: 'requests-sending',
    at: '/requests',
    // The file stays on its way while it is looked at.
    before: ({ page }: Look) =>
      page.route('**/api/requests/uploadCanevasDemandes*', () => Promise.resolve()),
    open: importing('requests', {
      file: () => csv('demandes.csv', [header, ['amina@example.org', 'Un local', 'AUTORISATIONS']]),
      press: 'imports:run',
      ends: (dialog, { say }) => dialog.getByRole('button', { name: say('common:file.cancel') }),
    }),
  },
  {
    name: 'requests-done',
    at: '/requests',
    open: importing('requests', {
      file: ({ lang }) =>
        csv(`demandes ${lang}.csv`, [
          header,
          ['amina@example.org', `Un local ${randomUUID()}`, 'AUTORISATIONS'],
        ]),
      press: 'imports:run',
      ends: (dialog, { say }) => dialog.getByText(say('imports:done')).first(),
    }),
  },
  { name: 'beneficiaries', at: '/requests', open: importing('beneficiaries') },
  {
    name: 'beneficiaries-faults',
    at: '/requests',
    open: importing('beneficiaries', {
      file: () => xlsx('personnes.xlsx', [titles, cells, ['sans adresse', ...cells.slice(1)]]),
      press: 'imports:run',
      ends: faulty,
    }),
  },
  {
    name: 'beneficiaries-checked',
    at: '/requests',
    open: importing('beneficiaries', {
      file: () => xlsx('personnes.xlsx', [titles, cells]),
      press: 'imports:check',
      ends: right,
    }),
  },
  {
    name: 'history',
    at: '/requests/imports',
    open: ({ page, say }: Look) =>
      page.getByText(say('imports:list.status.REFUSED')).first().waitFor(),
  },
].map((screen) => ({ ...screen, name: `import-${screen.name}`, as }));

/** The profile with all of its sections. */
const profile = ({ page, say }: Look) =>
  page
    .getByRole('region', { name: say('organisation:colleagues.heading') })
    .getByText(as)
    .waitFor();

const others: readonly Screen[] = [
  {
    name: 'inbox',
    as,
    at: '/messages',
    open: ({ page }) => page.getByRole('main').getByRole('listitem').first().waitFor(),
  },
  {
    name: 'conversation',
    as,
    at: async (look) => `/messages/${String(await stepOf(look, late))}`,
    open: ({ page }) => page.getByRole('log').waitFor(),
  },
  {
    name: 'notices',
    as,
    at: '/requests',
    open: async (look) => {
      await listed(look);
      const bell = new RegExp(look.say('notices:bell').source.slice(0, -1));
      await look.page.getByRole('button', { name: bell }).click();
      await look.page.getByRole('dialog', { name: bell }).waitFor();
    },
  },
  { name: 'partner-profile', as, at: '/profileSettings', open: profile },
  {
    name: 'partner-profile-faults',
    as,
    at: '/profileSettings',
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
  {
    name: 'partner-service',
    as,
    at: '/profileSettings',
    open: async ({ page, say }) => {
      await page.getByRole('button', { name: say('profile:service.add') }).click();
      await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    },
  },
  {
    name: 'partner-logo',
    as,
    at: '/profileSettings',
    open: async ({ page, say }) => {
      const section = page.getByRole('region', { name: say('organisation:logo.heading') });
      await section.locator('input[type=file]').setInputFiles(png('logo.png'));
      await section.getByText(say('organisation:logo.preview')).waitFor();
    },
  },
  {
    name: 'colleague-approval',
    as,
    at: '/profileSettings',
    open: async ({ page, say }) => {
      const approve = new RegExp(say('organisation:colleagues.approve.action').source.slice(0, -1));
      await page.getByRole('button', { name: approve }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: approve }).waitFor();
    },
  },
  {
    name: 'unauthorized',
    as,
    at: '/simulator',
    open: ({ page, say }) => page.getByText(say('layout:unauthorized.hint')).waitFor(),
  },
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
];

lookAtAll([...worklist, ...dialogs, ...imports, ...others]);
