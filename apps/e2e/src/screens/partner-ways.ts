import { randomUUID } from 'node:crypto';

import type { Locator } from '@playwright/test';

import { demoPassword } from '../signed-in.ts';
import type { Look } from './look-at-all.ts';

/** The agent who looks. */
export const as = 'agent.cri@example.org';
/** A request whose step is blocked, and one whose step is late and awaits a document. */
export const [blocked, late] = ['2026-000012', '2026-000010'];

/** A control of the first row: its name goes on after the action, with the number of the request. */
export const ofFirstRow = ({ page, say }: Look, action: string): Locator =>
  page
    .getByRole('button', {
      name: new RegExp(say(`worklist:actions.${action}`).source.slice(0, -1)),
    })
    .first();

/** The worklist with its rows. */
export const listed = (look: Look) => ofFirstRow(look, 'update').waitFor();

/** The step of a request that belongs to the agent's organisation. */
export async function stepOf({ call }: Look, number: string): Promise<number> {
  const { results } = (await call('POST', '/journeyInstanceProcessingSteps/filter', [
    { key: 'numRequest', operation: 'CONTAINS', value: number },
  ])) as { results: { processingStepId: number }[] };
  const [row] = results;
  if (row === undefined) throw new Error(`${number} is not in the list`);
  return row.processingStepId;
}

/** A few words of both sides and a note, in both scripts. */
export async function exchange(look: Look): Promise<void> {
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
