import { lookAtAll, type Screen } from './check-screens.ts';
import { as, chooseTool, colleagues, late, storeAnswer, waitForList } from './partner-steps.ts';
import { waitForText, screensOf } from './screen-steps.ts';

const steps = '**/api/journeyInstanceProcessingSteps/filter*';

/** One view of each kind; views of an earlier run already exist. */
const keepViews: NonNullable<Screen['before']> = async ({ call }) => {
  const views = [
    { name: 'À échéance, sans responsable', query: 'tab=todo&owner=none', isShared: false },
    { name: 'En retard', query: 'tab=late', isShared: true },
    {
      name: 'Dossiers de Sara',
      query: 'assignee=00000000-0000-4000-8000-000000000000',
      isShared: true,
    },
  ];
  for (const view of views) await call('POST', '/processing/views', view).catch(() => null);
};
const openViews: NonNullable<Screen['open']> = async (look) => {
  await chooseTool(look, 'worklist:views');
  await look.page.getByRole('link', { name: 'Dossiers de Sara' }).waitFor();
};

/** Opens the first step of the list with its conversation. */
const openFile: NonNullable<Screen['open']> = async (look) => {
  await waitForList(look);
  await look.page
    .getByRole('link', { name: /\d{4}-\d{6}/ })
    .first()
    .click();
  await look.page.getByRole('heading', { name: look.textOf('agent:file.conversation') }).waitFor();
};

/** Opens the file of the late request, which awaits a document, and chooses an operation of its menu. */
const chooseOnFile =
  (key: string): NonNullable<Screen['open']> =>
  async (look) => {
    const { page, textOf } = look;
    await openFile(look);
    await page
      .getByRole('button', {
        name: new RegExp(textOf('worklist:actions.more').source.slice(0, -1)),
      })
      .first()
      .click();
    const name = new RegExp(textOf(key).source.slice(0, -1));
    await page.getByRole('menuitem', { name }).first().click();
    await page.getByRole('dialog').getByRole('button').last().waitFor();
  };

const worklist = screensOf({ as, at: '/requests' }, [
  { name: 'today', at: '/today', open: ({ page }) => page.locator('main h2').first().waitFor() },
  {
    name: 'today-none',
    at: '/today',
    before: ({ page }) =>
      page.route('**/journeyInstanceProcessingSteps/today*', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as Record<string, object>;
        const json = Object.fromEntries(
          Object.keys(body).map((part) => [part, { count: 0, files: [] }]),
        );
        await route.fulfill({ response: answer, json });
      }),
    open: waitForText('agent:none'),
  },
  {
    name: 'worklist-keys',
    open: async (look) => {
      await waitForList(look);
      await chooseTool(look, 'worklist:file.keys');
      await look.page.getByRole('switch').waitFor();
    },
  },
  {
    name: 'worklist-suggestions',
    at: '/requests?search=Idrinsi',
    open: waitForText('agent:empty.didYouMean'),
  },
  {
    name: 'step-file-snooze',
    at: `/requests?number=${late}`,
    open: chooseOnFile('agent:snooze.open'),
  },
  {
    name: 'step-file-take-back',
    at: `/requests?number=${late}`,
    open: chooseOnFile('agent:awaited.withdraw'),
  },
  { name: 'worklist', open: waitForList },
  { name: 'worklist-late', at: '/requests?tab=late&size=20', open: waitForList },
  { name: 'worklist-done', at: '/requests?tab=done&sort=percent,asc', open: waitForList },
  {
    name: 'worklist-empty',
    before: ({ page }) =>
      page.route(steps, (route) => route.fulfill({ json: { results: [], totalElements: 0 } })),
    open: waitForText('agent:empty.none'),
  },
  {
    name: 'step-file',
    open: async (look) => {
      await openFile(look);
      await look.page
        .getByRole('heading', { name: look.textOf('follow-up:history.title') })
        .waitFor();
    },
  },
  {
    name: 'step-file-survey',
    open: async (look) => {
      const { page, textOf } = look;
      await openFile(look);
      await page.getByRole('button', { name: textOf('agent:file.survey') }).click();
      await page.getByText(textOf('survey:projectIdea')).waitFor();
    },
  },
  {
    name: 'step-file-attach',
    open: async (look) => {
      await openFile(look);
      await look.page.getByRole('button', { name: look.textOf('messages:attach.open') }).click();
      const own = look.page.getByRole('dialog').getByText(look.textOf('messages:attach.own'));
      await own.first().waitFor();
    },
  },
  {
    name: 'step-file-mention',
    before: colleagues,
    open: async (look) => {
      const { page, textOf } = look;
      await openFile(look);
      await page.getByRole('tab', { name: textOf('messages:tabs.notes') }).click();
      await page.getByLabel(textOf('messages:notes.label')).pressSequentially('@');
      await page.getByRole('listbox').waitFor();
    },
  },
  {
    name: 'answers-conflict',
    at: '/organisation/answers',
    before: storeAnswer,
    open: async ({ page, textOf, call }) => {
      await page
        .getByRole('button', { name: textOf('answers:change') })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').nth(1).fill('Bonjour, il manque encore le bail.');
      const [answer] = (await call('GET', '/processing/answers')) as { id: number; name: string }[];
      await call('PUT', `/processing/answers/${String(answer?.id)}`, {
        name: answer?.name,
        texts: {
          fr: `Bonjour, le bail est arrivé (${String(Date.now())}).`,
          ar: 'وصل عقد الكراء.',
        },
      });
      await dialog.getByRole('button', { name: textOf('common:actions.save') }).click();
      await dialog.getByRole('region', { name: textOf('conflict:title') }).waitFor();
    },
  },
  {
    name: 'answers',
    at: '/organisation/answers',
    before: storeAnswer,
    open: ({ page, textOf }) =>
      page
        .getByRole('button', { name: textOf('answers:change') })
        .first()
        .waitFor(),
  },
  {
    name: 'answers-list',
    at: '/requests?number=2026-000010',
    before: storeAnswer,
    open: async ({ page, textOf }) => {
      await page
        .getByRole('link', { name: textOf('worklist:file.open') })
        .first()
        .click();
      const part = page.getByRole('region', { name: textOf('agent:file.progress') });
      await part.getByRole('button', { name: textOf('common:answers.open') }).click();
      await part.getByRole('option').first().waitFor();
      await part.getByRole('listbox').scrollIntoViewIfNeeded();
    },
  },
  { name: 'views', at: '/requests?tab=late', before: keepViews, open: openViews },
  {
    name: 'views-add',
    at: '/requests?tab=todo&search=amina',
    before: keepViews,
    open: async (look) => {
      await openViews(look);
      await look.page.getByRole('button', { name: look.textOf('views:add') }).click();
      await look.page.getByRole('textbox', { name: look.textOf('views:name') }).waitFor();
    },
  },
]);

lookAtAll('every part of the worklist', worklist);
