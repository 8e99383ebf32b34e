import { places } from '@wasl/contracts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { composeMail } from '../../platform/mail/compose.ts';
import type { MailTemplates } from '../../platform/mail/mails/index.ts';
import { openDeps } from '../../platform/program/open-deps.ts';
import { useTestApp, madeBefore } from '../../testing/index.ts';
import { updateDeadlines } from '../requests/index.ts';
import { writeMorningMails } from './index.ts';

let now = new Date();
const clock = { now: () => now };
const on = (instant: string): void => {
  now = new Date(instant);
};
const app = useTestApp({ clock });
/** Another process on the same database, with its own connections. */
const other = madeBefore(() =>
  openDeps(app.deps.settings, { clock, log: app.deps.log, isMailPaused: true }),
);
afterAll(() => other.close());
beforeEach(async () => {
  await app.db.outboxMail.deleteMany();
  await app.db.dailyRun.deleteMany();
  // Closes the steps of earlier tests.
  await app.db.processingStep.updateMany({
    data: { status: 'PROCESSED', percent: 100, dueOn: null },
  });
  await app.db.supportRequest.updateMany({ data: { status: 'DEMANDE_TRAITE' } });
});

const morning = () => writeMorningMails(app.deps);
const mailsTo = async (email: string) =>
  (await app.mails())
    .filter(({ to }) => to === email)
    .map(({ template, params }) => ({ template, params }));

/** A step of the organisation, assigned on a day, with ten working days. */
async function aStep(
  partnerId: number,
  day: string,
  over: Parameters<typeof app.make.aStep>[0] = {},
) {
  const user = await app.make.aBeneficiary();
  const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'NOUVEAU' });
  const step = await app.make.aStep({
    requestId: request.id,
    partnerId,
    assignedAt: new Date(`${day}T10:00:00Z`),
    days: 10,
    ...over,
  });
  await updateDeadlines(app.db, [request.id], now);
  return { user, request, step };
}

describe('the morning mails', () => {
  it('are sent once on a working day, even by two simultaneous processes', async () => {
    on('2026-06-15T06:29:00Z');
    const agent = await app.make.anAgent();
    await aStep(agent.partnerId, '2026-06-12');
    expect(await morning()).toBe(false);
    on('2026-06-15T06:31:00Z');
    const done = await Promise.all([
      ...Array.from({ length: 4 }, () => writeMorningMails(app.deps)),
      ...Array.from({ length: 4 }, () => writeMorningMails(other.deps)),
    ]);
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await mailsTo(agent.email)).toMatchObject([{ template: 'agentDigest' }]);
    expect(await morning()).toBe(false);
    on('2026-06-20T08:00:00Z');
    expect(await morning()).toBe(false);
  });

  it('count an agent’s steps and those without an owner: new, halfway to the deadline, overdue, with a message', async () => {
    on('2026-06-15T07:00:00Z');
    const agent = await app.make.anAgent({ lang: 'ar' });
    const { partnerId } = agent;
    const colleague = await app.make.anAgent({ partnerId });
    const idle = await app.make.anAgent();
    const refuses = await app.make.anAgent({ partnerId });
    await app.db.refusedMail.create({ data: { userId: refuses.id, kind: 'DIGEST' } });
    await aStep(partnerId, '2026-06-12');
    // Of ten days, five are left, then six; the third step is three days late.
    await aStep(partnerId, '2026-06-08', { assigneeId: agent.id });
    await aStep(partnerId, '2026-06-09', { assigneeId: agent.id });
    await aStep(partnerId, '2026-05-27', { assigneeId: agent.id });
    await aStep(partnerId, '2026-05-20', { assigneeId: colleague.id });
    await aStep(partnerId, '2026-06-10', {
      assigneeId: agent.id,
      awaitsAnswerSince: new Date('2026-06-11T10:00:00Z'),
    });
    expect(await morning()).toBe(true);
    expect(await mailsTo(agent.email)).toMatchObject([
      { params: { since: '2026-06-12', fresh: 1, half: 1, late: 1, waiting: 1 } },
    ]);
    expect(await mailsTo(colleague.email)).toMatchObject([
      { params: { fresh: 1, half: 0, late: 1, waiting: 0 } },
    ]);
    expect(await mailsTo(idle.email)).toEqual([]);
    expect(await mailsTo(refuses.email)).toEqual([]);
  });

  it('link each figure to a list with the same number of rows', async () => {
    on('2026-06-15T07:00:00Z');
    const agent = await app.make.anAgent();
    const { partnerId } = agent;
    const colleague = await app.make.anAgent({ partnerId });
    const mine = { assigneeId: agent.id };
    const unanswered = { awaitsAnswerSince: new Date('2026-06-11T10:00:00Z') };
    // Late: one of the agent and one without an owner; the third is a colleague's.
    await aStep(partnerId, '2026-05-27', mine);
    await aStep(partnerId, '2026-05-26');
    await aStep(partnerId, '2026-05-25', { assigneeId: colleague.id });
    // At half: of ten days five, four and zero are left, and of three days one. A step with six days left, and a
    // colleague's, do not count.
    for (const day of ['2026-06-08', '2026-06-05']) await aStep(partnerId, day, mine);
    await aStep(partnerId, '2026-06-01');
    await aStep(partnerId, '2026-06-11', { ...mine, days: 3 });
    await aStep(partnerId, '2026-06-09', mine);
    await aStep(partnerId, '2026-06-08', { assigneeId: colleague.id });
    // New steps, and one with a message. A step that has not started counts nowhere.
    await aStep(partnerId, '2026-06-12', unanswered);
    await aStep(partnerId, '2026-06-13', mine);
    await aStep(partnerId, '2026-06-10', { ...mine, ...unanswered });
    await aStep(partnerId, '2026-06-10', { ...unanswered, assigneeId: colleague.id });
    await aStep(partnerId, '2026-06-10', { ...unanswered, status: 'NOT_STARTED' });
    // Organisations see neither a request that is back with its author nor one without an agreement.
    const back = await aStep(partnerId, '2026-06-08', { ...mine, ...unanswered });
    await app.db.supportRequest.update({
      where: { id: back.request.id },
      data: { agreement: 'WITHDRAWN' },
    });
    await morning();
    const [digest] = await mailsTo(agent.email);
    const client = await app.as(agent);
    const { since, ...figures } = (digest?.params ?? {}) as MailTemplates['agentDigest'];
    expect(figures).toMatchObject({ fresh: 2, half: 4, late: 2, waiting: 2 });

    /** The rows of a link to the list. The tests of the client check that it sends this request. */
    const rowsAt = async (place: string): Promise<number> => {
      const { searchParams } = new URL(place, 'https://x.ma');
      const { owner, tab, sort, assignedSince, ...equals } = Object.fromEntries(searchParams);
      const query = new URLSearchParams({
        ...(owner === undefined ? {} : { owner }),
        ...(tab === undefined ? {} : { tab }),
        ...(sort === undefined ? {} : { sort }),
      }).toString();
      const criteria = [
        ...Object.entries(equals).map(([key, value]) => ({ key, operation: 'EQUALS', value })),
        ...(assignedSince === undefined
          ? []
          : [{ key: 'assignedSince', operation: 'GREATHER_THAN_OR_EQUALS', value: assignedSince }]),
      ];
      const list = await client
        .post(`/journeyInstanceProcessingSteps/filter?${query}`, criteria)
        .expect(200);
      const { totalElements } = list.body as { totalElements: number };
      const counts = await client
        .post(`/journeyInstanceProcessingSteps/counts?${query}`, criteria)
        .expect(200);
      const part = (tab ?? 'all') as 'all' | 'late';
      expect((counts.body as Record<typeof part, number>)[part]).toBe(totalElements);
      return totalElements;
    };
    expect({
      fresh: await rowsAt(places.worklistPart({ since })),
      half: await rowsAt(places.worklistPart('half')),
      late: await rowsAt(places.worklistPart('late')),
      waiting: await rowsAt(places.worklistPart('unanswered')),
    }).toEqual({
      fresh: figures.fresh,
      half: figures.half,
      late: figures.late,
      waiting: figures.waiting,
    });
    // The links in the mail.
    const { list } = composeMail('agentDigest', { since, ...figures }, 'fr', 'https://x.ma');
    expect(
      list.map((item) =>
        typeof item === 'string' ? item : item.url.replace(/^https:\/\/x\.ma|&lang=fr$/g, ''),
      ),
    ).toEqual([
      places.worklistPart('late'),
      places.worklistPart('unanswered'),
      places.worklistPart('half'),
      places.worklistPart({ since }),
    ]);
  });

  it('count an absent agent’s steps for the substitute, and skip the absent agent', async () => {
    on('2026-06-15T07:00:00Z');
    const absent = await app.make.anAgent();
    const { partnerId } = absent;
    const [substitute, colleague] = [
      await app.make.anAgent({ partnerId }),
      await app.make.anAgent({ partnerId }),
    ];
    const mine = { assigneeId: absent.id };
    for (const day of ['2026-05-26', '2026-05-27']) await aStep(partnerId, day, mine);
    const away = (userId: string, substituteId: string) =>
      app.db.absence.create({
        data: {
          userId,
          substituteId,
          fromOn: new Date('2026-06-14'),
          untilOn: new Date('2026-06-30'),
          begunAt: now,
        },
      });
    const lateFor = async (agent: { readonly id: string; readonly email: string }) => {
      const list = await (
        await app.as(agent)
      )
        .post('/journeyInstanceProcessingSteps/filter?tab=late&owner=mineOrNone', [])
        .expect(200);
      const [digest] = await mailsTo(agent.email);
      return [digest?.params['late'], (list.body as { totalElements: number }).totalElements];
    };
    await away(absent.id, substitute.id);
    await morning();
    expect(await mailsTo(absent.email)).toEqual([]);
    expect(await lateFor(substitute)).toEqual([2, 2]);
    expect(await lateFor(colleague)).toEqual([undefined, 0]);
    // The substitute is absent too, so the steps are reported to all agents.
    await away(substitute.id, colleague.id);
    await app.db.outboxMail.deleteMany();
    on('2026-06-16T07:00:00Z');
    await morning();
    expect(await lateFor(colleague)).toEqual([2, 2]);
    expect(await mailsTo(substitute.email)).toEqual([]);
  });

  it('inform a person once about a step that has not begun and an awaited document', async () => {
    const agent = await app.make.anAgent();
    on('2026-06-15T07:00:00Z');
    const untouched = await aStep(agent.partnerId, '2026-06-08');
    const begun = await aStep(agent.partnerId, '2026-06-08', { status: 'IN_PROGRESS' });
    const asked = await aStep(agent.partnerId, '2026-06-01', { status: 'IN_PROGRESS' });
    const document = await app.make.anItem('DOCUMENT', { libelleFr: 'Devis' });
    await app.db.stepDocument.create({
      data: {
        stepId: asked.step.id,
        documentItemId: document.id,
        requestedAt: new Date('2026-06-10T10:00:00Z'),
      },
    });
    expect(await morning()).toBe(true);
    expect(await mailsTo(untouched.user.email)).toMatchObject([
      { template: 'notTakenUp', params: { dueOn: '2026-06-22' } },
    ]);
    expect(await mailsTo(begun.user.email)).toEqual([]);
    expect(await mailsTo(asked.user.email)).toMatchObject([
      { template: 'documentAwaited', params: { documents: ['Devis'] } },
    ]);
    on('2026-06-16T07:00:00Z');
    expect(await morning()).toBe(true);
    expect(await mailsTo(untouched.user.email)).toHaveLength(1);
    expect(await mailsTo(asked.user.email)).toHaveLength(1);
  });

  it('omit a document reminder when an agent sent one less than three days before', async () => {
    on('2026-06-15T07:00:00Z');
    const agent = await app.make.anAgent();
    const devis = await app.make.anItem('DOCUMENT', { libelleFr: 'Devis' });
    const asked = async (remindedAt: Date | null) => {
      const one = await aStep(agent.partnerId, '2026-06-10', { status: 'IN_PROGRESS', remindedAt });
      await app.db.stepDocument.create({
        data: {
          stepId: one.step.id,
          documentItemId: devis.id,
          requestedAt: new Date('2026-06-10T10:00:00Z'),
        },
      });
      return one;
    };
    const never = await asked(null);
    const lately = await asked(new Date('2026-06-12T08:00:00Z'));
    const before = await asked(new Date('2026-06-12T07:00:00Z'));
    await morning();
    expect(await mailsTo(never.user.email)).toMatchObject([{ template: 'documentAwaited' }]);
    expect(await mailsTo(lately.user.email)).toEqual([]);
    expect(await mailsTo(before.user.email)).toMatchObject([{ template: 'documentAwaited' }]);
    const marked = await app.db.processingStep.findUniqueOrThrow({ where: { id: never.step.id } });
    expect(marked.remindedAt).toEqual(now);
  });

  it('mention a forgotten draft only once', async () => {
    on('2026-06-15T07:00:00Z');
    const user = await app.make.aBeneficiary();
    const draft = await app.make.aRequest({ beneficiaryId: user.id });
    const touch = async (day: string) => {
      await app.db
        .$executeRaw`UPDATE requests SET updated_at = ${new Date(day)} WHERE id = ${draft.id}`;
    };
    await touch('2026-06-10T10:00:00Z');
    await morning();
    expect(await mailsTo(user.email)).toEqual([]);
    on('2026-06-17T07:00:00Z');
    await morning();
    expect(await mailsTo(user.email)).toMatchObject([
      { template: 'draftForgotten', params: { numRequest: draft.numRequest } },
    ]);
    const { updatedAt } = await app.db.supportRequest.findUniqueOrThrow({
      where: { id: draft.id },
    });
    expect(updatedAt).toEqual(new Date('2026-06-10T10:00:00Z'));
    await touch('2026-06-17T10:00:00Z');
    on('2026-06-30T07:00:00Z');
    await morning();
    expect(await mailsTo(user.email)).toHaveLength(1);
  });
});
