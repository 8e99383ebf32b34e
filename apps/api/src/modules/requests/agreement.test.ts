import type { RequestView } from '@wasl/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import { samplePdf, saveStep, type TestClient, useTestApp } from '../../testing/index.ts';

let service: { id: number; code: string };
let count = 0;

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '1000' } });
beforeAll(async () => {
  service = await app.make.aService({ code: 'CONSEIL' });
});

async function anOffice() {
  const partner = await app.make.aPartner({ serviceItems: [service] });
  const agent = await app.make.anAgent({ partnerId: partner.id });
  return { partner, agent, client: await app.as(agent) };
}
type Office = Awaited<ReturnType<typeof anOffice>>;

function file(by: TestClient, email: string, needs: readonly string[]) {
  count += 1;
  const lines = needs.map((need) => `${email};${need};CONSEIL;;2020-01-31;`);
  const text = ['email_beneficiaire;besoin;services;parcours;date;url_video', ...lines];
  return by
    .post('/requests/uploadCanevasDemandes')
    .attach('file', Buffer.from([...text, `# ${String(count)}`].join('\n')), {
      filename: 'demandes.csv',
      contentType: 'text/csv',
    });
}

/** A person with requests that an organisation unknown to them filed. */
async function aFiled({
  needs = ['Un café'],
  isQualified = true,
  office = undefined as Office | undefined,
} = {}) {
  const from = office ?? (await anOffice());
  const person = await app.make.aBeneficiary({ isQualified, city: 'Villesecrète' });
  await file(from.client, person.email, needs).expect(200);
  const requests = await app.db.supportRequest.findMany({
    where: { beneficiaryId: person.id },
    orderBy: { id: 'asc' },
  });
  return { ...from, person, owner: await app.as(person), id: requests[0]?.id ?? 0, requests };
}
const agree = (owner: TestClient, id: number, accepted = true) =>
  owner.post(`/requests/${String(id)}/agreement`, { accepted });
const withdraw = (owner: TestClient, id: number) =>
  owner.delete(`/requests/${String(id)}/agreement`);
const viewOf = async (owner: TestClient, id: number) =>
  (await owner.get(`/requests/${String(id)}`).expect(200)).body as RequestView;
const worklistOf = async (client: TestClient) =>
  (
    (await client.post('/journeyInstanceProcessingSteps/filter', []).expect(200)).body as {
      results: { beneficiary: { city: string } }[];
    }
  ).results;
const historyOf = async (requestId: number) =>
  (await app.db.historyEvent.findMany({ where: { requestId }, orderBy: { id: 'asc' } })).map(
    ({ kind, fromStatus, toStatus }) => [kind, fromStatus, toStatus],
  );

describe('a request that awaits agreement', () => {
  it('shows its person who filed it, and can be accepted but not changed', async () => {
    const { owner, id, partner } = await aFiled();
    const view = await viewOf(owner, id);
    expect(view.filing).toEqual({
      organisation: partner.title,
      isDateStated: true,
      agreement: 'WAITING',
    });
    expect(view.abilities).toEqual({
      canEdit: false,
      canDelete: false,
      canSubmit: false,
      canFollow: false,
      canReceipt: false,
      canUpdate: false,
      canDecline: false,
      canSendBack: false,
      canAgree: true,
      canWithdraw: false,
      canWithdrawRequest: false,
    });
    const waiting = [{ key: 'agreement', operation: 'EQUALS', value: 'WAITING' }];
    const list = await owner.post('/requests/filter', waiting).expect(200);
    expect(list.headers['x-total-count']).toBe('1');

    const path = `/requests/${String(id)}`;
    const dto = JSON.stringify({ description: 'x', services: [service.code] });
    await owner.put(path).field('createRequestDto', dto).expect(409);
    await owner.delete(path).expect(409);
    await owner.get(`${path}/submission`).expect(409);
    await owner.get(`${path}/receipt`).expect(409);
    await owner
      .put('/requests/observationAndStatus', {
        idRequest: id,
        newStatus: { code: 'NOUVEAU' },
        observations: '',
      })
      .expect(409);
    await owner
      .post(`${path}/document`)
      .field('name', 'BUSINESS_PLAN')
      .attach('file', samplePdf, 'plan.pdf')
      .expect(409);
    // A waiting request is read-only for its owner, with or without a document.
    await owner.delete(`${path}/document/BUSINESS_PLAN`).expect(409);
    expect(await viewOf(owner, id)).toEqual(view);
  });

  it('can be decided only by its owner, with yes or no', async () => {
    const { owner, id, client } = await aFiled();
    const stranger = await app.as(await app.make.aBeneficiary());
    for (const accepted of [true, false]) await agree(stranger, id, accepted).expect(404);
    await withdraw(stranger, id).expect(404);
    await agree(client, id).expect(403);
    await owner.post(`/requests/${String(id)}/agreement`, {}).expect(400);
    await withdraw(owner, id).expect(409);
    expect((await viewOf(owner, id)).filing?.agreement).toBe('WAITING');
    // A request that its owner wrote has no agreement to give.
    const own = await app.make.aRequest({ status: 'EN_COURS_DE_CREATION' });
    const author = await app.as({ id: own.beneficiaryId });
    await agree(author, own.id).expect(409);
    await agree(author, own.id, false).expect(409);
    await withdraw(author, own.id).expect(409);
  });
});

describe('agreeing', () => {
  it('submits and routes the request as its person’s own, to the organisation that filed it', async () => {
    // A second organisation offers the service and gets no step.
    await anOffice();
    const { owner, id, agent, client, partner } = await aFiled();
    await app.db.outboxMail.deleteMany();
    const { body } = await agree(owner, id).expect(200);
    expect(body).toMatchObject({
      status: { code: 'NOUVEAU' },
      dateRequest: '2020/01/31 00:00',
      filing: { agreement: 'GIVEN', isDateStated: true },
      abilities: { canAgree: false, canWithdraw: true, canReceipt: true },
    });
    expect(await historyOf(id)).toEqual([
      ['CREATED', null, 'EN_COURS_DE_CREATION'],
      ['AGREEMENT', null, 'WAITING'],
      ['AGREEMENT', null, 'GIVEN'],
      ['SUBMITTED', 'EN_COURS_DE_CREATION', 'NOUVEAU'],
      ['ROUTED', null, 'ASSIGNED'],
    ]);
    const steps = await app.db.processingStep.findMany({ where: { requestId: id } });
    expect(steps).toMatchObject([{ partnerId: partner.id, status: 'ASSIGNED' }]);
    expect((await app.mails()).map(({ template, to }) => [template, to])).toEqual([
      ['requestReceived', expect.any(String)],
      ['stepAssigned', agent.email],
    ]);
    expect(await worklistOf(client)).toMatchObject([{ beneficiary: { city: 'Villesecrète' } }]);
    const filed = await client.get('/imports/requests').expect(200);
    expect(filed.body).toMatchObject({ totalElements: 0, counts: { waiting: 0 } });
    const history = await owner.get(`/requests/${String(id)}/history`).expect(200);
    expect((history.body as { items: { what: string }[] }).items.map(({ what }) => what)).toEqual([
      'created',
      'agreementAsked',
      'agreementGiven',
      'submitted',
      'entrusted',
    ]);
  });

  it('routes once for twenty simultaneous calls', async () => {
    const { owner, id } = await aFiled();
    await app.db.outboxMail.deleteMany();
    const answers = await Promise.all(Array.from({ length: 20 }, () => agree(owner, id)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    expect(await app.db.processingStep.count({ where: { requestId: id } })).toBe(1);
    expect((await historyOf(id)).filter(([kind]) => kind === 'SUBMITTED')).toHaveLength(1);
    expect(await app.mails()).toHaveLength(2);
  });

  it('and refusing at the same time: the first answer counts', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { owner, id } = await aFiled();
      const [yes, no] = await Promise.all([agree(owner, id), agree(owner, id, false)]);
      expect([yes.status, no.status].sort()).toEqual([200, 409]);
      const { filing } = await viewOf(owner, id);
      const steps = await app.db.processingStep.count({ where: { requestId: id } });
      expect([filing?.agreement, steps]).toEqual(
        yes.status === 200 ? ['GIVEN', 1] : ['REFUSED', 0],
      );
    }
  });

  it('requires the survey first', async () => {
    const { owner, person, id, client } = await aFiled({ isQualified: false });
    const refused = await agree(owner, id).expect(422);
    expect(refused.body).toMatchObject({ code: 'QUALIFICATION_REQUIRED' });
    expect(await worklistOf(client)).toEqual([]);
    await app.db.qualification.create({
      data: {
        userId: person.id,
        commentaire: 'x',
        projectIdea: 'x',
        lookingFor: 'x',
        dejaAccompagne: 'non',
      },
    });
    await agree(owner, id).expect(200);
    expect(await worklistOf(client)).toHaveLength(1);
  });

  it('opens this request only; later filings of the organisation need no further agreement', async () => {
    const { owner, person, id, requests, client } = await aFiled({ needs: ['a', 'b'] });
    await agree(owner, id).expect(200);
    expect(await worklistOf(client)).toHaveLength(1);
    expect((await viewOf(owner, requests[1]?.id ?? 0)).filing?.agreement).toBe('WAITING');
    await file(client, person.email, ['c']).expect(200);
    expect(await worklistOf(client)).toHaveLength(2);
  });
});

describe('refusing', () => {
  it('hides all pending and later filings from the organisation', async () => {
    const other = await anOffice();
    const { owner, person, id, client, partner } = await aFiled({ needs: ['a', 'b', 'c'] });
    await file(other.client, person.email, ['d']).expect(200);
    await app.db.outboxMail.deleteMany();
    await agree(owner, id, false).expect(200);
    await agree(owner, id, false).expect(200);
    await agree(owner, id).expect(409);
    const states = await app.db.supportRequest.findMany({
      where: { beneficiaryId: person.id },
      orderBy: { id: 'asc' },
    });
    expect(states.map(({ agreement }) => agreement)).toEqual([
      'REFUSED',
      'REFUSED',
      'REFUSED',
      'WAITING',
    ]);
    expect((await historyOf(id)).at(-1)).toEqual(['AGREEMENT', null, 'REFUSED']);
    expect(await worklistOf(client)).toEqual([]);
    const filed = await client.get('/imports/requests?agreement=REFUSED').expect(200);
    expect(filed.body).toMatchObject({ totalElements: 3, counts: { waiting: 0, refused: 3 } });

    const again = await file(client, person.email, ['e']).expect(400);
    expect(again.text).toContain(
      'Cette personne a refusé que votre organisme dépose des demandes en son nom.',
    );
    expect(await app.mails()).toEqual([]);
    // The owner's own submission restores access.
    const submitted = await app.make.aRequest({ beneficiaryId: person.id, status: 'NOUVEAU' });
    await app.make.aStep({ requestId: submitted.id, partnerId: partner.id });
    await file(client, person.email, ['f']).expect(200);
    expect(await worklistOf(client)).toHaveLength(2);
  });

  it('keeps the request deletable', async () => {
    const { owner, id, client } = await aFiled();
    await agree(owner, id, false).expect(200);
    expect((await viewOf(owner, id)).abilities).toMatchObject({ canEdit: false, canDelete: true });
    await owner.delete(`/requests/${String(id)}`).expect(200);
    const filed = await client.get('/imports/requests').expect(200);
    expect(filed.body).toMatchObject({ totalElements: 0, counts: { refused: 0 } });
  });
});

describe('withdrawing an agreement', () => {
  it('closes open steps, and hides the request from every organisation', async () => {
    const { owner, person, id, client } = await aFiled();
    await agree(owner, id).expect(200);
    const step = await app.db.processingStep.findFirstOrThrow({ where: { requestId: id } });
    await saveStep(client, step.id, { code: 'IN_PROGRESS' }, 50).expect(200);
    await client.get(`/requests/${String(id)}`).expect(200);
    const answers = await Promise.all(Array.from({ length: 5 }, () => withdraw(owner, id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(answers[0]?.body).toMatchObject({
      status: { code: 'EN_COURS_DE_CREATION' },
      percent: 0,
      filing: { agreement: 'WITHDRAWN' },
      abilities: { canAgree: false, canWithdraw: false, canEdit: false, canSubmit: false },
    });
    expect((await historyOf(id)).slice(-3)).toEqual([
      ['AGREEMENT', 'GIVEN', 'WITHDRAWN'],
      ['STEP_STATUS', 'IN_PROGRESS', 'REJECTED'],
      ['STATUS', 'ENTAME', 'EN_COURS_DE_CREATION'],
    ]);
    expect(await worklistOf(client)).toEqual([]);
    await client.get(`/requests/${String(id)}`).expect(404);
    await client.get(`/requests/${String(id)}/history`).expect(404);
    await client.get(`/journeyInstanceProcessingSteps/documents/${String(step.id)}`).expect(404);
    await saveStep(client, step.id, { code: 'PROCESSED' }, 100).expect(404);
    await agree(owner, id).expect(409);
    await file(client, person.email, ['z']).expect(400);
  });

  it('notifies each agent with an open step once, by mail and notice, with the number and without a name', async () => {
    const other = await anOffice();
    const { owner, person, id, client, agent, partner } = await aFiled();
    await app.db.user.update({ where: { id: agent.id }, data: { lang: 'ar' } });
    const colleague = await app.make.anAgent({ partnerId: partner.id });
    await agree(owner, id).expect(200);
    // The other organisation's step had not started, so it gets no mail.
    await app.make.aStep({ requestId: id, partnerId: other.partner.id, status: 'NOT_STARTED' });
    await app.db.outboxMail.deleteMany();
    await Promise.all(Array.from({ length: 5 }, () => withdraw(owner, id).expect(200)));
    const numRequest = (await viewOf(owner, id)).numRequest;
    // Every other agent of the organisation also gets the mail.
    const mails = (await app.mails()).filter(({ to }) => !to.startsWith('attendant.'));
    expect(
      mails.map(({ template, to, lang, params }) => [template, to, lang, params]).sort(),
    ).toEqual(
      [agent, colleague]
        .map(({ email, nom, prenom }, index) => [
          'agreementWithdrawn',
          email,
          index === 0 ? 'ar' : 'fr',
          { name: `${prenom} ${nom}`, organisation: partner.title, numRequest },
        ])
        .sort(),
    );
    const { body } = await client.get('/notices').expect(200);
    expect(body).toMatchObject([
      {
        kind: 'AGREEMENT_WITHDRAWN',
        target: 'WORKLIST',
        numRequest,
        requestId: null,
        stepId: null,
      },
    ]);
    expect(body).toHaveLength(1);
    for (const secret of [person.nom, person.email, person.city])
      expect(JSON.stringify([body, mails.map(({ params }) => params)])).not.toContain(secret);
    expect((await other.client.get('/notices').expect(200)).body).toEqual([]);
  });

  it('keeps completed work for its person, and hides it from the organisation', async () => {
    const { owner, id, client } = await aFiled();
    await agree(owner, id).expect(200);
    const step = await app.db.processingStep.findFirstOrThrow({ where: { requestId: id } });
    await saveStep(client, step.id, { code: 'PROCESSED' }, 100).expect(200);
    const { body } = await withdraw(owner, id).expect(200);
    expect(body).toMatchObject({
      status: { code: 'DEMANDE_TRAITE' },
      percent: 100,
      abilities: { canFollow: true, canReceipt: true },
    });
    expect(await worklistOf(client)).toEqual([]);
    for (const format of ['csv', 'xlsx'])
      await client
        .post(`/journeyInstanceProcessingSteps/export?format=${format}`, [])
        .expect(200)
        .expect(({ text }) => expect(text).not.toContain('Villesecrète'));
    const counts = await client.post('/journeyInstanceProcessingSteps/counts', []).expect(200);
    expect(counts.body).toMatchObject({ all: 0, done: 0 });
    await client.get(`/requests/${String(id)}`).expect(404);
  });
});

it('the data export contains the author of a filing and the person’s decision', async () => {
  const { owner, id, partner } = await aFiled();
  await agree(owner, id, false).expect(200);
  const { body } = await owner.get('/utilisateurs/export').expect(200);
  expect(body).toMatchObject({
    requests: [{ agreement: 'REFUSED', import: { partner: { title: partner.title } } }],
  });
});
