import type { HistoryItem, StepFile, WorklistRow } from '@wasl/contracts';
import { dayOf } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import {
  handIn,
  saveStep,
  type TestClient,
  useTestApp,
  writeMessage,
} from '../../testing/index.ts';
import { plusDays } from '../../rules/working-days.ts';

const app = useTestApp();
const list = '/journeyInstanceProcessingSteps';
const inDays = (days: number) => plusDays(dayOf(new Date()), days);

async function aFile() {
  const user = await app.make.aBeneficiary();
  const agent = await app.make.anAgent();
  const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
  const step = await app.make.aStep({
    requestId: request.id,
    partnerId: agent.partnerId,
    assigneeId: agent.id,
    status: 'IN_PROGRESS',
    dueOn: new Date('2020-01-02'),
  });
  const partner = await app.as(agent);
  const path = `/processing/step/${String(step.id)}/snooze`;
  const snooze = (until = inDays(3)) => partner.put(path, { until, reason: 'Commission du 12' });
  return { agent, partner, owner: await app.as(user), request, step, path, snooze };
}

const counts = async (client: TestClient) =>
  (await client.post(`${list}/counts`, []).expect(200)).body as Record<string, number>;
const found = async (client: TestClient, query: string, value?: string) => {
  const criteria = value === undefined ? [] : [{ key: 'stepStatus', operation: 'EQUALS', value }];
  const { body } = await client.post(`${list}/filter${query}`, criteria).expect(200);
  return (body as { results: WorklistRow[] }).results;
};
const day = async (client: TestClient) =>
  (await client.get(`${list}/today`).expect(200)).body as Record<string, { count: number }>;
const fileOf = async (client: TestClient, stepId: number) =>
  (await client.get(`/processing/steps/${String(stepId)}/file`).expect(200)).body as StepFile;

describe('a snoozed file', () => {
  it('leaves the worklists and the daily view, is found by a filter, and can be woken', async () => {
    const { partner, owner, request, step, path, snooze } = await aFile();
    expect(await counts(partner)).toMatchObject({ all: 1, todo: 1, late: 1 });
    expect(await day(partner)).toMatchObject({ late: { count: 1 } });
    await snooze().expect(200);

    expect(await counts(partner)).toMatchObject({ all: 1, todo: 0, late: 0, everybodys: 1 });
    for (const tab of ['todo', 'waiting', 'blocked', 'late', 'done'])
      expect(await found(partner, `?tab=${tab}`), tab).toEqual([]);
    expect(await day(partner)).toMatchObject({ late: { count: 0 } });
    const snoozed = { until: inDays(3), reason: 'Commission du 12' };
    expect(await found(partner, '', 'SNOOZED')).toMatchObject([{ snooze: snoozed }]);
    expect(await found(partner, '', 'AWAKE')).toEqual([]);
    expect(await found(partner, '', 'OPEN')).toHaveLength(1);
    // The deadline goes on.
    expect((await fileOf(partner, step.id)).row).toMatchObject({ snooze: snoozed, isLate: true });

    await partner.delete(path).expect(200);
    await partner.delete(path).expect(200);
    expect(await counts(partner)).toMatchObject({ todo: 1, late: 1 });
    expect((await fileOf(partner, step.id)).row.snooze).toBeNull();
    const history = async (client: TestClient) =>
      (
        (await client.get(`/requests/${String(request.id)}/history`).expect(200)).body as {
          items: HistoryItem[];
        }
      ).items.map(({ what }) => what);
    expect(await history(partner)).toEqual(['snoozed', 'woken']);
    expect(await history(owner)).toEqual([]);
  });

  it('returns on its day', async () => {
    const { partner, step, snooze } = await aFile();
    await snooze(inDays(1)).expect(200);
    await app.db.processingStep.update({
      where: { id: step.id },
      data: { snoozedUntil: new Date(inDays(0)) },
    });
    expect(await counts(partner)).toMatchObject({ todo: 1, late: 1 });
    expect(await found(partner, '', 'SNOOZED')).toEqual([]);
    expect((await fileOf(partner, step.id)).row.snooze).toBeNull();
  });

  it('returns when the person writes or uploads a document, but not when a colleague writes', async () => {
    const { partner, owner, step, snooze } = await aFile();
    const isSnoozed = async () => (await found(partner, '', 'SNOOZED')).length === 1;
    await snooze().expect(200);
    await writeMessage(partner, step.id, 'Nous attendons la commission').expect(201);
    expect(await isSnoozed()).toBe(true);
    await writeMessage(owner, step.id, 'Merci').expect(201);
    expect(await isSnoozed()).toBe(false);

    const { code } = await app.make.anItem('DOCUMENT', { libelleFr: 'Devis' });
    await saveStep(partner, step.id, 'IN_PROGRESS', 10, { documents: [code] }).expect(200);
    await snooze().expect(200);
    await handIn(owner, step.id, 'devis.pdf', code).expect(201);
    expect(await isSnoozed()).toBe(false);
  });

  it('is refused for a day that is not in the future or too late, and on a closed step', async () => {
    const { partner, step, path, snooze } = await aFile();
    await snooze(inDays(0)).expect(400);
    await snooze(inDays(91)).expect(400);
    await partner.put(path, { until: inDays(2), reason: ' ' }).expect(400);
    await snooze(inDays(90)).expect(200);
    await saveStep(partner, step.id, 'PROCESSED', 100).expect(200);
    await snooze().expect(409);
    expect(await found(partner, '?tab=done')).toMatchObject([{ snooze: null }]);
  });
});
