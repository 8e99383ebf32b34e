import { describe, expect, it } from 'vitest';

import { aJourneyUnderWay, saveStep, useTestApp } from '../../testing/index.ts';

const app = useTestApp();

const mailsAbout = async (numRequest: string) =>
  (await app.mails()).filter((mail) => mail.params.numRequest === numRequest);
const historyOf = (requestId: number) =>
  app.db.historyEvent.findMany({ where: { requestId }, orderBy: { id: 'asc' } });

/** Repeats a call after 503, as a client does: on a loaded machine the pool is exhausted. */
async function served<T extends { status: number }>(send: () => PromiseLike<T>): Promise<T> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const answer = await send();
    if (answer.status !== 503) return answer;
  }
  throw new Error('The server stayed busy');
}

describe('simultaneous updates', () => {
  it('of one step, fifty times, end in a consistent state with a history of the accepted updates', async () => {
    const { agent, request, first, read, next } = await aJourneyUnderWay(app);
    const [one, two] = [
      await app.as(agent),
      await app.as(await app.make.anAgent({ partnerId: agent.partnerId })),
    ];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => {
        const percent = i === 25 ? 100 : (i % 20) * 5;
        const status = percent === 100 ? 'PROCESSED' : 'IN_PROGRESS';
        const client = i % 2 === 0 ? one : two;
        // Each update needs another feedback, because an unchanged update records no event.
        const partnerFeedback = `Point ${String(i)}`;
        const body = { processingStepId: first.id, status, percent, partnerFeedback };
        return served(() => client.post('/processing/step/update', body));
      }),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    const accepted = statuses.filter((status) => status === 200).length;
    const steps = (await historyOf(request.id)).filter((event) => event.kind === 'STEP_STATUS');
    expect(steps).toHaveLength(accepted);
    // Each event begins where the previous event ended, and PROCESSED is the last.
    expect(steps.slice(1).map((event) => event.fromStatus)).toEqual(
      steps.slice(0, -1).map((event) => event.toStatus),
    );
    expect(steps.at(-1)).toMatchObject({ toStatus: 'PROCESSED', percent: 100 });
    expect(steps.filter((event) => event.toStatus === 'PROCESSED')).toHaveLength(1);
    expect(await read()).toMatchObject({
      status: 'ENTAME',
      percent: 50,
      steps: [{ status: 'PROCESSED', percent: 100 }, { status: 'ASSIGNED' }],
    });
    expect(
      (await mailsAbout(request.numRequest)).filter((mail) => mail.to === next.email),
    ).toHaveLength(1);
  });

  it('that finish two steps of one request set the request as handled, with one notification', async () => {
    const agents = await Promise.all(Array.from({ length: 6 }, () => app.make.anAgent()));
    const user = await app.make.aBeneficiary();
    const request = await app.make.aRequest({
      beneficiaryId: user.id,
      status: 'NOUVEAU',
      serviceItems: [],
    });
    const calls: { client: Awaited<ReturnType<typeof app.as>>; stepId: number }[] = [];
    for (const agent of agents)
      calls.push({
        client: await app.as(agent),
        stepId: (await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId })).id,
      });
    await Promise.all(
      calls.map(({ client, stepId }) => saveStep(client, stepId, 'PROCESSED', 100).expect(200)),
    );
    expect(await app.db.supportRequest.findUnique({ where: { id: request.id } })).toMatchObject({
      status: 'DEMANDE_TRAITE',
      percent: 100,
    });
    expect(
      (await mailsAbout(request.numRequest)).filter((mail) => mail.template === 'requestHandled'),
    ).toHaveLength(1);
  });
});
