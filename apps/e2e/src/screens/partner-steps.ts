import { randomUUID } from 'node:crypto';

import type { Locator, Page } from '@playwright/test';

import { tokenOf } from '../signed-in.ts';
import type { Look, Screen } from './check-screens.ts';

export const as = 'agent.cri@example.org';
/** A request with a blocked step, and one with a late step that awaits a document. */
export const [blocked, late] = ['2026-000012', '2026-000010'];

/** A control of the first row, whose name is the action followed by the request's number. */
const firstRowControl = ({ page, textOf }: Look, action: string): Locator =>
  page
    .getByRole('button', {
      name: new RegExp(textOf(`worklist:actions.${action}`).source.slice(0, -1)),
    })
    .first();

/** Chooses an operation in the menu of the first row. */
export async function chooseInFirstRow(look: Look, action: string): Promise<void> {
  await firstRowControl(look, 'more').click();
  const name = new RegExp(look.textOf(`worklist:actions.${action}`).source.slice(0, -1));
  await look.page.getByRole('menuitem', { name }).first().click();
}

/** Chooses an action on the whole list in its menu. */
export async function chooseTool({ page, textOf }: Look, key: string): Promise<void> {
  await page.getByRole('button', { name: textOf('worklist:tools') }).click();
  await page.getByRole('menuitem', { name: textOf(key) }).click();
}

export const waitForList = (look: Look) => firstRowControl(look, 'more').waitFor();

/** Step of a request that belongs to the agent's organisation. */
export async function stepOf({ call }: Look, number: string): Promise<number> {
  const { results } = (await call('POST', '/journeyInstanceProcessingSteps/filter', [
    { key: 'numRequest', operation: 'CONTAINS', value: number },
  ])) as { results: { processingStepId: number }[] };
  const [row] = results;
  if (row === undefined) throw new Error(`${number} is not in the list`);
  return row.processingStepId;
}

export const storeAnswer: NonNullable<Screen['before']> = ({ call }) =>
  call('POST', '/processing/answers', {
    name: `Bail ${randomUUID().slice(0, 8)}`,
    texts: {
      fr: 'Bonjour {nom}, il manque le bail du dossier {numRequest}.',
      ar: 'مرحبا {nom}، ينقص عقد الكراء في الملف {numRequest}.',
    },
  });

/** A webhook with a failed test delivery: its port has no server. */
export async function createWebhook({ call }: Look): Promise<void> {
  const { partner } = (await call('GET', `/currentUserPartner/${as}`)) as {
    partner: { id: number };
  };
  const at = `/partners/${String(partner.id)}/webhooks`;
  const [there] = (await call('GET', at)) as { id: string }[];
  const address = {
    url: 'http://127.0.0.1:1025/wasl',
    description: 'ERP',
    kinds: ['step.updated'],
  };
  const id =
    there?.id ?? ((await call('POST', at, address)) as { webhook: { id: string } }).webhook.id;
  await call('POST', `${at}/${id}/test`);
}

export async function exchange(look: Look): Promise<void> {
  const step = await stepOf(look, late);
  const write = (what: 'messages' | 'notes', body: string) =>
    look.call('POST', `/processing/step/${String(step)}/${what}`, {
      clientKey: randomUUID(),
      body,
    });
  const { page } = look;
  const token = await tokenOf(page.request, look.portal.url, 'amina@example.org');
  await write('messages', 'Bonjour Amina,\npouvez-vous passer demain à 10 h avec le bail ?');
  await page.request.post(`/api/processing/step/${String(step)}/messages`, {
    headers: { authorization: `Bearer ${token}` },
    data: { clientKey: randomUUID(), body: 'نعم، غداً على الساعة 10. رقمي: ‎+212 612 345 678.' },
  });
  await write('notes', 'Bail vérifié par téléphone. Reste la CIN (L654321).');
}

/** Two colleagues that no other story creates. */
export const colleagues: NonNullable<Screen['before']> = ({ page }) =>
  page.route('**/api/partners/*/agents', (route) =>
    route.fulfill({
      json: ['Hasnaa', 'Omar'].map((prenom, index) => ({
        id: `00000000-0000-4000-8000-00000000000${String(index)}`,
        nom: 'Tazi',
        prenom,
        email: `${prenom}@example.org`,
        state: 'active',
        since: '2026-01-05',
        isSelf: false,
      })),
    }),
  );

/** A need of the maximum length, in both scripts, with markup characters. */
const longNeed = [
  'السلام عليكم، أود فتح ورشة للنجارة في طنجة وتشغيل شخصين قبل الصيف.',
  'Je cherche un local de 80 m², un prêt d’honneur et un mentor.',
  '',
  '<img src=x onerror=alert(1)> <b>texte</b> & "guillemets"',
  'unmotsansfinquipersonnenecoupejamais'.repeat(8),
  'Le projet a commencé il y a deux ans dans un garage. '.repeat(70),
]
  .join('\n')
  .slice(0, 4000);

/** Replaces members of the list's rows. */
async function changeRows(page: Page, change: Readonly<Record<string, unknown>>) {
  await page.route('**/journeyInstanceProcessingSteps/filter*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { results: object[] };
    const results = body.results.map((row) => ({ ...row, ...change }));
    await route.fulfill({ response: answer, json: { ...body, results } });
  });
}

export const longNeeds = ({ page }: Look): Promise<void> =>
  changeRows(page, {
    description: longNeed,
    urlVideo: 'https://www.youtube.com/watch?v=abcdefghijk',
  });

/** A colleague changes the step while its dialog is open. */
export async function saveMeanwhile(look: Look, number: string): Promise<void> {
  const stepId = await stepOf(look, number);
  const { step } = (await look.call(
    'GET',
    `/journeyInstanceProcessingSteps/documents/${String(stepId)}`,
  )) as { step: { percent: number; status: { code: string } } };
  await look.call('POST', '/processing/step/update', {
    processingStepId: stepId,
    status: step.status.code === 'BLOCKED' ? 'IN_PROGRESS' : 'BLOCKED',
    percent: step.percent,
    partnerFeedback: `Il manque le bail signé. نسخة من عقد الكراء (${String(Date.now())})`,
  });
}

interface Profile {
  readonly province: string | null;
  readonly partner: {
    readonly title: string;
    readonly areas: readonly object[];
    readonly supportTypes: readonly object[];
    readonly category: object | null;
  };
}

/** A colleague changes the organisation's description while its profile is open. */
export async function saveProfileMeanwhile({ call }: Look): Promise<void> {
  const user = (await call('GET', `/currentUserPartner/${as}`)) as Profile;
  await call('PUT', '/updatePartnerUser', {
    ...user,
    province: user.province ?? '',
    partner: {
      ...user.partner,
      version: null,
      description: `Accueil, orientation et suivi. استقبال وتوجيه (${String(Date.now())})`,
    },
  });
}
