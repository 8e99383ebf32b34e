import { todayParts, type Endpoints, type ResponseOf, type TodayPartName } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { type TestClient, useTestApp } from '../../testing/index.ts';

type Today = ResponseOf<Endpoints['getToday']>;
type Step = Parameters<ReturnType<typeof useTestApp>['make']['aStep']>[0];

const app = useTestApp();
const day = (text: string) => new Date(`${text}T09:00:00Z`);
const names = Object.keys(todayParts) as TodayPartName[];

const read = async (client: TestClient, files = 0) =>
  (await client.get(`/journeyInstanceProcessingSteps/today?files=${String(files)}`).expect(200))
    .body as Today;
const counts = async (client: TestClient) => {
  const today = await read(client);
  return Object.fromEntries(names.map((name) => [name, today[name].count]));
};

async function aDesk() {
  const user = await app.make.anAgent();
  const step = async (change: Partial<Step>) => {
    const { id: requestId } = await app.make.aRequest({ status: 'ENTAME' });
    return await app.make.aStep({
      requestId,
      partnerId: user.partnerId,
      status: 'IN_PROGRESS',
      assigneeId: user.id,
      ...change,
    });
  };
  return { user, client: await app.as(user), step };
}

describe('the daily view of an agent', () => {
  it('counts pending work like the parts of the list', async () => {
    const { client, step, user } = await aDesk();
    const colleague = await app.make.anAgent({ partnerId: user.partnerId });
    await step({ awaitsAnswerSince: day('2026-06-01') });
    await step({ awaitsAnswerSince: day('2026-06-01'), assigneeId: null });
    await step({ awaitsAnswerSince: day('2026-06-01'), assigneeId: colleague.id });
    await step({ awaitsAnswerSince: day('2026-06-01'), status: 'PROCESSED', percent: 100 });
    await step({ documentsArrivedAt: day('2026-06-02') });
    await step({ documentsArrivedAt: day('2026-06-02'), assigneeId: colleague.id });
    await step({ documentsArrivedAt: day('2026-06-02'), status: 'REJECTED' });
    await step({ dueOn: day('2020-01-02') });
    await step({ dueOn: day('2020-01-02'), assigneeId: colleague.id });
    await step({ assigneeId: null, status: 'ASSIGNED' });
    await step({ assigneeId: null, status: 'BLOCKED' });
    expect(await counts(client)).toEqual({ answers: 2, documents: 1, late: 1, unowned: 2 });
    for (const name of names) {
      const { criteria, owner, ...part } = todayParts[name];
      const tab = 'tab' in part ? `&tab=${part.tab}` : '';
      const answer = await client
        .post(`/journeyInstanceProcessingSteps/filter?owner=${owner}${tab}`, criteria)
        .expect(200);
      expect((answer.body as { totalElements: number }).totalElements, name).toBe(
        (await read(client))[name].count,
      );
    }
  });

  it('shows the first files of each part, longest waiting first', async () => {
    const { client, step } = await aDesk();
    const later = await step({ awaitsAnswerSince: day('2026-06-03') });
    const first = await step({ awaitsAnswerSince: day('2026-06-01') });
    const second = await step({ awaitsAnswerSince: day('2026-06-02') });
    const { answers } = await read(client, 2);
    expect(answers.count).toBe(3);
    expect(answers.files.map(({ processingStepId }) => processingStepId)).toEqual([
      first.id,
      second.id,
    ]);
    expect(answers.files[0]).toMatchObject({ awaitsAnswer: true, hasNewDocuments: false });
    expect((await read(client, 5)).answers.files.map((row) => row.processingStepId)).toContain(
      later.id,
    );
  });

  it('shows no file of another organisation, and at most five per part', async () => {
    const { step } = await aDesk();
    await step({ awaitsAnswerSince: day('2026-06-01'), assigneeId: null });
    const other = await aDesk();
    expect(await counts(other.client)).toEqual({ answers: 0, documents: 0, late: 0, unowned: 0 });
    await other.client.get('/journeyInstanceProcessingSteps/today?files=6').expect(400);
  });
});
