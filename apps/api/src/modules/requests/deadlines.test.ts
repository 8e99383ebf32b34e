import type { ReceiptView, StepView, WorklistRow } from '@wasl/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import { samplePdf, saveStep, submitRequest, useTestApp } from '../../testing/index.ts';
import { requestAdministration, requestHold, reviewDeadlines } from './index.ts';

// A Monday at noon in Tangier.
let now = new Date('2026-06-01T11:00:00Z');
const on = (day: string): void => {
  now = new Date(`${day}T11:00:00Z`);
};
const app = useTestApp({ clock: { now: () => now } });
beforeAll(async () => {
  await app.db.referenceList.create({ data: { code: 'JOURS_FERIES' } });
  await app.make.anItem('JOURS_FERIES', { string_1: '2026-06-17' });
});

/** Submits a request of one service with this number of days through HTTP, and returns its step. */
async function aSubmitted(days: number | null) {
  on('2026-06-01');
  const agent = await app.make.anAgent();
  const service = await app.make.aService({ days });
  await app.db.partnerService.create({
    data: { partnerId: agent.partnerId, itemId: service.id },
  });
  const user = await app.make.aBeneficiary();
  const request = await app.make.aRequest({ beneficiaryId: user.id, serviceItems: [service] });
  // A session ends after a night, so each call signs in again.
  const [owner, partner] = [() => app.as(user), () => app.as(agent)];
  await submitRequest(await owner(), request.id).expect(200);
  const step = await app.db.processingStep.findFirstOrThrow({ where: { requestId: request.id } });
  const quote = await app.make.anItem('DOCUMENT');
  const update = async (body: object) =>
    await (
      await partner()
    )
      .post('/processing/step/update', {
        processingStepId: step.id,
        status: 'IN_PROGRESS',
        percent: 10,
        ...body,
      })
      .expect(200);
  const handIn = async () =>
    await (
      await owner()
    )
      .post(`/processing/step/upload/${String(step.id)}`)
      .field('codes', quote.code)
      .attach('files', samplePdf, 'devis.pdf')
      .expect(201);
  const stored = async () => {
    const { dueOn, daysLeft } = await app.db.processingStep.findUniqueOrThrow({
      where: { id: step.id },
    });
    return [dueOn?.toISOString().slice(0, 10) ?? null, daysLeft];
  };
  return { agent, user, owner, partner, request, step, quote, update, handIn, stored };
}

/** The steps of a request whose stored deadline differs from the rule's. */
async function wrong({ id }: { id: number }) {
  const found = [];
  for await (const some of reviewDeadlines(app.db, now, false))
    found.push(...some.filter(({ requestId }) => requestId === id));
  return found;
}

describe('the deadline of a step', () => {
  it('begins with the submission, pauses for a document, and continues with the remaining days', async () => {
    const { request, quote, update, handIn, stored } = await aSubmitted(10);
    expect(await stored()).toEqual(['2026-06-15', null]);
    on('2026-06-03');
    const asked = await update({ documents: [quote.code] });
    expect((asked.body as StepView).deadline).toEqual({ dueOn: null, daysLeft: 9 });
    expect(await stored()).toEqual([null, 9]);
    expect(await wrong(request)).toEqual([]);
    on('2026-06-09');
    await handIn();
    // From the 3rd to the 9th the person had to act. The 17th is a holiday.
    expect(await stored()).toEqual(['2026-06-22', null]);
    on('2026-06-10');
    await update({ status: 'BLOCKED', percent: 20 });
    expect(await stored()).toEqual([null, 8]);
    on('2026-06-11');
    const goesOn = await update({ percent: 30 });
    expect((goesOn.body as StepView).deadline).toEqual({ dueOn: '2026-06-23', daysLeft: 7 });
    expect(await stored()).toEqual(['2026-06-23', null]);
    expect(await wrong(request)).toEqual([]);
    await update({ percent: 100, status: 'PROCESSED' });
    expect(await stored()).toEqual([null, null]);
    expect(await wrong(request)).toEqual([]);
  });

  it('pauses only for a document of its own step', async () => {
    on('2026-06-01');
    const agent = await app.make.anAgent();
    const serviceItems = [
      await app.make.aService({ days: 10 }),
      await app.make.aService({ days: 10 }),
    ];
    for (const { id: itemId } of serviceItems)
      await app.db.partnerService.create({ data: { partnerId: agent.partnerId, itemId } });
    const user = await app.make.aBeneficiary();
    const request = await app.make.aRequest({ beneficiaryId: user.id, serviceItems });
    const owner = await app.as(user);
    await submitRequest(owner, request.id).expect(200);
    const stepsOf = () =>
      app.db.processingStep.findMany({
        where: { requestId: request.id },
        orderBy: { position: 'asc' },
      });
    const [asking] = await stepsOf();
    const { code } = await app.make.anItem('DOCUMENT');
    const partner = await app.as(agent);
    await saveStep(partner, asking?.id, 'IN_PROGRESS', 10, { documents: [code] }).expect(200);
    expect(await stepsOf()).toMatchObject([
      { dueOn: null, daysLeft: 10 },
      { dueOn: new Date('2026-06-15'), daysLeft: null },
    ]);
  });

  it('pauses on hold, and ends when the request is sent back, withdrawn or declined', async () => {
    const admin = requestAdministration(app.deps);
    const holds = requestHold(app.deps);
    const suspended = await aSubmitted(5);
    on('2026-06-02');
    await holds.hold(suspended.request.numRequest, null);
    expect(await suspended.stored()).toEqual([null, 5]);
    on('2026-06-04');
    await holds.resume(suspended.request.numRequest);
    expect(await suspended.stored()).toEqual(['2026-06-10', null]);
    await suspended.update({ percent: 20 });
    await admin.sendBack(suspended.request.numRequest, 'Autrement');
    expect(await suspended.stored()).toEqual([null, null]);
    const withdrawn = await aSubmitted(5);
    await (
      await withdrawn.owner()
    )
      .post(`/requests/${String(withdrawn.request.id)}/withdraw`, { reason: 'SOLVED' })
      .expect(200);
    expect(await withdrawn.stored()).toEqual([null, null]);
    const declined = await aSubmitted(5);
    await (
      await declined.partner()
    )
      .post(`/processing/step/decline/${String(declined.step.id)}`, { reason: 'OUTSIDE_AREA' })
      .expect(200);
    expect(await declined.stored()).toEqual([null, null]);
    for (const { request } of [suspended, withdrawn, declined])
      expect(await wrong(request)).toEqual([]);
  });

  it('is shown to the organisation and the person, and on the receipt', async () => {
    const { owner, partner, request } = await aSubmitted(10);
    const rows = await (
      await partner()
    )
      .post('/journeyInstanceProcessingSteps/filter', [])
      .expect(200);
    expect((rows.body as { results: WorklistRow[] }).results).toMatchObject([
      { isLate: false, deadline: { dueOn: '2026-06-15', daysLeft: 10 } },
    ]);
    on('2026-06-18');
    const late = await (
      await partner()
    )
      .post('/journeyInstanceProcessingSteps/filter?tab=late', [])
      .expect(200);
    // Two working days late, the 16th and the 18th: the 17th is a holiday.
    expect((late.body as { results: WorklistRow[] }).results).toMatchObject([
      { isLate: true, deadline: { dueOn: '2026-06-15', daysLeft: -2 } },
    ]);
    const steps = await (
      await owner()
    )
      .post('/journeyInstanceProcessingSteps/list', { requestId: request.id })
      .expect(200);
    const [story] = (steps.body as { results: { journeyInstanceProcessingSteps: StepView[] }[] })
      .results;
    expect(story?.journeyInstanceProcessingSteps[0]?.deadline).toEqual({
      dueOn: '2026-06-15',
      daysLeft: -2,
    });
    const receipt = await (
      await owner()
    )
      .get(`/requests/${String(request.id)}/receipt`)
      .expect(200);
    expect((receipt.body as ReceiptView).tasks).toMatchObject([{ dueOn: '2026-06-15' }]);
  });

  it('uses the days of the task, else of the service, else the default', async () => {
    expect(await (await aSubmitted(null)).stored()).toEqual(['2026-06-23', null]);
    on('2026-06-01');
    const agent = await app.make.anAgent();
    const service = await app.make.aService({ days: 10 });
    const journey = await app.make.aJourney({
      taskDefs: {
        create: [{ partnerId: agent.partnerId, position: 0, titleItemId: service.id, days: 3 }],
      },
    });
    const user = await app.make.aBeneficiary();
    const request = await app.make.aRequest({ beneficiaryId: user.id, journeyDefId: journey.id });
    await submitRequest(await app.as(user), request.id).expect(200);
    const step = await app.db.processingStep.findFirstOrThrow({
      where: { requestId: request.id },
    });
    expect([step.days, step.dueOn]).toEqual([3, new Date('2026-06-04')]);
  });

  it('is reported as wrong and corrected by the check after a change of the holidays', async () => {
    const { request, stored } = await aSubmitted(10);
    expect(await wrong(request)).toEqual([]);
    await app.make.anItem('JOURS_FERIES', { string_1: '06-05' });
    expect(await wrong(request)).toMatchObject([
      { stored: { dueOn: '2026-06-15' }, computed: { dueOn: '2026-06-16' } },
    ]);
    expect(await stored()).toEqual(['2026-06-15', null]);
    let count = 0;
    for await (const some of reviewDeadlines(app.db, now, true)) count += some.length;
    expect(count).toBeGreaterThan(0);
    expect(await stored()).toEqual(['2026-06-16', null]);
    expect(await wrong(request)).toEqual([]);
  });
});
