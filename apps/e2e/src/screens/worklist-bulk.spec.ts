import { randomUUID } from 'node:crypto';

import { type Look, lookAtAll, type Screen } from './check-screens.ts';
import { as, chooseTool, storeAnswer, waitForList } from './partner-steps.ts';
import { screensOf } from './screen-steps.ts';

const boxes = ({ page, textOf }: Look) =>
  page.getByRole('checkbox', {
    name: new RegExp(textOf('worklist:choose.row').source.slice(0, -1)),
  });
const chosen = async (look: Look): Promise<void> => {
  await waitForList(look);
  await chooseTool(look, 'worklist:choose.several');
  for (const at of [1, 2, 4]) await boxes(look).nth(at).check();
  await look.page.getByRole('region', { name: look.textOf('bulk:label') }).waitFor();
};
const doing =
  (action: string, then: (look: Look) => Promise<unknown>) =>
  async (look: Look): Promise<void> => {
    await chosen(look);
    await look.page.getByRole('button', { name: look.textOf(`bulk:action.${action}`) }).click();
    await then(look);
  };
const submit = ({ page, textOf }: Look, key: string) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: textOf(key) })
    .waitFor();
/** The first step now belongs to a colleague, the request of the second was withdrawn, the others succeed. */
const refuseSome: NonNullable<Screen['before']> = ({ page }) =>
  page.route('**/api/processing/steps/bulk*', async (route) => {
    const { steps } = route.request().postDataJSON() as { steps: { stepId: number }[] };
    const message = 'Cette prestation est close.';
    const refusals = [
      {
        code: 'OWNER_CHANGED',
        message,
        owner: { id: randomUUID(), name: 'Sara Idrissi', isMe: false },
        status: null,
      },
      { code: 'STEP_CLOSED', message, owner: null, status: { code: 'RETIREE', libelle: 'x' } },
    ];
    const results = steps.map(({ stepId }, at) => ({ stepId, refusal: refusals[at] ?? null }));
    await route.fulfill({ json: { results } });
  });
const at = '/requests?sort=numRequest,asc&size=20';

const bulk = screensOf({ as, at }, [
  { name: 'bulk-chosen', open: chosen },
  {
    name: 'bulk-documents',
    open: doing('askDocuments', (look) => submit(look, 'bulk:documents.send')),
  },
  {
    name: 'bulk-answer',
    before: storeAnswer,
    open: doing('message', async (look) => {
      await look.page.getByRole('dialog').getByRole('combobox').selectOption({ index: 1 });
      await look.page.getByText(look.textOf('bulk:message.inTheirs')).waitFor();
    }),
  },
  {
    name: 'bulk-result',
    before: refuseSome,
    isApart: true,
    open: doing('claim', (look) => submit(look, 'bulk:result.retry_one')),
  },
]);

lookAtAll('every bulk action of the worklist', bulk);
