import { describe, expect, it } from 'vitest';

import { anAdministrator } from '../../testing/administrators.ts';
import { useAdmin } from '../../testing/admin.ts';
import { madeBefore, useTestApp } from '../../testing/index.ts';
import { requestHold } from '../requests/index.ts';

const app = useTestApp();
const { admin, out } = useAdmin(app);
const me = madeBefore(() => anAdministrator(app));
const other = madeBefore(() => anAdministrator(app));

type Client = typeof me.client;
const next = (from: number, to: number, client: Client = me.client, reason?: string) =>
  client.post(`/admin/organisations/${String(from)}/moves`, { to, reason });
async function moveAll(from: number, to: number, client: Client = me.client, reason?: string) {
  for (;;) {
    const { body } = await next(from, to, client, reason).expect(200);
    if ((body as { left: number }).left === 0) return;
  }
}

/** An organisation with requests that it has, and the two agents of another one. */
async function aClosing(count: number) {
  const leaving = await app.make.anAgent();
  const one = await app.make.anAgent();
  const receiving = [one, await app.make.anAgent({ partnerId: one.partnerId })];
  const requests = [];
  for (let at = 0; at < count; at += 1) {
    const service = await app.make.aService();
    const request = await app.make.aRequest({ status: 'NOUVEAU', serviceItems: [service] });
    const step = await app.make.aStep({
      requestId: request.id,
      partnerId: leaving.partnerId,
      status: 'ASSIGNED',
      titleItemId: service.id,
    });
    requests.push({ ...request, step });
  }
  return { from: leaving.partnerId, to: one.partnerId, leaving, receiving, requests };
}
const stepsAt = (partnerId: number) =>
  app.db.processingStep.findMany({
    where: { partnerId, status: { in: ['ASSIGNED', 'NOT_STARTED', 'IN_PROGRESS', 'BLOCKED'] } },
  });
const mailsTo = async (to: string) =>
  (await app.mails()).filter((mail) => mail.to === to).map(({ template }) => template);

describe('all open files of an organisation', () => {
  it('move to another organisation in batches, with one mail to each agent', async () => {
    const { from, to, receiving, leaving, requests } = await aClosing(25);
    const first = await next(from, to, me.client, 'Fermeture').expect(200);
    expect(first.body).toEqual({ moved: 20, left: 5 });
    expect((await me.client.get(`/admin/organisations/${String(from)}`)).body).toMatchObject({
      openFiles: 5,
      movesTo: { id: to },
    });
    for (const { email } of receiving) expect(await mailsTo(email)).toEqual([]);
    // The page was closed meanwhile; another administrator continues.
    await moveAll(from, to, other.client, 'Fermeture');
    expect(await stepsAt(from)).toEqual([]);
    expect((await stepsAt(to)).map(({ status }) => status)).toEqual(requests.map(() => 'ASSIGNED'));
    for (const { email } of receiving) expect(await mailsTo(email)).toEqual(['stepsAssigned']);
    expect(await mailsTo(leaving.email)).toEqual([]);
    for (const { id } of requests) {
      const kinds = await app.db.historyEvent.findMany({ where: { requestId: id } });
      expect(kinds.filter(({ kind }) => kind === 'ROUTED')).toMatchObject([
        { detail: String(to), actorRole: 'ADMINISTRATEUR' },
      ]);
    }
    const acts = { where: { kind: 'FILES_MOVED', partnerId: from } } as const;
    expect(await app.db.administratorAct.findMany(acts)).toMatchObject([
      { byName: other.email, reason: expect.stringMatching(/: Fermeture$/) as string },
    ]);
    await moveAll(from, to);
    expect(await app.db.administratorAct.count(acts)).toBe(1);
  });

  it('are moved once when two administrators move them at the same time', async () => {
    const { from, to, receiving, requests } = await aClosing(12);
    await Promise.all([moveAll(from, to), moveAll(from, to, other.client)]);
    expect(await stepsAt(to)).toHaveLength(requests.length);
    for (const { email } of receiving) expect(await mailsTo(email)).toEqual(['stepsAssigned']);
    expect(
      await app.db.administratorAct.count({ where: { kind: 'FILES_MOVED', partnerId: from } }),
    ).toBe(1);
  });

  it('close begun steps and delay the assignment of requests on hold', async () => {
    const { from, to, requests, receiving } = await aClosing(2);
    const [begun, untouched] = requests;
    if (begun === undefined || untouched === undefined) throw new Error('two requests');
    await app.db.processingStep.update({
      where: { id: begun.step.id },
      data: { status: 'IN_PROGRESS', percent: 40 },
    });
    await requestHold(app.deps).hold(untouched.numRequest, null);
    await moveAll(from, to);
    expect(
      await app.db.processingStep.findUniqueOrThrow({ where: { id: begun.step.id } }),
    ).toMatchObject({ status: 'REJECTED', percent: 40 });
    const statusAt = async () =>
      (await stepsAt(to)).find(({ requestId }) => requestId === untouched.id)?.status;
    expect(await statusAt()).toBe('NOT_STARTED');
    await requestHold(app.deps).resume(untouched.numRequest);
    expect(await statusAt()).toBe('ASSIGNED');
    expect(await mailsTo(receiving[0]?.email ?? '')).toContain('stepAssigned');
  });

  it('stay when the target is invalid, suspended or different from the target of a running move', async () => {
    const { from, to } = await aClosing(21);
    const suspended = await app.make.aPartner({ isAttended: false });
    const waiting = await app.make.aPartner({ approvedAt: null });
    for (const target of [from, suspended.id, waiting.id, 999_999])
      await next(from, target).expect(400);
    await next(999_999, to).expect(404);
    expect(await stepsAt(from)).toHaveLength(21);
    await next(from, to).expect(200);
    const third = await app.make.anAgent();
    await next(from, third.partnerId).expect(409);
    // The target closes too: the rest goes elsewhere.
    await app.db.user.updateMany({
      where: { partnerId: to },
      data: { disabledAt: new Date() },
    });
    await next(from, third.partnerId).expect(200);
    expect(await stepsAt(third.partnerId)).toHaveLength(1);
  });

  it('are moved by a command too', async () => {
    const { from, to } = await aClosing(22);
    const move = (...ids: number[]) => admin('organisations', 'move-files', ...ids.map(String));
    expect(await move(from, from)).toBe(1);
    expect(await move(from, to)).toBe(0);
    expect(out.join('\n')).toContain('Moved: 20, left: 2');
    expect(await stepsAt(to)).toHaveLength(22);
  });
});
