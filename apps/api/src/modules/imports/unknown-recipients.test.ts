import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  allOf,
  madeBefore,
  namesOneThing,
  partnerReadCalls,
  readAs,
  samplePdf,
  type TestApp,
  useTestApp,
  useTestFolder,
} from '../../testing/index.ts';
import { personDataService } from '../accounts/index.ts';

const header = 'email_beneficiaire;besoin;services;parcours;date;url_video';
/** Organisations must not see any of this before the person agreed. */
const secrets = {
  nom: 'Nomsecret',
  prenom: 'Prenomsecret',
  address: '7 impasse cachée',
  city: 'Villesecrète',
  province: 'PROVINCESECRETE',
  phone: '+212699000111',
  numCin: 'ZZ998877',
};

let service: { id: number; code: string };
let agent: Awaited<ReturnType<TestApp['make']['anAgent']>>;
let client: Awaited<ReturnType<TestApp['as']>>;
const folder = useTestFolder();
let count = 0;

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '1000' } });
beforeAll(async () => {
  service = await app.make.aService({ code: 'CONSEIL' });
});
// A new organisation for every test, to which every person is unknown.
beforeEach(async () => {
  agent = await anOffice();
  client = await app.as(agent);
  await app.db.outboxMail.deleteMany();
});

async function anOffice() {
  const partner = await app.make.aPartner({ serviceItems: [service] });
  return await app.make.anAgent({ partnerId: partner.id });
}

async function aStoredFile() {
  const source = path.join(folder, randomUUID());
  await writeFile(source, samplePdf);
  const sha256 = createHash('sha256').update(samplePdf).digest('hex');
  const key = await app.deps.storage.put(source, samplePdf.length, sha256);
  return await app.db.storedFile.create({
    data: {
      key,
      originalName: `${secrets.nom}.pdf`,
      mimeType: 'application/pdf',
      size: samplePdf.length,
      sha256,
    },
  });
}

/** Sends lines `need;services;journey;date;video` for one person as a unique file. */
function file(email: string, lines: readonly string[], { by = client, query = '' } = {}) {
  count += 1;
  const text = [header, ...lines.map((line) => `${email};${line}`), `# ${String(count)}`];
  return by
    .post(`/requests/uploadCanevasDemandes${query}`)
    .attach('file', Buffer.from(text.join('\n')), {
      filename: 'demandes.csv',
      contentType: 'text/csv',
    });
}
const line = (need = 'Un besoin') => `${need};CONSEIL;;;`;
const requestsOf = (beneficiaryId: string) =>
  app.db.supportRequest.findMany({ where: { beneficiaryId }, orderBy: { id: 'asc' } });
const askedOf = async (email: string) =>
  (await app.mails()).filter(({ to, template }) => to === email && template === 'agreementAsked');

describe('a request filed for a person unknown to the organisation', () => {
  // The calls only read, so all of them share one person.
  const filed = madeBefore(async () => {
    const office = await anOffice();
    const reader = await app.as(office);
    const person = await app.make.aBeneficiary({ ...secrets, isQualified: true });
    await file(person.email, [`Besoin;CONSEIL;;2020-01-31;`], { by: reader }).expect(200);
    const [request] = await requestsOf(person.id);
    const requestId = request?.id ?? 0;
    // Even with a status and a step, which it never has, the request stays hidden.
    await app.db.supportRequest.update({ where: { id: requestId }, data: { status: 'ENTAME' } });
    const step = await app.make.aStep({ requestId, partnerId: office.partnerId });
    await app.db.stepMessage.create({
      data: {
        stepId: step.id,
        authorId: person.id,
        authorRole: 'BENEFICIAIRE',
        body: secrets.address,
        clientKey: '00000000-0000-4000-8000-000000000001',
      },
    });
    const stepFile = await aStoredFile();
    const { id: documentItemId } = await app.make.anItem('DOCUMENT');
    await app.db.stepDocument.create({
      data: { stepId: step.id, documentItemId, fileId: stepFile.id },
    });
    const requestFile = await aStoredFile();
    await app.db.requestDocument.create({
      data: { requestId, code: 'BUSINESS_PLAN', fileId: requestFile.id },
    });
    const target = {
      requestId,
      stepId: step.id,
      requestFileKey: requestFile.key,
      stepFileKey: stepFile.key,
    };
    return { reader, person, numRequest: request?.numRequest ?? '', target };
  });
  it.each(partnerReadCalls())('shows no data of the person in %s', async (id, endpoint) => {
    const { reader, person, numRequest, target } = filed;
    const answer = await readAs(reader, [id, endpoint], target);
    // A malformed call would pass this test for another reason.
    expect([200, 404]).toContain(answer.status);
    if (namesOneThing(id, endpoint)) expect(answer.status).toBe(404);
    const answerText = allOf(answer);
    for (const secret of [...Object.values(secrets), person.id, numRequest])
      expect(answerText).not.toContain(secret);
    if (id !== 'listFiledRequests') expect(answerText).not.toContain(person.email);
    // No list or figure includes the request.
    expect(Number(answer.headers['x-total-count'] ?? 0)).toBe(
      id === 'listFiledRequests' || id === 'listImports'
        ? 1
        : id === 'listPartners' || id === 'searchPartners'
          ? Number(answer.headers['x-total-count'])
          : 0,
    );
    if (id === 'countWorklist') expect(answer.body).toMatchObject({ all: 0, todo: 0, done: 0 });
    if (id === 'getUnread') expect(answer.body).toEqual({ notices: 0, messages: 0, steps: [] });
  });

  it('waits as a draft without steps, visible only to its person', async () => {
    const person = await app.make.aBeneficiary();
    await file(person.email, ['Besoin;CONSEIL;;2020-01-31;']).expect(200);
    const [request] = await app.db.supportRequest.findMany({
      where: { beneficiaryId: person.id },
      include: { steps: true, history: { orderBy: { id: 'asc' } } },
    });
    expect(request).toMatchObject({
      status: 'EN_COURS_DE_CREATION',
      agreement: 'WAITING',
      isDateStated: true,
      submittedAt: null,
      steps: [],
    });
    expect(request?.history.map(({ kind, toStatus }) => [kind, toStatus])).toEqual([
      ['CREATED', 'EN_COURS_DE_CREATION'],
      ['AGREEMENT', 'WAITING'],
    ]);
    expect((await app.mails()).map(({ to, template }) => [to, template])).toEqual([
      [person.email, 'agreementAsked'],
    ]);
    await client.get(`/requests/${String(request?.id)}`).expect(404);
  });

  it('shows the organisation its own data: address, need, services, date and number of pending requests', async () => {
    const person = await app.make.aBeneficiary(secrets);
    await file(person.email, ['Un café;CONSEIL;;2020/01/31 09:30;', line('Sans date')]).expect(200);
    const { body } = await client.get('/imports/requests').expect(200);
    expect(body).toMatchObject({ totalElements: 2, counts: { waiting: 2, refused: 0 } });
    expect((body as { results: object[] }).results[1]).toEqual({
      id: expect.any(Number) as number,
      agreement: 'WAITING',
      email: person.email,
      description: 'Un café',
      services: ['Libellé CONSEIL'],
      journey: null,
      dateRequest: '2020/01/31 09:30',
      filedAt: expect.any(String) as string,
      fileName: 'demandes.csv',
    });
    const other = await (await app.as(await anOffice())).get('/imports/requests').expect(200);
    expect(other.body).toMatchObject({ totalElements: 0, counts: { waiting: 0, refused: 0 } });
    await client.get('/imports/requests?agreement=GIVEN').expect(400);
  });

  it('notifies its person once for a file of 500 lines, and once a day per organisation', async () => {
    const person = await app.make.aBeneficiary({ lang: 'es' });
    const other = await app.make.aBeneficiary();
    const lines = Array.from({ length: 500 }, (_, index) => line(`Besoin ${String(index)}`));
    await file(person.email, [...lines, `x;CONSEIL;;;\n${other.email};${line()}`]).expect(200);
    expect(await askedOf(person.email)).toMatchObject([{ lang: 'es', params: { count: 501 } }]);
    expect(await askedOf(other.email)).toMatchObject([{ params: { count: 1 } }]);
    const notices = await app.db.notice.findMany({ where: { userId: person.id } });
    expect(notices).toMatchObject([{ kind: 'AGREEMENT_ASKED', params: { count: 501 } }]);

    await Promise.all(['a', 'b'].map((need) => file(person.email, [line(need)]).expect(200)));
    expect(await askedOf(person.email)).toHaveLength(1);
    // Another organisation sends its own mail. This organisation may ask again the next day.
    await file(person.email, [line()], { by: await app.as(await anOffice()) }).expect(200);
    expect(await askedOf(person.email)).toHaveLength(2);
    await app.db.notice.updateMany({
      where: { userId: person.id },
      data: { createdAt: new Date(Date.now() - 25 * 3600 * 1000) },
    });
    await file(person.email, [line('c')]).expect(200);
    expect(await askedOf(person.email)).toHaveLength(3);
    expect(await requestsOf(person.id)).toHaveLength(505);
  });

  it('notifies the person once for two concurrent files', async () => {
    const person = await app.make.aBeneficiary();
    const needs = ['a', 'b', 'c', 'd'];
    await Promise.all(needs.map((need) => file(person.email, [line(need)]).expect(200)));
    expect(await askedOf(person.email)).toHaveLength(1);
    expect(await app.db.notice.count({ where: { userId: person.id } })).toBe(1);
  });

  it('is not filed twice, with or without `again`', async () => {
    const person = await app.make.aBeneficiary();
    await file(person.email, [line()]).expect(200);
    const { body } = await file(person.email, [line()], { query: '?again=true' }).expect(200);
    expect(body).toMatchObject({ imported: 0, requests: { filed: 0, waiting: 0, skipped: 1 } });
    expect(await requestsOf(person.id)).toHaveLength(1);
  });

  it('is counted by a dry run, which sends no mail', async () => {
    const person = await app.make.aBeneficiary(secrets);
    const known = await app.make.aBeneficiary({ openedBy: agent.partnerId });
    const lines = [line('a'), `${line('b')}\n${known.email};${line()}`];
    const { body } = await file(person.email, lines, { query: '?dryRun=true' }).expect(200);
    expect(body).toMatchObject({
      imported: 0,
      preview: { lines: 3, routing: { ours: 1, elsewhere: 0, unrouted: 0, waiting: 2 } },
    });
    for (const secret of Object.values(secrets)) expect(JSON.stringify(body)).not.toContain(secret);
    expect(await requestsOf(person.id)).toEqual([]);
    expect(await app.mails()).toEqual([]);
  });

  it('does not use the limit of the person’s own drafts, and is erased with the account', async () => {
    const person = await app.make.aBeneficiary();
    await app.db.supportRequest.createMany({
      data: Array.from({ length: 2000 }, (_, index) => ({
        numRequest: `Q-${String(index)}`,
        beneficiaryId: person.id,
        agreement: 'WAITING' as const,
      })),
    });
    const own = await app.as(person);
    const dto = JSON.stringify({ description: 'x', services: ['CONSEIL'] });
    await own.post('/requests').field('createRequestDto', dto).expect(201);

    const leaving = await app.make.aBeneficiary(secrets);
    await file(leaving.email, [line()]).expect(200);
    await personDataService(app.deps).erase(leaving.id, 'owner');
    const { body } = await client.get('/imports/requests').expect(200);
    expect(body).toEqual({ results: [], totalElements: 0, counts: { waiting: 0, refused: 0 } });
    const [request] = await requestsOf(leaving.id);
    expect(request).toMatchObject({ status: 'SUPPRIME', description: null });
  });
});

describe('the agreement of a person', () => {
  const isSubmitted = async (email: string) => {
    await file(email, [line()]).expect(200);
    const request = await app.db.supportRequest.findFirstOrThrow({
      where: { beneficiary: { email }, import: { partnerId: agent.partnerId } },
      orderBy: { id: 'desc' },
      include: { steps: true },
    });
    return request.agreement === 'NOT_NEEDED' && request.steps.length === 1;
  };

  it('is not needed after the person sent a request to the organisation', async () => {
    const person = await app.make.aBeneficiary();
    const request = await app.make.aRequest({ beneficiaryId: person.id, status: 'DEMANDE_TRAITE' });
    const place = { requestId: request.id, partnerId: agent.partnerId };
    await app.make.aStep({ ...place, status: 'PROCESSED', percent: 100 });
    expect(await isSubmitted(person.email)).toBe(true);
  });

  it('is not needed when the organisation’s own file created the account', async () => {
    const person = await app.make.aBeneficiary({ openedBy: agent.partnerId });
    expect(await isSubmitted(person.email)).toBe(true);
  });

  it('is needed when another organisation knows the person, or the request is hidden or filed by import', async () => {
    const elsewhere = (await anOffice()).partnerId;
    const client = await app.make.aBeneficiary({ openedBy: elsewhere });
    expect(await isSubmitted(client.email)).toBe(false);
    const hidden = await app.make.aBeneficiary();
    const gone = await app.make.aRequest({ beneficiaryId: hidden.id, status: 'SUPPRIME' });
    await app.make.aStep({ requestId: gone.id, partnerId: agent.partnerId });
    expect(await isSubmitted(hidden.email)).toBe(false);
    // The state that imports left before agreements existed.
    const former = await app.make.aBeneficiary();
    const { id: importId } = await app.make.anImport(agent.partnerId, 'REQUESTS');
    const old = await app.make.aRequest({ beneficiaryId: former.id, status: 'NOUVEAU', importId });
    await app.make.aStep({ requestId: old.id, partnerId: agent.partnerId });
    expect(await isSubmitted(former.email)).toBe(false);
  });
});
