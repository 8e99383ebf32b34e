import { errorBodySchema, stepNow, type StepNow } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { handIn, rateStep, saveStep, useTestApp } from '../../testing/index.ts';
import { requestAdministration } from '../requests/index.ts';

const app = useTestApp();

/** A step, two agents of its organisation, and its person. */
async function twoAgentsAtOneStep() {
  const user = await app.make.aBeneficiary();
  const first = await app.make.anAgent({ nom: 'Alaoui', prenom: 'Karim' });
  const second = await app.make.anAgent({ partnerId: first.partnerId, prenom: 'Sara' });
  const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'NOUVEAU' });
  const step = await app.make.aStep({ requestId: request.id, partnerId: first.partnerId });
  const [one, two, owner] = [await app.as(first), await app.as(second), await app.as(user)];
  const open = async (client = one): Promise<StepNow> => {
    const { body } = await client
      .get(`/journeyInstanceProcessingSteps/documents/${String(step.id)}`)
      .expect(200);
    return stepNow.parse((body as { step: unknown }).step);
  };
  const save = (client: typeof one, members: object) =>
    saveStep(client, step.id, 'IN_PROGRESS', 20, members);
  const row = () => app.db.processingStep.findUniqueOrThrow({ where: { id: step.id } });
  return { user, first, second, request, step, one, two, owner, open, save, row };
}

const currentOf = (body: unknown) => stepNow.parse(errorBodySchema.strict().parse(body).current);

describe('two agents who edit one step', () => {
  it('get a conflict on the second save, with the current values, author and time; nothing is lost', async () => {
    const { one, two, open, save, row, request } = await twoAgentsAtOneStep();
    const doc = await app.make.anItem('DOCUMENT');
    const { version } = await open(two);
    await save(one, {
      version,
      percent: 60,
      status: 'BLOCKED',
      blockedBecause: 'Il manque le bail',
      partnerFeedback: 'Il manque le bail',
      documents: [doc.code],
    }).expect(200);
    const before = await row();
    const mails = (await app.mails()).length;
    const refused = await save(two, { version, partnerFeedback: 'Dossier complet' }).expect(409);
    expect(refused.body).toMatchObject({ code: 'STEP_CHANGED' });
    expect(currentOf(refused.body)).toEqual({
      version: version + 1,
      changedAt: expect.stringMatching(/^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}$/) as string,
      changedBy: { kind: 'colleague', name: 'Karim Alaoui' },
      status: { code: 'BLOCKED', libelle: 'BLOCKED' },
      percent: 60,
      partnerFeedback: 'Il manque le bail',
      documents: [{ document: { code: doc.code, libelle: doc.libelleFr }, url: null, state: null }],
    });
    expect(await row()).toEqual(before);
    expect(await app.mails()).toHaveLength(mails);
    const recorded = await app.db.historyEvent.count({
      where: { requestId: request.id, kind: 'STEP_STATUS' },
    });
    expect(recorded).toBe(1);
    // The second agent saves again with the current version.
    await save(two, { version: currentOf(refused.body).version, percent: 65 }).expect(200);
    expect(await row()).toMatchObject({ percent: 65, partnerFeedback: 'Il manque le bail' });
  });

  it('cannot both save at the same moment, in any combination of calls', async () => {
    for (const round of [1, 2, 3]) {
      const { one, two, open, save, row } = await twoAgentsAtOneStep();
      const { version } = await open();
      const answers = await Promise.all([
        save(one, { version, percent: 35, partnerFeedback: `Premier ${String(round)}` }),
        save(two, { version, percent: 70, partnerFeedback: `Second ${String(round)}` }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const winner = answers[0].status === 200 ? 'Premier' : 'Second';
      expect((await row()).partnerFeedback).toBe(`${winner} ${String(round)}`);
      expect((await row()).version).toBe(version + 1);
    }
  });

  it('can save without a version, or with null as the version', async () => {
    const { one, two, save, row } = await twoAgentsAtOneStep();
    await save(one, { percent: 10 }).expect(200);
    await save(two, { percent: 15, version: null }).expect(200);
    expect(await row()).toMatchObject({ percent: 15, version: 3 });
  });

  it('receive the new version in the response for the next save', async () => {
    const { one, open, save } = await twoAgentsAtOneStep();
    const { version } = await open();
    const answer = await save(one, { version, percent: 10 }).expect(200);
    expect(answer.body).toMatchObject({ version: version + 1 });
    await save(one, { version: version + 1, percent: 15 }).expect(200);
  });

  it('have the same update counted once: a retry after a lost response causes no conflict', async () => {
    const { one, two, open, save, row } = await twoAgentsAtOneStep();
    const doc = await app.make.anItem('DOCUMENT');
    const { version } = await open();
    const update = { version, percent: 25, partnerFeedback: 'Vu', documents: [doc.code] };
    await save(one, update).expect(200);
    const before = await row();
    await save(one, update).expect(200);
    await save(two, { version, percent: 25 }).expect(200);
    expect(await row()).toEqual(before);
    await save(two, { version, percent: 25, partnerFeedback: '' }).expect(200);
    expect(await row()).toEqual(before);
    await save(two, { version, percent: 25, partnerFeedback: 'Autre' }).expect(409);
  });

  it('change nothing with an empty feedback when there is none', async () => {
    const { one, two, open, save, row } = await twoAgentsAtOneStep();
    const { version } = await open();
    await save(one, { version, percent: 25 }).expect(200);
    const before = await row();
    await save(two, { version, percent: 25, partnerFeedback: '' }).expect(200);
    expect(await row()).toEqual(before);
  });

  it.each<[string, object]>([
    ['the status', { status: 'BLOCKED', blockedBecause: 'Grève' }],
    ['the percent', { percent: 30 }],
    ['a document', { documents: ['PASSEPORT'] }],
  ])('get a conflict for a difference in %s alone on an older version', async (_, members) => {
    const { one, two, open, save, row } = await twoAgentsAtOneStep();
    await app.make.anItem('DOCUMENT', { code: 'PASSEPORT' });
    const { version } = await open();
    await save(one, { version, percent: 25 }).expect(200);
    const before = await row();
    const refused = await save(two, { version, percent: 25, ...members }).expect(409);
    expect(refused.body).toMatchObject({ code: 'STEP_CHANGED' });
    expect(await row()).toEqual(before);
  });

  it.each([0, -1, 1.5, '2', {}, []])('get a refusal for the version %j', async (version) => {
    const { one, save } = await twoAgentsAtOneStep();
    const answer = await save(one, { version }).expect(400);
    expect(answer.body).toMatchObject({ code: 'INVALID_INPUT', errors: [{ path: 'version' }] });
  });

  it('get the specification’s message for a closed step, with or without a version', async () => {
    const { one, two, open, save } = await twoAgentsAtOneStep();
    const { version } = await open();
    await save(one, { version, percent: 100, status: 'PROCESSED' }).expect(200);
    const answer = await save(two, { version }).expect(409);
    expect(answer.body).toMatchObject({
      code: 'STEP_FULLY_CLAIMED',
      message: 'Vous avez déjà réclamé 100 % du traitement.',
    });
  });
});

describe('the version of a step', () => {
  it('increases after an upload, and the open form gets a conflict with the beneficiary’s name', async () => {
    const { user, one, owner, step, open, save } = await twoAgentsAtOneStep();
    const doc = await app.make.anItem('DOCUMENT');
    await save(one, { documents: [doc.code] }).expect(200);
    const { version } = await open();
    await handIn(owner, step.id, 'bail.pdf', doc.code).expect(201);
    const refused = await save(one, { version, percent: 30 }).expect(409);
    const current = currentOf(refused.body);
    expect(current).toMatchObject({
      percent: 20,
      changedBy: { kind: 'beneficiary', name: `${user.prenom} ${user.nom}` },
    });
    expect(current.documents[0]?.url).toEqual(expect.any(String));
  });

  it('increases when the step is assigned and when the administrator rejects it', async () => {
    const { request, step, row } = await twoAgentsAtOneStep();
    const next = await app.make.aStep({
      requestId: request.id,
      status: 'NOT_STARTED',
      assignedAt: null,
    });
    await requestAdministration(app.deps).rejectStep(step.id, null);
    expect(await row()).toMatchObject({ status: 'REJECTED', version: 2 });
    expect(await app.db.processingStep.findUnique({ where: { id: next.id } })).toMatchObject({
      status: 'ASSIGNED',
      version: 2,
    });
  });

  it('increases for begun steps when the request is sent back', async () => {
    const { request, one, save, row } = await twoAgentsAtOneStep();
    await save(one, {}).expect(200);
    await requestAdministration(app.deps).sendBack(request.numRequest, 'Précisez le lieu');
    expect(await row()).toMatchObject({ status: 'REJECTED', version: 3 });
  });

  it('does not change for messages, notes and a rating, which the form does not show', async () => {
    const { one, owner, step, save, row } = await twoAgentsAtOneStep();
    const written = { clientKey: '0d3e8c1a-3f52-4a7e-9d53-6a1fd8d7c111', body: 'Bonjour' };
    await owner.post(`/processing/step/${String(step.id)}/messages`, written).expect(201);
    await one.post(`/processing/step/${String(step.id)}/notes`, written).expect(201);
    expect((await row()).version).toBe(1);
    await save(one, { percent: 100 }).expect(200);
    await rateStep(owner, step.id, 5, 'Merci').expect(200);
    expect((await row()).version).toBe(2);
  });
});

describe('the state of a step', () => {
  it('is visible to its organisation only, neither to the owner nor to another organisation', async () => {
    const { owner, step, save, one } = await twoAgentsAtOneStep();
    await save(one, { partnerFeedback: 'Entre nous' }).expect(200);
    const path = `/journeyInstanceProcessingSteps/documents/${String(step.id)}`;
    expect((await owner.get(path).expect(200)).body).toMatchObject({ step: null });
    const stranger = await app.as(await app.make.anAgent());
    const refused = await stranger.get(path).expect(404);
    expect(refused.text).not.toContain('Entre nous');
    const stale = await saveStep(stranger, step.id, 'IN_PROGRESS', 5, { version: 1 });
    expect(stale.status).toBe(404);
    expect(stale.text).not.toContain('current');
  });

  it('omits the name of an agent of another organisation or with ended access', async () => {
    const { one, two, second, request, open, save } = await twoAgentsAtOneStep();
    const { version } = await open();
    await save(two, { version, percent: 40 }).expect(200);
    await app.db.user.update({
      where: { id: second.id },
      data: { nom: '—', prenom: '—', partnerId: null, disabledAt: new Date() },
    });
    const refused = await save(one, { version, percent: 45 }).expect(409);
    expect(currentOf(refused.body).changedBy).toEqual({ kind: 'other', name: null });
    await app.db.historyEvent.create({
      data: { requestId: request.id, stepId: null, kind: 'STATUS', actorRole: 'ADMINISTRATEUR' },
    });
    expect((await open()).changedBy).toEqual({ kind: 'other', name: null });
  });
});

describe('the requester and the need', () => {
  const need = 'السلام عليكم\n<script>alert(1)</script>\n' + 'Besoin '.repeat(550).trim();

  it('are visible only to the organisation with a step', async () => {
    const user = await app.make.aBeneficiary({
      typeBeneficiaire: 'entreprise',
      companyName: 'Miel du Rif',
    });
    const request = await app.make.aRequest({
      beneficiaryId: user.id,
      status: 'NOUVEAU',
      description: need,
      urlVideo: 'https://youtu.be/abcdefghijk',
    });
    const agent = await app.make.anAgent();
    await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
    const client = await app.as(agent);
    const own = [{ key: 'numRequest', operation: 'EQUALS', value: request.numRequest }];
    const list = await client.post('/journeyInstanceProcessingSteps/filter', own).expect(200);
    expect((list.body as { results: unknown[] }).results).toMatchObject([
      {
        description: need,
        urlVideo: 'https://youtu.be/abcdefghijk',
        beneficiary: { name: 'Miel du Rif', typeBeneficiaire: 'entreprise' },
      },
    ]);

    const stranger = await app.as(await app.make.anAgent());
    const none = await stranger.post('/journeyInstanceProcessingSteps/filter', own).expect(200);
    expect(none.body).toMatchObject({ results: [] });
    const hidden = await stranger.get(`/requests/${String(request.id)}`).expect(404);
    expect(hidden.text).not.toContain('Besoin');
    // The request is back with its author, so agents no longer see it.
    await app.db.supportRequest.update({
      where: { id: request.id },
      data: { status: 'EN_COURS_DE_CREATION' },
    });
    const gone = await client.post('/journeyInstanceProcessingSteps/filter', own).expect(200);
    expect(gone.body).toMatchObject({ results: [] });
    await client.get(`/requests/${String(request.id)}`).expect(404);
  });
});
