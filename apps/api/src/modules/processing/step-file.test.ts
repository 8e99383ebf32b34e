import { mostPositioned, stepFile, type StepFile } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { saveStep, useTestApp } from '../../testing/index.ts';

const app = useTestApp();

const fileOf = (stepId: number) => `/processing/steps/${String(stepId)}/file`;

describe('the file of a step', () => {
  it('contains the need, the person, documents, progress, rating with its text, and other requests', async () => {
    const agent = await app.make.anAgent({ nom: 'Alaoui', prenom: 'Karim' });
    const { partnerId } = agent;
    const area = await app.make.anItem('SECTEUR_ACTIVITE', { libelleFr: 'Pêche' });
    const user = await app.make.aBeneficiary({
      typeBeneficiaire: 'entreprise',
      companyName: 'Coopérative Al Bahr',
      headquarter: 'Port de pêche, Al Hoceima',
      ice: '001234567000089',
      ifu: '40123456',
      numCin: 'LA12345',
      areaId: area.id,
    });
    const survey = { commentaire: 'x', projectIdea: 'Pas encore de projet', dejaAccompagne: 'non' };
    await app.db.qualification.updateMany({ data: { replacedAt: new Date() } });
    await app.db.qualification.create({
      data: { ...survey, userId: user.id, lookingFor: 'FINANCEMENT' },
    });
    const request = await app.make.aRequest({
      beneficiaryId: user.id,
      status: 'NOUVEAU',
      description: 'Un local à Tanger',
    });
    const step = await app.make.aStep({ requestId: request.id, partnerId });
    const other = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
    const otherStep = await app.make.aStep({ requestId: other.id, partnerId });
    // Steps of the same person that this organisation cannot see: another organisation's step, and a draft.
    const elsewhere = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
    await app.make.aStep({ requestId: elsewhere.id });
    const draft = await app.make.aRequest({ beneficiaryId: user.id });
    await app.make.aStep({ requestId: draft.id, partnerId });
    const document = await app.make.anItem('DOCUMENT');
    const client = await app.as(agent);
    await saveStep(client, step.id, 'IN_PROGRESS', 30, {
      partnerFeedback: 'Vu',
      documents: [document.code],
    }).expect(200);
    // A received document is no longer awaited.
    const stored = {
      key: 'recu.pdf',
      originalName: 'recu.pdf',
      size: 1,
      mimeType: 'application/pdf',
    };
    await app.db.stepDocument.create({
      data: {
        step: { connect: { id: step.id } },
        documentItem: { connect: { id: document.id } },
        file: { create: { ...stored, sha256: 'x' } },
        uploadedAt: new Date(),
      },
    });
    await app.db.rating.create({
      data: { stepId: step.id, beneficiaryRating: 4, beneficiaryFeedback: 'Très utile' },
    });
    const answer = await client.get(fileOf(step.id)).expect(200);
    const file: StepFile = stepFile.parse(answer.body);
    expect(file.row).toMatchObject({
      id: request.id,
      description: 'Un local à Tanger',
      processingStepId: step.id,
      percent: 30,
      awaitedDocuments: 1,
      owner: { name: 'Karim Alaoui', isMe: true },
      beneficiary: { email: user.email },
    });
    expect(file.step).toMatchObject({
      version: 2,
      percent: 30,
      partnerFeedback: 'Vu',
      changedBy: { kind: 'self' },
    });
    expect(file.stepDocuments.map(({ filename }) => filename)).toEqual([null, 'recu.pdf']);
    expect(file.rating).toEqual({ beneficiaryRating: 4, beneficiaryFeedback: 'Très utile' });
    expect(file.others.map(({ stepId, numRequest }) => [stepId, numRequest])).toEqual([
      [otherStep.id, other.numRequest],
    ]);
    expect(file.person).toMatchObject({
      profil: null,
      area: { code: area.code, libelle: 'Pêche' },
      company: { headquarter: 'Port de pêche, Al Hoceima', ice: '001234567000089' },
      survey: { projectIdea: 'Pas encore de projet', lookingFor: 'FINANCEMENT' },
    });
    // The page contains neither the identity card number nor the tax number.
    expect(answer.text).not.toContain('LA12345');
    expect(answer.text).not.toContain('40123456');
  });

  it('is hidden from other callers, and when the request is back with its author', async () => {
    const agent = await app.make.anAgent();
    const user = await app.make.aBeneficiary();
    const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'NOUVEAU' });
    const step = await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
    await (await app.as(user)).get(fileOf(step.id)).expect(403);
    await (await app.as(await app.make.anAgent())).get(fileOf(step.id)).expect(404);
    await app.db.supportRequest.update({
      where: { id: request.id },
      data: { status: 'EN_COURS_DE_CREATION' },
    });
    await (await app.as(agent)).get(fileOf(step.id)).expect(404);
  });
});

describe('the neighbours of a step', () => {
  interface Found {
    readonly previous: { readonly stepId: number } | null;
    readonly next: { readonly stepId: number } | null;
    readonly place: number | null;
    readonly total: number;
  }

  it(
    'follow every sort, part and owner filter, step by step over the whole list',
    { tags: ['slow'] },
    async () => {
      const agent = await app.make.anAgent();
      const { partnerId } = agent;
      const client = await app.as(agent);
      for (let i = 0; i < 23; i += 1) {
        const request = await app.make.aRequest({
          status: 'ENTAME',
          dateRequest: new Date(Date.UTC(2026, 4, 1 + (i % 5))),
        });
        await app.make.aStep({
          requestId: request.id,
          partnerId,
          percent: (i % 3) * 10,
          status: i % 4 === 0 ? 'NOT_STARTED' : 'IN_PROGRESS',
          assignedAt: i % 4 === 0 ? null : new Date(Date.UTC(2026, 4, 1 + (i % 7))),
          assigneeId: i % 2 === 0 ? agent.id : null,
          dueOn: i % 3 === 0 ? null : new Date(Date.UTC(2026, 5, 1 + (i % 5))),
        });
      }
      const queries = [
        'dateRequest',
        'numRequest',
        'percent',
        'assignedAt',
        'dueOn',
        'beneficiary',
        'service',
      ].flatMap((field) => [`sort=${field},asc`, `sort=${field},desc`]);
      for (const query of [...queries, 'tab=todo&sort=percent,asc', 'owner=mine', 'owner=none']) {
        const list = await client
          .post(`/journeyInstanceProcessingSteps/filter?size=200&${query}`, [])
          .expect(200);
        const ids = (list.body as { results: { processingStepId: number }[] }).results.map(
          ({ processingStepId }) => processingStepId,
        );
        expect(ids.length).toBeGreaterThan(8);
        for (const [at, stepId] of ids.entries()) {
          const answer = await client
            .post(
              `/journeyInstanceProcessingSteps/neighbours?stepId=${String(stepId)}&${query}`,
              [],
            )
            .expect(200);
          const { previous, next, place, total } = answer.body as Found;
          expect([query, previous?.stepId, next?.stepId, place, total]).toEqual([
            ...[query, ids[at - 1], ids[at + 1], at + 1, ids.length],
          ]);
        }
      }
    },
  );

  it('are available for a step that has left the filter, without its position', async () => {
    const agent = await app.make.anAgent();
    const client = await app.as(agent);
    const steps = [];
    for (const status of ['IN_PROGRESS', 'PROCESSED', 'IN_PROGRESS'] as const) {
      const request = await app.make.aRequest({ status: 'ENTAME' });
      const percent = status === 'PROCESSED' ? 100 : 10;
      steps.push(
        await app.make.aStep({
          requestId: request.id,
          partnerId: agent.partnerId,
          status,
          percent,
        }),
      );
    }
    const [first, left, last] = steps.map(({ id }) => id);
    const answer = await client
      .post(
        `/journeyInstanceProcessingSteps/neighbours?tab=todo&sort=numRequest,asc&stepId=${String(left)}`,
        [],
      )
      .expect(200);
    expect(answer.body).toMatchObject({
      previous: { stepId: first },
      next: { stepId: last },
      place: null,
      total: 2,
    });
    const stranger = await app.as(await app.make.anAgent());
    await stranger
      .post(`/journeyInstanceProcessingSteps/neighbours?stepId=${String(left)}`, [])
      .expect(404);
    await client.post('/journeyInstanceProcessingSteps/neighbours', []).expect(400);
  });

  it('have a limited count, but are found beyond the limit', async () => {
    const agent = await app.make.anAgent();
    const request = await app.make.aRequest({ status: 'ENTAME' });
    const first = await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
    await app.db.$executeRaw`
      INSERT INTO processing_steps (request_id, position, title_item_id, partner_id, status, updated_at)
      SELECT request_id, position + n, title_item_id, partner_id, status, updated_at
      FROM processing_steps, generate_series(1, ${mostPositioned + 4}) n WHERE id = ${first.id}`;
    const client = await app.as(agent);
    const places = await Promise.all(
      [0, 1, mostPositioned - 1, mostPositioned, mostPositioned + 4].map(async (at) => {
        const { id } = await app.db.processingStep.findFirstOrThrow({
          where: { requestId: request.id, position: first.position + at },
        });
        const answer = await client
          .post(
            `/journeyInstanceProcessingSteps/neighbours?sort=numRequest,asc&stepId=${String(id)}`,
            [],
          )
          .expect(200);
        const { place, total, next } = answer.body as Found;
        return [place, total, next !== null];
      }),
    );
    const more = mostPositioned + 1;
    expect(places).toEqual([
      [1, more, true],
      [2, more, true],
      [mostPositioned, more, true],
      [more, more, true],
      [more, more, false],
    ]);
  });
});

describe('a rejected step', () => {
  it('hides the person’s contact from its organisation: page, list and export', async () => {
    const agent = await app.make.anAgent();
    const user = await app.make.aBeneficiary({ phone: '+212612345678', address: '7, rue du Port' });
    const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
    const { partnerId } = agent;
    const step = await app.make.aStep({ requestId: request.id, partnerId, status: 'IN_PROGRESS' });
    const client = await app.as(agent);
    const personOf = async () =>
      ((await client.get(fileOf(step.id)).expect(200)).body as StepFile).row.beneficiary;
    expect(await personOf()).toMatchObject({ email: user.email, phone: user.phone });
    await app.db.processingStep.update({ where: { id: step.id }, data: { status: 'REJECTED' } });
    expect(await personOf()).toMatchObject({
      nom: user.nom,
      email: null,
      phone: null,
      address: null,
      invitation: null,
    });
    const lists = '/journeyInstanceProcessingSteps';
    const texts = [
      (await client.get(fileOf(step.id)).expect(200)).text,
      (await client.get(`/requests/${String(request.id)}`)).text,
      (await client.post(`${lists}/filter`, []).expect(200)).text,
      (await client.post(`${lists}/export?format=csv`, []).expect(200)).text,
    ];
    expect(texts[3]).toContain(user.nom);
    for (const text of texts)
      for (const own of [user.email, '+212612345678', '7, rue du Port'])
        expect(text).not.toContain(own);
  });
});
