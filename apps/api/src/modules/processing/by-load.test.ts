import { describe, expect, it } from 'vitest';

import { inTransaction, type Db } from '../../platform/database/db.ts';
import { openAct } from '../../events/act.ts';
import { aJourneyUnderWay, type TestClient, useTestApp } from '../../testing/index.ts';
import { system } from '../../events/author.ts';
import { giveByLoad, newRequests, ownersByLoad, requestWrites } from '../requests/index.ts';
import { absenceRepository } from './absence.repository.ts';
import { releaseSteps } from './index.ts';

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '100' } });

/** An organisation that alone offers two services, with a responsable and two agents. */
async function anOffice({ isOn = true } = {}) {
  const services = [await app.make.aService(), await app.make.aService()];
  const partner = await app.make.aPartner({ serviceItems: services, isAttended: false });
  const agent = (isResponsible = false) =>
    app.make.anAgent({ partnerId: partner.id, isResponsible });
  const [responsable, first, second] = [await agent(true), await agent(), await agent()];
  const client = await app.as(responsable);
  if (isOn) await client.put('/processing/desk', { assignsByLoad: true }).expect(200);
  const [one, two] = services.map(({ code }) => code);
  const away = (userId: string) =>
    app.db.absence.create({
      data: {
        userId,
        fromOn: new Date('2020-01-01'),
        untilOn: new Date('2999-01-01'),
        begunAt: new Date(),
      },
    });
  return { partner, responsable, first, second, client, one: one ?? '', two: two ?? '', away };
}

const person = async () => await app.as(await app.make.aBeneficiary());

/** Submits a request for a service. @returns the id of the request */
async function submit(client: TestClient, ...services: string[]): Promise<number> {
  const draft = await client
    .post('/requests')
    .field('createRequestDto', JSON.stringify({ description: 'Un financement', services }))
    .expect(201);
  const { id: idRequest } = draft.body as { id: number };
  await client
    .put('/requests/observationAndStatus', { idRequest, newStatus: 'NOUVEAU' })
    .expect(200);
  return idRequest;
}
const ownersOf = async (requestId: number) =>
  (
    await app.db.processingStep.findMany({ where: { requestId }, orderBy: { position: 'asc' } })
  ).map(({ assigneeId }) => assigneeId);

describe('assignment by load', () => {
  it('is off by default', async () => {
    const { one, client } = await anOffice({ isOn: false });
    expect(await ownersOf(await submit(await person(), one))).toEqual([null]);
    expect((await client.get('/processing/desk')).body).toMatchObject({ assignsByLoad: false });
  });

  it('assigns a step to the agent with the fewest open steps, and notifies only this agent', async () => {
    const { partner, responsable, first, second, one } = await anOffice();
    for (const { id: assigneeId } of [responsable, first])
      await app.make.aStep({ partnerId: partner.id, assigneeId });
    const requestId = await submit(await person(), one);
    expect(await ownersOf(requestId)).toEqual([second.id]);
    const notices = await app.db.notice.findMany({ where: { requestId, kind: 'NEW_STEP' } });
    expect(notices.map(({ userId }) => userId)).toEqual([second.id]);
    const history = await (await app.as(second)).get(`/requests/${String(requestId)}/history`);
    const { items } = history.body as { items: { what: string; owner: string | null }[] };
    expect(items.find(({ what }) => what === 'givenByLoad')?.owner).toContain(second.nom);
  });

  it('distributes the services of one request', async () => {
    const { responsable, first, second, one, two, away } = await anOffice();
    await away(responsable.id);
    const owners = await ownersOf(await submit(await person(), one, two));
    expect(owners.toSorted()).toEqual([first.id, second.id].toSorted());
  });

  it('prefers agents who handle the service, and falls back to any agent', async () => {
    const { responsable, first, second, client, one, two, away } = await anOffice();
    const takes = (userId: string, services: string[]) =>
      client.put(`/processing/desk/${userId}/services`, { services }).expect(200);
    for (const { id } of [responsable, first]) await takes(id, [one]);
    await takes(second.id, [two]);
    for (let n = 0; n < 3; n += 1)
      expect(await ownersOf(await submit(await person(), two))).toEqual([second.id]);
    await away(second.id);
    const [any] = await ownersOf(await submit(await person(), two));
    expect([responsable.id, first.id]).toContain(any);
    await takes(second.id, []);
    const { body } = await client.get('/processing/desk').expect(200);
    const { colleagues } = body as { colleagues: { id: string; services: string[] }[] };
    expect(colleagues.find(({ id }) => id === second.id)?.services).toEqual([]);
    expect(colleagues.find(({ id }) => id === first.id)?.services).toEqual([one]);
  });

  it('skips absent agents, with and without a substitute, and agents who left', async () => {
    const { partner, responsable, first, second, client, one, away } = await anOffice();
    await away(responsable.id);
    await app.db.absence.update({
      where: { userId: responsable.id },
      data: { substituteId: first.id },
    });
    await client.delete(`/partners/${String(partner.id)}/agents/${first.id}`).expect(200);
    for (let n = 0; n < 2; n += 1)
      expect(await ownersOf(await submit(await person(), one))).toEqual([second.id]);
    await away(second.id);
    expect(await ownersOf(await submit(await person(), one))).toEqual([null]);
  });

  it('assigns the next step of a journey, whose closing can still be undone', async () => {
    const { next, update, client, first, request } = await aJourneyUnderWay(app);
    await (await app.as(next)).put('/processing/desk', { assignsByLoad: true }).expect(200);
    await update({ status: 'IN_PROGRESS', percent: 40, partnerFeedback: 'Vu' }).expect(200);
    await update({ status: 'PROCESSED', percent: 100, partnerFeedback: 'Fini' }).expect(200);
    expect(await ownersOf(request.id)).toEqual([expect.any(String), next.id]);
    await client.post(`/processing/step/take-back/${String(first.id)}`).expect(200);
    const steps = await app.db.processingStep.findMany({
      where: { requestId: request.id },
      orderBy: { position: 'asc' },
    });
    expect(steps.map(({ status }) => status)).toEqual(['IN_PROGRESS', 'NOT_STARTED']);
    expect(steps[1]?.assigneeId).toBeNull();
  });

  it('assigns the steps of an import', async () => {
    const { partner, first, second, client, one, away, responsable } = await anOffice();
    await away(responsable.id);
    const { email } = await app.make.aBeneficiary({ openedBy: partner.id });
    const lines = [1, 2, 3, 4].map((n) => `${email};besoin ${String(n)};${one};;;`);
    const text = ['email_beneficiaire;besoin;services;parcours;date;url_video', ...lines].join(
      '\n',
    );
    await client
      .post('/requests/uploadCanevasDemandes')
      .attach('file', Buffer.from(text), { filename: 'd.csv', contentType: 'text/csv' })
      .expect(200);
    const steps = await app.db.processingStep.findMany({ where: { partnerId: partner.id } });
    const owners = steps.map(({ assigneeId }) => assigneeId);
    expect(owners.toSorted()).toEqual([first.id, first.id, second.id, second.id]);
  });

  it('is refused for an agent who is not a responsable, and for another organisation', async () => {
    const { first, second, client, one } = await anOffice();
    const plain = await app.as(first);
    await plain.put('/processing/desk', { assignsByLoad: false }).expect(403);
    await plain.put(`/processing/desk/${second.id}/services`, { services: [one] }).expect(403);
    const stranger = await app.as(await app.make.anAgent());
    await stranger.put('/processing/desk', { assignsByLoad: false }).expect(200);
    await stranger.put(`/processing/desk/${second.id}/services`, { services: [one] }).expect(404);
    expect((await client.get('/processing/desk')).body).toMatchObject({ assignsByLoad: true });
    expect(await app.db.agentService.count({ where: { userId: second.id } })).toBe(0);
  });
});

describe('assignment by load during another change', () => {
  it('leaves no step with an agent whose absence starts, and no step without an owner', async () => {
    const { responsable, first, second, one, away } = await anOffice();
    await away(responsable.id);
    const people = await Promise.all(Array.from({ length: 8 }, person));
    const absent = await app.as(first);
    const today = new Date().toISOString().slice(0, 10);
    const leave = () =>
      absent.put('/processing/absence', { from: today, until: '2199-01-01', substitute: null });
    const [ids, left] = await Promise.all([
      Promise.all(people.map((client) => submit(client, one))),
      leave(),
    ]);
    expect(left.status).toBe(200);
    const owners = (await Promise.all(ids.map(ownersOf))).flat();
    expect(owners).not.toContain(first.id);
    // What the absent agent had for a moment was released; everything else has the other agent.
    const released = await app.db.historyEvent.findMany({
      where: { kind: 'OWNER', fromOwnerId: first.id, toOwnerId: null },
    });
    expect(owners.filter((id) => id === null)).toHaveLength(released.length);
    expect(owners.filter((id) => id === second.id)).toHaveLength(8 - released.length);
  });

  it('does not deadlock with the end of an agent’s access', async () => {
    const { partner, responsable, first, second, away, one } = await anOffice();
    for (const { id } of [responsable, second]) await away(id);
    const step = await app.make.aStep({ partnerId: partner.id, assigneeId: first.id });
    const item = await app.db.referenceItem.findFirstOrThrow({ where: { code: one } });
    const runs = { changes: 0, ends: 0 };
    let ending: Promise<void> = Promise.resolve();
    const end = async (tx: Db): Promise<void> => {
      runs.ends += 1;
      await absenceRepository(tx).lock(first.id);
      await releaseSteps(tx, first.id, system, new Date());
    };
    const waiting = async (): Promise<number> => {
      const { rows } = await app.deps.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows[0]?.count ?? 0;
    };
    const given = await inTransaction(
      app.db,
      async (tx) => {
        runs.changes += 1;
        await requestWrites(tx).lock(step.requestId);
        if (runs.changes === 1) {
          ending = inTransaction(app.db, end, { timeoutMs: 60_000 });
          await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
        }
        const act = openAct(tx, { mail: app.deps.mail, author: system, now: new Date() });
        const { steps, agents } = await newRequests(tx).addSteps(step.requestId, [
          {
            position: 5,
            titleItemId: item.id,
            partnerId: partner.id,
            taskDefId: null,
            status: 'ASSIGNED',
            runsInParallel: true,
            assignedAt: new Date(),
          },
        ]);
        const owners = await ownersByLoad(act, steps, agents);
        giveByLoad(act, step.requestId, owners);
        await act.finish();
        return owners.size;
      },
      { timeoutMs: 60_000 },
    );
    await ending;
    expect(given).toBe(0);
    expect(runs).toEqual({ changes: 1, ends: 1 });
    expect(await ownersOf(step.requestId)).toEqual([null, null]);
  });
});
