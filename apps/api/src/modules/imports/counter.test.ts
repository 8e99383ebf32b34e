import { randomUUID } from 'node:crypto';

import { dayOf } from '@wasl/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import { samplePdf } from '../../testing/sample-files.ts';
import { useAdmin } from '../../testing/admin.ts';
import { type TestClient, useTestApp } from '../../testing/index.ts';

interface Person {
  id: string;
  name: string;
  email: string;
  phone: string | null;
}
interface Filing {
  readonly person: object;
  readonly description?: string;
  readonly services?: readonly string[];
  readonly journeyDef?: number;
  readonly answers?: object;
  readonly again?: boolean;
  readonly clientKey?: string;
}

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '1000' } });
const { admin } = useAdmin(app);
let agent: { id: string; email: string };
let partnerId: number;
let service: { id: number; code: string };
let client: TestClient;
let elsewhere: TestClient;
beforeAll(async () => {
  service = await app.make.aService();
  ({ id: partnerId } = await app.make.aPartner({ serviceItems: [service] }));
  agent = await app.make.anAgent({ partnerId });
  client = await app.as(agent);
  const other = await app.make.aPartner({ serviceItems: [service] });
  elsewhere = await app.as(await app.make.anAgent({ partnerId: other.id }));
});

const find = async (search: string, by = client): Promise<Person[]> => {
  const { body } = await by.post('/counter/people', { search }).expect(200);
  return (body as { results: Person[] }).results;
};
const send = (filing: Filing, by = client, documents: readonly string[] = []) =>
  documents.reduce(
    (call, code) => call.field('codes', code).attach('files', samplePdf, `${code}.pdf`),
    by.post('/counter/requests').field(
      'filing',
      JSON.stringify({
        description: 'Un local',
        ...(filing.journeyDef === undefined && { services: [service.code] }),
        clientKey: randomUUID(),
        ...filing,
      }),
    ),
  );
const at = (email: string) => ({ email, nom: 'Tazi', prenom: 'Salma' });
const requestsOf = (beneficiaryId: string) =>
  app.db.supportRequest.findMany({
    where: { beneficiaryId },
    orderBy: { id: 'asc' },
    include: { steps: true, documents: { include: { file: true } }, import: true },
  });
/** A person with a step of the organisation on a request of their own. */
const aClient = async (over: Parameters<typeof app.make.aBeneficiary>[0] = {}) => {
  const person = await app.make.aBeneficiary(over);
  const request = await app.make.aRequest({ beneficiaryId: person.id, status: 'ENTAME' });
  await app.make.aStep({ requestId: request.id, partnerId });
  return person;
};

describe('the search for people at the counter', () => {
  it('finds people by name, phone and whole CIN who have a step or an import of the organisation', async () => {
    const withStep = await aClient({
      nom: 'Benjelloun',
      prenom: 'Houda',
      phone: '+212661223344',
      numCin: 'KB778899',
    });
    const imported = await app.make.aBeneficiary({ openedBy: partnerId, nom: 'Benjelloun' });
    await app.make.aBeneficiary({ nom: 'Benjelloun', phone: '+212661223344' });
    expect((await find('benjelloun')).map(({ id }) => id).sort()).toEqual(
      [withStep.id, imported.id].sort(),
    );
    for (const search of ['houda BENJELLOUN', '06 61 22 33 44', 'kb 778899'])
      expect(await find(search)).toEqual([
        {
          id: withStep.id,
          name: 'Houda Benjelloun',
          email: withStep.email,
          phone: '+212661223344',
        },
      ]);
    // A part of a CIN would let an agent guess it.
    expect(await find('KB7788')).toEqual([]);
  });

  it('finds clients among more people of one name than a search compares', async () => {
    const early = await aClient({ nom: 'Zerrouqi', prenom: 'Ahlam' });
    await app.db.$executeRaw`
      INSERT INTO users (id, email, role, nom, prenom, email_confirmed_at, updated_at)
      SELECT gen_random_uuid(), 'zerrouqi' || n || '@example.org', 'BENEFICIAIRE', 'Zerrouqi', 'Sara', now(), now()
      FROM generate_series(1, 600) n`;
    const late = await aClient({ nom: 'Zerrouqi', prenom: 'Wiam' });
    const { body } = await client.post('/counter/people', { search: 'zerrouqi' }).expect(200);
    const { results, hasMore } = body as { results: Person[]; hasMore: boolean };
    expect(results.map(({ id }) => id).sort()).toEqual([early.id, late.id].sort());
    expect(hasMore).toBe(true);
    // With the first name few enough people are left.
    expect((await find('zerrouqi wiam')).map(({ id }) => id)).toEqual([late.id]);
  });

  it('finds only people of the agent’s own organisation', async () => {
    await aClient({ nom: 'Oulhaj' });
    await app.make.aBeneficiary({ openedBy: partnerId, nom: 'Oulhaj' });
    expect(await find('Oulhaj')).toHaveLength(2);
    expect(await find('Oulhaj', elsewhere)).toEqual([]);
  });

  it('omits a person who withdrew, refused, or has only an unanswered filing', async () => {
    const person = await aClient({ nom: 'Zniber' });
    await app.db.supportRequest.updateMany({
      where: { beneficiaryId: person.id },
      data: { status: 'RETIREE' },
    });
    const refusing = await app.make.aBeneficiary({ openedBy: partnerId, nom: 'Zniber' });
    const unknownPerson = await app.make.aBeneficiary({ nom: 'Zniber' });
    const importId = (await app.make.anImport(partnerId, 'REQUESTS')).id;
    await app.make.aRequest({ beneficiaryId: refusing.id, importId, agreement: 'REFUSED' });
    await app.make.aRequest({ beneficiaryId: unknownPerson.id, importId, agreement: 'WAITING' });
    expect(await find('Zniber')).toEqual([]);
  });

  it('returns at most eight people, and reports whether there are more', async () => {
    for (let n = 0; n < 9; n += 1)
      await app.make.aBeneficiary({ openedBy: partnerId, nom: 'Guessous' });
    const { body } = await client.post('/counter/people', { search: 'guessous' }).expect(200);
    expect(body).toMatchObject({ hasMore: true, results: { length: 8 } });
  });
});

describe('a request filed at the counter', () => {
  it('is submitted at once for a known person, with documents, history and one mail', async () => {
    const person = await aClient();
    const { body } = await send({ person: { id: person.id } }, client, [
      'BUSINESS_PLAN',
      'DEFAULT_DOC',
    ]).expect(201);
    const [, filed] = await requestsOf(person.id);
    expect(body).toEqual({ request: { id: filed?.id, numRequest: filed?.numRequest } });
    expect(filed).toMatchObject({
      status: 'NOUVEAU',
      agreement: 'NOT_NEEDED',
      description: 'Un local',
      isDateStated: false,
      import: { kind: 'REQUESTS', partnerId, agentId: agent.id, rows: 1 },
      steps: [{ partnerId, status: 'ASSIGNED' }],
    });
    expect(
      filed?.documents.map(({ code, file }) => [code, file.originalName, file.ownerId]),
    ).toEqual([
      ['BUSINESS_PLAN', 'BUSINESS_PLAN.pdf', person.id],
      ['DEFAULT_DOC', 'DEFAULT_DOC.pdf', person.id],
    ]);
    const history = await app.db.historyEvent.findMany({
      where: { requestId: filed?.id ?? 0 },
      orderBy: { id: 'asc' },
    });
    expect(history.map(({ kind, actorId }) => [kind, actorId])).toEqual(
      ['CREATED', 'SUBMITTED', 'ROUTED', 'DOCUMENT_UPLOADED', 'DOCUMENT_UPLOADED'].map((kind) => [
        kind,
        agent.id,
      ]),
    );
    const mails = (await app.mails()).filter(({ to }) => to === person.email);
    expect(mails.map(({ template }) => template)).toEqual(['requestsFiled']);
    await client.get(`/requests/${String(filed?.id)}`).expect(200);
  });

  it('awaits the agreement of a person outside the search results', async () => {
    const unknownPerson = await app.make.aBeneficiary();
    const filed = await send({ person: at(unknownPerson.email) }, client, ['BUSINESS_PLAN']).expect(
      201,
    );
    expect(filed.body).toEqual({ request: null });
    const [request] = await requestsOf(unknownPerson.id);
    expect(request).toMatchObject({ agreement: 'WAITING', steps: [], documents: { length: 1 } });
    await client.get(`/requests/${String(request?.id)}`).expect(404);
    expect(await find(unknownPerson.email)).toEqual([]);
    const owner = await app.as(unknownPerson);
    await owner.post(`/requests/${String(request?.id)}/agreement`, { accepted: true }).expect(200);
    const { body } = await client.get(`/requests/${String(request?.id)}`).expect(200);
    expect(body).toMatchObject({ documents: { length: 1 } });
    // From now on the person is known, and the next request needs no agreement.
    expect(await find(unknownPerson.email)).toMatchObject([{ id: unknownPerson.id }]);
    await send({ person: { id: unknownPerson.id }, description: 'Un prêt' }).expect(201);
    expect((await requestsOf(unknownPerson.id)).map(({ agreement }) => agreement)).toEqual([
      'GIVEN',
      'NOT_NEEDED',
    ]);
  });

  it('is refused for a person who refused an earlier request', async () => {
    const unknownPerson = await app.make.aBeneficiary();
    await send({ person: at(unknownPerson.email) }).expect(201);
    const [request] = await requestsOf(unknownPerson.id);
    const owner = await app.as(unknownPerson);
    await owner.post(`/requests/${String(request?.id)}/agreement`, { accepted: false }).expect(200);
    const { body } = await send({ person: at(unknownPerson.email), description: 'Un prêt' }).expect(
      400,
    );
    expect(body).toMatchObject({
      errors: [{ path: 'filing.person.email', code: 'filingRefused' }],
    });
    await send({ person: { id: unknownPerson.id } }).expect(404);
    expect(await requestsOf(unknownPerson.id)).toHaveLength(1);
  });

  it('is reported as filed before, and is filed again on demand unless the agreement is pending', async () => {
    const person = await aClient();
    await send({ person: { id: person.id } }).expect(201);
    const { body } = await send({ person: { id: person.id }, description: ' un  LOCAL' }).expect(
      409,
    );
    const [, filed] = await requestsOf(person.id);
    expect(body).toMatchObject({
      code: 'ALREADY_FILED',
      details: { filedOn: dayOf(filed?.dateRequest ?? new Date(0)), canFileAgain: true },
    });
    await send({ person: { id: person.id }, again: true }).expect(201);
    expect(await requestsOf(person.id)).toHaveLength(3);

    const unknownPerson = await app.make.aBeneficiary();
    await send({ person: at(unknownPerson.email) }).expect(201);
    const waiting = await send({ person: at(unknownPerson.email), again: true }).expect(409);
    expect(waiting.body).toMatchObject({ details: { canFileAgain: false } });
    expect(await requestsOf(unknownPerson.id)).toHaveLength(1);
  });

  it('is filed once by ten presses of the button, which all get the same answer', async () => {
    const person = await aClient();
    const unknownPerson = await app.make.aBeneficiary();
    for (const filing of [
      { person: { id: person.id }, clientKey: randomUUID() },
      { person: at(unknownPerson.email), clientKey: randomUUID() },
      { person: at('dix@example.org'), clientKey: randomUUID() },
    ]) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => send(filing, client, ['DEFAULT_DOC'])),
      );
      expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(
        1,
      );
      expect(answers[0]?.status).toBe(201);
    }
    expect(await requestsOf(person.id)).toHaveLength(2);
    expect(await requestsOf(unknownPerson.id)).toHaveLength(1);
    const opened = await app.db.user.findUniqueOrThrow({ where: { email: 'dix@example.org' } });
    expect(await requestsOf(opened.id)).toMatchObject([{ documents: { length: 1 } }]);
    const mails = (await app.mails()).filter(({ to }) => to === 'dix@example.org');
    expect(mails.map(({ template }) => template)).toEqual(['invitation']);
  });

  it('follows a journey of the organisation with its documents and questions', async () => {
    const person = await aClient();
    await app.make.anItem('DOCUMENT', { code: 'STATUTS_TEST', libelleFr: 'Statuts' });
    const label = { fr: 'Combien de membres ?', en: null, ar: null, es: null };
    const journey = await app.make.aJourney({
      settings: {
        create: [
          { code: 'BUSINESS_PLAN', mandatory: true },
          { code: 'STATUTS_TEST', mandatory: true },
        ],
      },
      questions: [
        { code: 'MEMBRES', kind: 'NUMBER', required: true, label },
        { code: 'TERRAIN', kind: 'YES_NO', required: false, label },
      ],
      taskDefs: { create: [{ position: 0, titleItemId: service.id, partnerId }] },
    });
    const foreign = await app.make.aJourney();
    const { body } = await client.get('/counter/choices').expect(200);
    expect(body).toMatchObject({
      services: [{ code: service.code }],
      journeys: [
        {
          id: journey.id,
          documents: [
            { code: 'BUSINESS_PLAN', mandatory: true },
            { code: 'STATUTS_TEST', libelle: 'Statuts', mandatory: true },
          ],
          questions: [{ code: 'MEMBRES', required: true }, { code: 'TERRAIN' }],
        },
      ],
    });
    const unanswered = { person: { id: person.id }, journeyDef: journey.id };
    const filing = { ...unanswered, answers: { MEMBRES: 12, TERRAIN: null } };
    const papers = ['BUSINESS_PLAN', 'STATUTS_TEST'];
    const missing = await send(unanswered, client, ['BUSINESS_PLAN']).expect(422);
    expect(missing.body).toMatchObject({
      code: 'DOCUMENT_MISSING',
      details: { documents: ['STATUTS_TEST'], questions: ['MEMBRES'] },
    });
    const silent = await send(unanswered, client, papers).expect(422);
    expect(silent.body).toMatchObject({
      code: 'ANSWER_MISSING',
      details: { documents: [], questions: ['MEMBRES'] },
    });
    const wrong = { ...filing, answers: { MEMBRES: 'douze' } };
    expect((await send(wrong, client, papers).expect(400)).body).toMatchObject({
      errors: [{ path: 'filing.answers.MEMBRES', code: 'invalid' }],
    });
    const unasked = await send(filing, client, [...papers, 'DEFAULT_DOC']).expect(422);
    expect(unasked.body).toMatchObject({ code: 'DOCUMENT_NOT_EXPECTED' });
    await send({ ...filing, journeyDef: foreign.id }, client).expect(400);
    await send({ ...filing, services: [service.code] }, client, papers).expect(422);
    const ofServices = { person: { id: person.id }, description: 'Un prêt' };
    await send(ofServices, client, ['STATUTS_TEST']).expect(422);
    await send(filing, client, papers).expect(201);
    expect((await requestsOf(person.id)).at(-1)).toMatchObject({
      journeyDefId: journey.id,
      answers: [{ code: 'MEMBRES', value: 12, label: { fr: 'Combien de membres ?' } }],
    });
  });
});

describe('an e-mail address at the counter', () => {
  const answerOf = async (email: string) => {
    const began = performance.now();
    const filed = await send({ person: at(email) }, client, ['BUSINESS_PLAN']);
    const ms = performance.now() - began;
    const again = await send({ person: at(email) });
    const list = await client.get('/imports/requests?size=1').expect(200);
    const visible = JSON.stringify([
      [filed.status, filed.body],
      [again.status, { ...(again.body as object), requestId: '' }],
      list.body,
      await find(email),
      (await client.get('/imports').expect(200)).body,
    ])
      .replaceAll(email, 'address')
      .replaceAll(/\d{4}.\d\d.\d\d( \d\d:\d\d)?/g, 'time')
      .replaceAll(/"(id|waiting|totalElements)":\d+/g, '"$1":0');
    return { visible, ms };
  };

  it('gets the same answer in the same time, with or without an account of any role or state', async () => {
    const accounts = [
      await app.make.aBeneficiary(),
      await app.make.aBeneficiary({ disabledAt: new Date() }),
      await app.make.anAgent({ partnerId: (await app.make.aPartner()).id }),
    ];
    const unknown = await answerOf('personne@example.org');
    expect(unknown.visible).toContain('"request":null');
    for (const { email } of accounts) {
      const known = await answerOf(email);
      expect(known.visible).toBe(unknown.visible);
      expect(Math.min(known.ms, unknown.ms)).toBeGreaterThan(490);
    }
    const mails = await app.mails();
    const sentTo = (email: string) =>
      mails.filter(({ to }) => to === email).map(({ template }) => template);
    expect(sentTo('personne@example.org')).toEqual(['invitation']);
    expect(accounts.map(({ email }) => sentTo(email))).toEqual([['agreementAsked'], [], []]);
    const visible = await app.db.notice.findMany({
      where: { userId: { in: accounts.map(({ id }) => id) } },
    });
    expect(visible.map(({ userId, kind }) => [userId, kind])).toEqual([
      [accounts[0]?.id, 'AGREEMENT_ASKED'],
    ]);
  });

  it('creates an account that its owner opens through the mail, to read the request and agree', async () => {
    await send({ person: at('nouvelle@example.org') }).expect(201);
    const opened = await app.db.user.findUniqueOrThrow({
      where: { email: 'nouvelle@example.org' },
    });
    expect(opened).toMatchObject({ nom: 'Tazi', prenom: 'Salma', role: 'BENEFICIAIRE' });
    const mail = (await app.mails()).find(({ to }) => to === opened.email);
    const password = 'Rif#Montagne26';
    await app.anonymous
      .post(`/utilisateurs/savePassword/${String(mail?.params.token)}`, {
        password,
        confirmPassword: password,
      })
      .expect(200);
    const owner = await app.as(opened);
    await owner.get(`/currentUser/${opened.id}`).expect(200);
    const [request] = await requestsOf(opened.id);
    const { body } = await owner.get(`/requests/${String(request?.id)}`).expect(200);
    expect(body).toMatchObject({ description: 'Un local' });
    await owner.post(`/requests/${String(request?.id)}/agreement`, { accepted: true }).expect(422);
  });
});

it('of an agent does not prevent the erasure of the agent', async () => {
  const named = await app.make.anAgent({ partnerId: (await app.make.aPartner()).id });
  await send({ person: at(named.email) }).expect(201);
  expect(await requestsOf(named.id)).toHaveLength(1);
  expect(await admin('person', 'erase', named.email, '--yes', '--as', 'Karim Exemple')).toBe(0);
  expect(await app.db.user.count({ where: { email: named.email } })).toBe(0);
});

describe('invalid attempts at the counter', () => {
  it('by a beneficiary, another organisation or a foreign id are refused and write nothing', async () => {
    const person = await aClient();
    const beneficiary = await app.as(person);
    const before = await app.db.supportRequest.count();
    const filing = { person: { id: person.id } };
    await send(filing, beneficiary).expect(403);
    await beneficiary.post('/counter/people', { search: 'a' }).expect(403);
    await beneficiary.get('/counter/choices').expect(403);
    await send(filing, app.anonymous).expect(401);
    await send(filing, elsewhere).expect(404);
    await send({ person: { id: randomUUID() } }).expect(404);
    await send({ person: { id: agent.id } }).expect(404);
    const foreign = await app.make.aService();
    await send({ ...filing, services: [foreign.code] }).expect(400);
    // The portal's own call stays closed to agents.
    await client
      .post('/requests')
      .field('createRequestDto', JSON.stringify({ services: [service.code] }))
      .expect(403);
    expect(await app.db.supportRequest.count()).toBe(before);
  });

  it('with non-PDF, too many or duplicate files are refused', async () => {
    const person = await aClient();
    const filing = JSON.stringify({
      person: { id: person.id },
      services: [service.code],
      clientKey: randomUUID(),
    });
    const call = () => client.post('/counter/requests').field('filing', filing);
    await call()
      .field('codes', 'DEFAULT_DOC')
      .attach('files', Buffer.from('<html>'), 'plan.pdf')
      .expect(415);
    await call().attach('files', samplePdf, 'plan.pdf').expect(400);
    await call().field('codes', 'DEFAULT_DOC').expect(400);
    await call()
      .field('codes', 'DEFAULT_DOC')
      .field('codes', 'DEFAULT_DOC')
      .attach('files', samplePdf, 'a.pdf')
      .attach('files', samplePdf, 'b.pdf')
      .expect(400);
    expect(await requestsOf(person.id)).toHaveLength(1);
  });
});
