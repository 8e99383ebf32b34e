import { randomUUID } from 'node:crypto';

import type { Locator } from '@playwright/test';

import { type Look, lookAtAll } from './check-screens.ts';
import { as } from './partner-steps.ts';
import { screensOf } from './screen-steps.ts';

/** A label that a required mark follows. */
const startOf = ({ source }: RegExp): RegExp => new RegExp(source.replace(/\$$/, ''));

const findAmina = async ({ page, textOf }: Look): Promise<Locator> => {
  await page
    .getByRole('searchbox', { name: startOf(textOf('imports:counter.person.search')) })
    .fill('amina');
  return page
    .getByRole('list', { name: textOf('imports:counter.person.results') })
    .getByRole('button');
};
const submit = ({ page, textOf }: Look) =>
  page.getByRole('button', { name: textOf('imports:counter.submit') }).click();
const fill = async (look: Look, need: string): Promise<void> => {
  const { page, textOf } = look;
  await (await findAmina(look)).click();
  await page.getByText(textOf('imports:counter.person.change')).waitFor();
  await page.getByRole('checkbox').first().check();
  await page.getByLabel(textOf('imports:counter.need')).fill(need);
};
const need = 'Un local avec vitrine';

/** Files the request of the form by the API. */
async function fileOnce({ page, call }: Look): Promise<void> {
  const { results } = (await call('POST', '/counter/people', { search: 'amina' })) as {
    results: { id: string }[];
  };
  const { services } = (await call('GET', '/counter/choices')) as { services: { code: string }[] };
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const filing = {
    person: { id: results[0]?.id },
    description: need,
    services: [services[0]?.code],
    again: true,
    clientKey: randomUUID(),
  };
  await page.request.post('/api/counter/requests', {
    headers: { authorization: `Bearer ${token ?? ''}` },
    multipart: { filing: JSON.stringify(filing) },
  });
}

const counter = screensOf({ as, at: '/fileRequest' }, [
  { name: 'file-request-search', open: async (look) => (await findAmina(look)).waitFor() },
  {
    name: 'file-request-faults',
    open: async (look) => {
      const { page, textOf } = look;
      await page.getByRole('button', { name: textOf('imports:counter.person.byEmail') }).click();
      await submit(look);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'file-request-questions',
    as: 'agent.ads@example.org',
    open: async (look) => {
      const { page, textOf } = look;
      await page.getByRole('radio').nth(1).check();
      await page
        .getByRole('combobox', { name: startOf(textOf('imports:counter.subject.journey')) })
        .click();
      await page.getByRole('option').first().click();
      await submit(look);
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'file-request-filled', open: (look) => fill(look, need) },
  {
    name: 'file-request-done',
    open: async (look) => {
      await fill(look, `Un local ${randomUUID()}`);
      await submit(look);
      await look.page
        .getByRole('link', { name: look.textOf('imports:counter.done.open') })
        .waitFor();
    },
  },
  {
    name: 'file-request-duplicate',
    before: fileOnce,
    open: async (look) => {
      await fill(look, need);
      await submit(look);
      await look.page
        .getByRole('button', { name: look.textOf('imports:counter.duplicate.again') })
        .waitFor();
    },
  },
]);

lookAtAll('every screen of the counter', counter, { primary: 'at most one' });
