import type { HistoryItem, StepOwner } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { handIn, rateStep, saveStep, useTestApp } from '../../testing/index.ts';

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '100' } });

/** A step, two agents of its organisation, and its person. */
async function aDesk() {
  const user = await app.make.aBeneficiary();
  const first = await app.make.anAgent({ nom: 'Alaoui', prenom: 'Karim' });
  const { partnerId } = first;
  const second = await app.make.anAgent({ partnerId, nom: 'Idrissi', prenom: 'Sara' });
  const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'NOUVEAU' });
  const step = await app.make.aStep({ requestId: request.id, partnerId });
  const [one, two, owner] = [await app.as(first), await app.as(second), await app.as(user)];
  const give = (client: typeof one, to: string | null, expected: string | null, reason?: string) =>
    client.post(`/processing/step/owner/${String(step.id)}`, { owner: to, expected, reason });
  const save = (client: typeof one, members: object = {}) =>
    saveStep(client, step.id, 'IN_PROGRESS', 20, members);
  const row = () => app.db.processingStep.findUniqueOrThrow({ where: { id: step.id } });
  const changes = () =>
    app.db.historyEvent.findMany({
      where: { stepId: step.id, kind: 'OWNER' },
      orderBy: { id: 'asc' },
      select: { actorId: true, fromOwnerId: true, toOwnerId: true },
    });
  const notified = async (kind: 'RATED' | 'DOCUMENTS_RECEIVED' | 'MESSAGE' | 'HANDED_OVER') =>
    (await app.db.notice.findMany({ where: { stepId: step.id, kind } })).map(
      ({ userId }) => userId,
    );
  const remove = (client: typeof one, id: string) =>
    client.delete(`/partners/${String(partnerId)}/agents/${id}`);
  return {
    ...{ user, first, second, partnerId, request, step, one, two, owner },
    ...{ give, save, row, changes, notified, remove },
  };
}

const ownerOf = (body: unknown) => (body as { owner: StepOwner | null }).owner;

describe('the owner of a step', () => {
  it('can claim it, hand it over and release it; each change is in the history', async () => {
    const { first, second, one, two, give, changes, row } = await aDesk();
    const { version } = await row();
    const taken = await give(one, first.id, null).expect(200);
    expect(ownerOf(taken.body)).toEqual({ id: first.id, name: 'Karim Alaoui', isMe: true });
    const handed = await give(one, second.id, first.id).expect(200);
    expect(ownerOf(handed.body)).toEqual({ id: second.id, name: 'Sara Idrissi', isMe: false });
    expect(ownerOf((await give(two, null, second.id).expect(200)).body)).toBeNull();
    expect(await changes()).toEqual([
      { actorId: first.id, fromOwnerId: null, toOwnerId: first.id },
      { actorId: first.id, fromOwnerId: first.id, toOwnerId: second.id },
      { actorId: second.id, fromOwnerId: second.id, toOwnerId: null },
    ]);
    // The form shows the same, so the version stays and a colleague's edit is not interrupted.
    expect((await row()).version).toBe(version);
  });

  it('is not changed when another agent owns it by now, and the refusal names that agent', async () => {
    const { first, second, one, two, give, row, changes } = await aDesk();
    await give(one, first.id, null).expect(200);
    const refused = await give(two, second.id, null).expect(409);
    expect(refused.body).toMatchObject({
      code: 'OWNER_CHANGED',
      current: { owner: { id: first.id, name: 'Karim Alaoui', isMe: false } },
    });
    await give(two, null, second.id).expect(409);
    expect((await row()).assigneeId).toBe(first.id);
    expect(await changes()).toHaveLength(1);
    // A repeated call is accepted and recorded once.
    await give(one, first.id, null).expect(200);
    expect(await changes()).toHaveLength(1);
  });

  it('is one of twenty simultaneous claimants, and the others receive the owner’s name', async () => {
    const { partnerId, step, row, changes } = await aDesk();
    const agents = await Promise.all(
      Array.from({ length: 20 }, () => app.make.anAgent({ partnerId })),
    );
    const clients = await Promise.all(agents.map((agent) => app.as(agent)));
    const answers = await Promise.all(
      clients.map((client, i) =>
        client.post(`/processing/step/owner/${String(step.id)}`, {
          owner: agents[i]?.id,
          expected: null,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = (await row()).assigneeId;
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(19);
    for (const { body } of refused)
      expect(body).toMatchObject({ code: 'OWNER_CHANGED', current: { owner: { id: winner } } });
    expect(await changes()).toHaveLength(1);
  });

  it('can only be an active agent of its organisation', async () => {
    const { user, partnerId, one, give, row } = await aDesk();
    const others = [
      await app.make.anAgent(),
      await app.make.anAgent({ partnerId, approvedAt: null }),
      await app.make.anAgent({ partnerId, emailConfirmedAt: null }),
      await app.make.anAgent({ partnerId, disabledAt: new Date() }),
      user,
    ];
    for (const { id } of others) {
      const refused = await give(one, id, null).expect(400);
      expect(refused.body).toMatchObject({ code: 'INVALID_INPUT', errors: [{ path: 'owner' }] });
    }
    await give(one, 'x', null).expect(400);
    expect((await row()).assigneeId).toBeNull();
  });

  it('cannot be changed by the beneficiary, another organisation, or on a closed step', async () => {
    const { first, one, owner, give, save } = await aDesk();
    await give(owner, null, null).expect(403);
    const stranger = await app.make.anAgent();
    await give(await app.as(stranger), stranger.id, null).expect(404);
    await save(one, { percent: 100 }).expect(200);
    const refused = await give(one, null, first.id).expect(409);
    expect(refused.body).toMatchObject({ code: 'STEP_CLOSED' });
  });
});

describe('the first update of a step', () => {
  it('claims it, and the second update does not', async () => {
    const { first, one, two, save, row, changes } = await aDesk();
    const answer = await save(one).expect(200);
    expect(answer.body).toMatchObject({ owner: { id: first.id, isMe: true } });
    await save(two, { percent: 30 }).expect(200);
    expect((await row()).assigneeId).toBe(first.id);
    expect(await changes()).toHaveLength(1);
  });

  it('leaves it with the colleague who owns it', async () => {
    const { second, one, two, give, save, row } = await aDesk();
    await give(two, second.id, null).expect(200);
    await save(one).expect(200);
    expect((await row()).assigneeId).toBe(second.id);
  });
});

describe('a colleague whose access ends', () => {
  it('loses all steps, and the history shows the author of the release', async () => {
    const { first, second, one, two, give, row, changes, remove } = await aDesk();
    await give(two, second.id, null).expect(200);
    await remove(one, second.id).expect(200);
    expect((await row()).assigneeId).toBeNull();
    expect((await changes()).at(-1)).toEqual({
      actorId: first.id,
      fromOwnerId: second.id,
      toOwnerId: null,
    });
  });

  it('during a save loses no data, and keeps no step', async () => {
    for (const round of [1, 2, 3, 4]) {
      const { second, one, two, save, row, remove } = await aDesk();
      const words = `Travail ${String(round)}`;
      const [saved, removed] = await Promise.all([
        save(two, { partnerFeedback: words }),
        remove(one, second.id),
      ]);
      expect(removed.status).toBe(200);
      const after = await row();
      expect(after.assigneeId).toBeNull();
      // The update is refused as a whole or saved as a whole.
      expect([200, 401, 403]).toContain(saved.status);
      expect(after.partnerFeedback).toBe(saved.status === 200 ? words : null);
    }
  });

  it('during the claim of ten steps keeps none of the steps', async () => {
    const { first, second, partnerId, request, one, two, remove } = await aDesk();
    const steps = await Promise.all(
      Array.from({ length: 10 }, (_, position) =>
        app.make.aStep({ requestId: request.id, partnerId, position: position + 1 }),
      ),
    );
    const [removed] = await Promise.all([
      remove(one, second.id),
      ...steps.map(({ id }) =>
        two.post(`/processing/step/owner/${String(id)}`, { owner: second.id, expected: null }),
      ),
      ...steps.map(({ id }) =>
        one.post(`/processing/step/owner/${String(id)}`, { owner: second.id, expected: null }),
      ),
    ]);
    expect(removed.status).toBe(200);
    expect(await app.db.processingStep.count({ where: { assigneeId: second.id } })).toBe(0);
    expect(await app.db.processingStep.count({ where: { assigneeId: first.id } })).toBe(0);
  });

  it('through the erasure of their account keeps no step either', async () => {
    const { second, two, give, row } = await aDesk();
    await give(two, second.id, null).expect(200);
    const { personDataService } = await import('../accounts/index.ts');
    await personDataService(app.deps).erase(second.id, 'administrator');
    expect((await row()).assigneeId).toBeNull();
  });
});

describe('the events of a step', () => {
  it('notify only its owner, or every agent while it has no owner', async () => {
    const { first, second, one, two, owner, step, give, save, notified } = await aDesk();
    const message = (key: string) =>
      owner
        .post(`/processing/step/${String(step.id)}/messages`, { body: 'Bonjour', clientKey: key })
        .expect(201);
    await message('0d3e8c1a-3f52-4a7e-9d53-6a1fd8d7c111');
    expect((await notified('MESSAGE')).sort()).toEqual([first.id, second.id].sort());
    await give(two, second.id, null).expect(200);
    const doc = await app.make.anItem('DOCUMENT');
    await save(one, { documents: [doc.code] }).expect(200);
    await handIn(owner, step.id, 'bail.pdf', doc.code).expect(201);
    expect(await notified('DOCUMENTS_RECEIVED')).toEqual([second.id]);
    await app.db.stepMessage.updateMany({ data: { readAt: new Date() } });
    await app.db.outboxMail.deleteMany();
    await message('0d3e8c1a-3f52-4a7e-9d53-6a1fd8d7c112');
    expect((await app.mails()).map(({ to }) => to)).toEqual([second.email]);
    await save(two, { percent: 100 }).expect(200);
    await rateStep(owner, step.id, 5, 'Bien').expect(200);
    expect(await notified('RATED')).toEqual([second.id]);
  });

  it('notify a colleague who receives the step, with the giver’s name, but not an agent who claims it', async () => {
    const { first, second, one, two, give, notified } = await aDesk();
    await give(one, first.id, null).expect(200);
    expect(await notified('HANDED_OVER')).toEqual([]);
    await give(one, second.id, first.id, 'Je pars en congé').expect(200);
    expect(await notified('HANDED_OVER')).toEqual([second.id]);
    const notices = (await two.get('/notices').expect(200)).body as object[];
    expect(notices).toMatchObject([
      {
        kind: 'HANDED_OVER',
        person: 'Karim Alaoui',
        reason: 'Je pars en congé',
        target: 'WORKLIST',
      },
    ]);
  });
});

describe('the owner of a step is visible', () => {
  it('to agents of the organisation, with names, but not to the beneficiary and other organisations', async () => {
    const { second, request, one, two, owner, give, save } = await aDesk();
    const elsewhere = await app.make.anAgent();
    await app.make.aStep({ requestId: request.id, partnerId: elsewhere.partnerId });
    await give(one, second.id, null).expect(200);
    await save(two).expect(200);
    await give(two, null, second.id).expect(200);
    const history = async (client: typeof one) => {
      const { text, body } = await client
        .get(`/requests/${String(request.id)}/history`)
        .expect(200);
      return { text, items: (body as { items: HistoryItem[] }).items };
    };
    const own = (await history(one)).items.filter(({ by }) => by !== null);
    expect(own.map(({ what, by, owner: whose }) => [what, by?.name, whose])).toEqual([
      ['handedOver', 'Karim Alaoui', 'Sara Idrissi'],
      ['progress', 'Sara Idrissi', null],
      ['letGo', 'Sara Idrissi', 'Sara Idrissi'],
    ]);
    await give(two, second.id, null).expect(200);
    const steps = (client: typeof one) =>
      client
        .post('/journeyInstanceProcessingSteps/list', { requestId: request.id })
        .expect(200)
        .then(({ text }) => text);
    expect(await steps(one)).toContain('Sara Idrissi');
    for (const client of [owner, await app.as(elsewhere)]) {
      expect((await history(client)).text).not.toMatch(/Idrissi|Alaoui|letGo|handedOver|taken/);
      expect(await steps(client)).not.toMatch(/Idrissi|isMe/);
    }
    const exported = await owner.get('/utilisateurs/export').expect(200);
    const data = JSON.stringify(exported.body) + exported.text;
    expect(data).toContain(request.numRequest);
    expect(data).not.toContain(second.id);
  });
});

describe('the owner filter of the worklist', () => {
  it('shows own, unowned or all steps, with counts that match the lists', async () => {
    const { first, second, partnerId, one, two, give } = await aDesk();
    const make = async (over: object) => {
      const request = await app.make.aRequest({ status: 'ENTAME' });
      return await app.make.aStep({ requestId: request.id, partnerId, ...over });
    };
    await make({ assigneeId: first.id });
    await make({ assigneeId: first.id, status: 'PROCESSED', percent: 100 });
    await make({ assigneeId: second.id });
    await make({});
    await make({ status: 'REJECTED' });
    await give(one, first.id, null).expect(200);
    const list = async (query: string) => {
      const answer = await one
        .post(`/journeyInstanceProcessingSteps/filter?size=50${query}`, [])
        .expect(200);
      return answer.body as { results: { owner: StepOwner | null }[]; totalElements: number };
    };
    const counts = async (query: string, client = one) =>
      (await client.post(`/journeyInstanceProcessingSteps/counts${query}`, []).expect(200))
        .body as Record<string, number>;
    expect(await counts('')).toMatchObject({
      ...{ all: 6, todo: 4, waiting: 0, done: 2 },
      ...{ mine: 3, nobodys: 2, everybodys: 6 },
    });
    expect(await counts('?tab=todo&owner=mine')).toMatchObject({
      ...{ all: 3, todo: 2, done: 1 },
      ...{ mine: 2, nobodys: 1, everybodys: 4 },
    });
    expect(await counts('?owner=mine', two)).toMatchObject({ all: 1, mine: 1 });
    for (const [query, total] of [
      ['&owner=mine', 3],
      ['&owner=none', 2],
      ['&tab=todo&owner=mine', 2],
      ['&tab=done&owner=none', 1],
    ] as const) {
      const page = await list(query);
      expect([query, page.totalElements, page.results.length]).toEqual([query, total, total]);
    }
    const { results } = await list('&owner=mine');
    expect(results[0]?.owner).toEqual({ id: first.id, name: 'Karim Alaoui', isMe: true });
    expect((await list('&owner=none')).results.map((row) => row.owner)).toEqual([null, null]);
    const csv = await one
      .post('/journeyInstanceProcessingSteps/export?format=csv&owner=none', [])
      .expect(200);
    expect(csv.text.trim().split('\r\n')).toHaveLength(3);
    await one.post('/journeyInstanceProcessingSteps/filter?owner=x', []).expect(400);
  });
});
