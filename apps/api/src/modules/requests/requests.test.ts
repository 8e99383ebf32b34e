import type { RequestView } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { type TestClient, useTestApp } from '../../testing/index.ts';

const app = useTestApp();

const write = (client: TestClient, dto: object, id?: number) =>
  (id === undefined ? client.post('/requests') : client.put(`/requests/${String(id)}`)).field(
    'createRequestDto',
    JSON.stringify(dto),
  );

async function aClient() {
  const user = await app.make.aBeneficiary();
  return { user, client: await app.as(user) };
}

async function create(client: TestClient, over: object = {}): Promise<RequestView> {
  const service = await app.make.aService();
  const answer = await write(client, { services: [service.code], ...over }).expect(201);
  return answer.body as RequestView;
}

describe('creating a request', () => {
  it('returns a draft with its number, for services', async () => {
    const { client, user } = await aClient();
    const service = await app.make.aService({ libelleFr: 'Conseil juridique' });
    const answer = await write(client, {
      description: '  Ouvrir un atelier  ',
      urlVideo: 'https://youtu.be/abcdefghijk',
      services: [{ code: service.code, libelle: 'x' }, service.code],
    }).expect(201);
    const view = answer.body as RequestView;
    expect(view).toMatchObject({
      description: 'Ouvrir un atelier',
      urlVideo: 'https://youtu.be/abcdefghijk',
      status: { code: 'EN_COURS_DE_CREATION' },
      services: [{ code: service.code, libelle: 'Conseil juridique' }],
      journeyDef: null,
      percent: 0,
      beneficiary: { email: user.email, nom: user.nom },
      abilities: {
        canEdit: true,
        canDelete: true,
        canSubmit: true,
        canFollow: false,
        canReceipt: false,
        canUpdate: false,
      },
    });
    expect(view.numRequest).toMatch(/^\d{4}-\d{6}$/);
    expect(view.dateRequest).toMatch(/^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}$/);
    expect(await app.db.historyEvent.findMany({ where: { requestId: view.id } })).toMatchObject([
      { kind: 'CREATED', fromStatus: null, toStatus: 'EN_COURS_DE_CREATION', actorId: user.id },
    ]);
  });

  it('creates one draft for one form, for any number of calls', async () => {
    const { client, user } = await aClient();
    const service = await app.make.aService();
    const dto = { services: [service.code], clientKey: crypto.randomUUID() };
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((description) => write(client, { ...dto, description }).expect(201)),
    );
    const ids = new Set(answers.map((answer) => (answer.body as RequestView).id));
    expect(ids.size).toBe(1);
    const [id = 0] = ids;
    // The answer was lost, and the person changed the text.
    const again = await write(client, { ...dto, description: 'Autrement' }).expect(201);
    expect(again.body).toMatchObject({ id, description: 'Autrement' });
    expect(await app.db.supportRequest.count({ where: { beneficiaryId: user.id } })).toBe(1);
    // The same key of another person creates another request, and so does another key.
    const other = await aClient();
    expect((await write(other.client, dto).expect(201)).body).not.toMatchObject({ id });
    const next = await write(client, { ...dto, clientKey: crypto.randomUUID() }).expect(201);
    expect(next.body).not.toMatchObject({ id });
    await write(client, { ...dto, clientKey: 'twice' }).expect(400);
    await app.db.supportRequest.update({ where: { id }, data: { status: 'SUPPRIME' } });
    await write(client, dto).expect(404);
  });

  it('accepts a journey by its object and shows it', async () => {
    const { client } = await aClient();
    const journey = await app.make.aJourney();
    const answer = await write(client, {
      journeyDef: { id: journey.id, title: 'x' },
      services: [],
    }).expect(201);
    expect(answer.body).toMatchObject({
      journeyDef: { id: journey.id, isOpen: true },
      services: [],
    });
  });

  it('accepts the JSON part as a file of type application/json', async () => {
    const { client } = await aClient();
    const service = await app.make.aService();
    await client
      .post('/requests')
      .attach('createRequestDto', Buffer.from(JSON.stringify({ services: [service.code] })), {
        filename: 'blob',
        contentType: 'application/json',
      })
      .expect(201);
  });

  it('is refused by the server without a qualification', async () => {
    const client = await app.as(await app.make.aBeneficiary({ isQualified: false }));
    const service = await app.make.aService();
    const answer = await write(client, { services: [service.code] }).expect(422);
    expect(answer.body).toMatchObject({ code: 'QUALIFICATION_REQUIRED' });
    expect(
      await app.db.supportRequest.count({ where: { services: { some: { itemId: service.id } } } }),
    ).toBe(0);
  });

  it('reports the limit of drafts when the person has reached it', async () => {
    const { client, user } = await aClient();
    const draft = await app.make.aRequest({
      beneficiaryId: user.id,
      status: 'EN_COURS_DE_CREATION',
    });
    const {
      id: _,
      clientKey: __,
      answers: ___,
      ...members
    } = await app.db.supportRequest.findUniqueOrThrow({
      where: { id: draft.id },
    });
    await app.db.supportRequest.createMany({
      data: Array.from({ length: 1999 }, (____, at) => ({
        ...members,
        numRequest: `1998-${String(at).padStart(6, '0')}`,
      })),
    });
    const service = await app.make.aService();
    const answer = await write(client, { services: [service.code] }).expect(422);
    expect(answer.body).toMatchObject({
      code: 'TOO_MANY_DRAFTS',
      message: expect.stringContaining('2\u202f000 brouillons') as unknown,
    });
    await client.delete(`/requests/${String(draft.id)}`).expect(200);
    await write(client, { services: [service.code] }).expect(201);
  });

  it('requires either a journey or services', async () => {
    const { client } = await aClient();
    const journey = await app.make.aJourney();
    const service = await app.make.aService();
    for (const dto of [
      {},
      { services: [] },
      { services: [service.code], journeyDef: journey.id },
    ]) {
      const answer = await write(client, dto).expect(422);
      expect(answer.body).toMatchObject({ code: 'JOURNEY_OR_SERVICES' });
    }
  });

  it.each([
    ['over', { endDate: new Date('2020-01-01') }],
    ['not begun', { startDate: new Date('2199-01-01') }],
    ['inactive', { active: false }],
  ])('refuses a journey that is %s', async (_, over) => {
    const { client } = await aClient();
    const journey = await app.make.aJourney(over);
    const answer = await write(client, { journeyDef: journey.id }).expect(422);
    expect(answer.body).toMatchObject({ code: 'JOURNEY_CLOSED' });
  });

  it('reports every unknown code with its path', async () => {
    const { client } = await aClient();
    const service = await app.make.aService();
    const answer = await write(client, { services: ['NOPE', service.code, 'NEITHER'] }).expect(400);
    expect(answer.body).toMatchObject({
      code: 'INVALID_INPUT',
      errors: [
        { path: 'createRequestDto.services.0', code: 'unknownCode' },
        { path: 'createRequestDto.services.2', code: 'unknownCode' },
      ],
    });
    const journey = await write(client, { journeyDef: 2_000_000_000 }).expect(400);
    expect(journey.body).toMatchObject({
      errors: [{ path: 'createRequestDto.journeyDef', code: 'unknownCode' }],
    });
  });

  it('ignores members that the beneficiary may not set', async () => {
    const { client, user } = await aClient();
    const other = await app.make.aBeneficiary();
    const view = await create(client, {
      status: { code: 'DEMANDE_TRAITE' },
      percent: 100,
      numRequest: '2000-000001',
      beneficiaryId: other.id,
      beneficiary: { id: other.id },
      idPartner: 1,
      observation: 'x',
      dateRequest: '2001/01/01 00:00',
      submittedAt: '2001-01-01',
    });
    const row = await app.db.supportRequest.findUniqueOrThrow({ where: { id: view.id } });
    expect(row).toMatchObject({
      beneficiaryId: user.id,
      status: 'EN_COURS_DE_CREATION',
      percent: 0,
      observation: null,
      submittedAt: null,
    });
    expect(row.numRequest).not.toBe('2000-000001');
    expect(row.dateRequest.getUTCFullYear()).toBeGreaterThan(2020);
  });

  it.each<[string, string]>([
    ['no JSON', '{"services":'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['services as text', '{"services":"X"}'],
    ['services as operators', '{"services":[{"code":{"contains":""}}]}'],
    [
      'fifty-one services',
      JSON.stringify({ services: Array.from({ length: 51 }, (_, i) => `S${String(i)}`) }),
    ],
    ['a journey as an operator', '{"journeyDef":{"id":{"gt":0}}}'],
    ['a journey of id 0', '{"journeyDef":0}'],
    ['a huge journey id', '{"journeyDef":99999999999}'],
    ['NUL', '{"services":["A"],"description":"a\\u0000b"}'],
    ['a lone surrogate', '{"services":["A"],"description":"\\ud800"}'],
    ['a long need', JSON.stringify({ services: ['A'], description: 'x'.repeat(4001) })],
    ['a script as link', '{"services":["A"],"urlVideo":"javascript:alert(1)"}'],
    ['another host', '{"services":["A"],"urlVideo":"https://youtu.be.evil.example/abcdefghijk"}'],
    ['http', '{"services":["A"],"urlVideo":"http://youtu.be/abcdefghijk"}'],
    ['a deep nest', '['.repeat(10_000)],
  ])('refuses %s', async (_, text) => {
    const { client } = await aClient();
    await client.post('/requests').field('createRequestDto', text).expect(400);
    await client.put('/requests/1').field('createRequestDto', text).expect(400);
  });

  it('rejects a body that is not multipart, a missing part, an unexpected file and malformed ids', async () => {
    const { client } = await aClient();
    await client.post('/requests', { createRequestDto: {} }).expect(415);
    await client.post('/requests').field('other', '{}').expect(400);
    await client.post('/requests').attach('file', Buffer.from('%PDF-1.4'), 'a.pdf').expect(400);
    for (const id of ['0', '-1', 'x', '1.5', '2147483648', '1e3x', '%00', '__proto__']) {
      await client.get(`/requests/${id}`).expect(400);
      await client.delete(`/requests/${id}`).expect(400);
    }
  });

  it(
    'assigns a thousand different numbers to a thousand simultaneous calls',
    { tags: ['slow'] },
    async () => {
      const { client } = await aClient();
      const service = await app.make.aService();
      const numbers = new Set<string>();
      // Eight at a time: they overlap and stay below the pool of ten connections.
      const lane = async () => {
        for (let i = 0; i < 125; i += 1) {
          const answer = await write(client, { services: [service.code] }).expect(201);
          numbers.add((answer.body as RequestView).numRequest);
        }
      };
      await Promise.all(Array.from({ length: 8 }, lane));
      expect(numbers.size).toBe(1000);
    },
  );
});

describe('updating a request', () => {
  it('replaces the previous values', async () => {
    const { client } = await aClient();
    const view = await create(client);
    const [present, added] = [view.services[0]?.code, (await app.make.aService()).code];
    const answer = await write(
      client,
      { description: 'Autre', services: [present, added] },
      view.id,
    ).expect(200);
    expect((answer.body as RequestView).services.map(({ code }) => code).sort()).toEqual(
      [present, added].sort(),
    );
    expect(answer.body).toMatchObject({
      id: view.id,
      numRequest: view.numRequest,
      description: 'Autre',
    });
    const journey = await app.make.aJourney();
    const changed = await write(client, { journeyDef: journey.id }, view.id).expect(200);
    expect(changed.body).toMatchObject({ services: [], journeyDef: { id: journey.id } });
  });

  it('keeps an inactive service, but a new request cannot use it', async () => {
    const { client } = await aClient();
    const view = await create(client);
    const code = view.services[0]?.code ?? '';
    await app.db.referenceItem.updateMany({
      where: { parent: 'SERVICE', code },
      data: { active: false },
    });
    await write(client, { services: [code] }, view.id).expect(200);
    await write(client, { services: [code] }).expect(400);
  });

  it('makes a request to rephrase a draft again, with its observation still visible', async () => {
    const { client, user } = await aClient();
    const { id, services } = await app.make.aRequest({
      beneficiaryId: user.id,
      status: 'A_REFOURMULER',
      observation: 'Précisez votre besoin',
    });
    const item = await app.db.referenceItem.findUniqueOrThrow({
      where: { id: services[0]?.itemId ?? 0 },
    });
    const answer = await write(client, { services: [item.code] }, id).expect(200);
    expect(answer.body).toMatchObject({
      status: { code: 'EN_COURS_DE_CREATION' },
      observation: 'Précisez votre besoin',
      abilities: { canSubmit: true },
    });
  });
});

describe('reading and deleting', () => {
  it('hides without erasing: 404 afterwards, and absent from every list', async () => {
    const { client, user } = await aClient();
    const view = await create(client);
    await client.delete(`/requests/${String(view.id)}`).expect(200, { success: true });
    await client.get(`/requests/${String(view.id)}`).expect(404);
    await client.delete(`/requests/${String(view.id)}`).expect(404);
    expect((await client.post('/requests/filter', []).expect(200)).body).toEqual([]);
    expect(await app.db.supportRequest.findUnique({ where: { id: view.id } })).toMatchObject({
      status: 'SUPPRIME',
    });
    expect(
      await app.db.historyEvent.findMany({ where: { requestId: view.id }, orderBy: { id: 'asc' } }),
    ).toMatchObject([
      { kind: 'CREATED' },
      {
        kind: 'DELETED',
        fromStatus: 'EN_COURS_DE_CREATION',
        toStatus: 'SUPPRIME',
        actorId: user.id,
      },
    ]);
  });

  it('marks the rejected status from the reference list, in the reader’s language', async () => {
    const { client, user } = await aClient();
    await app.make.anItem('STATUS', {
      code: 'A_REFOURMULER',
      libelleFr: 'À reformuler',
      libelleEn: 'To rephrase',
      string_1: 'REJECTED',
    });
    const { id } = await app.make.aRequest({ beneficiaryId: user.id, status: 'A_REFOURMULER' });
    const read = async (lang: string) =>
      ((await client.get(`/requests/${String(id)}?lang=${lang}`).expect(200)).body as RequestView)
        .status;
    expect(await read('en')).toEqual({
      code: 'A_REFOURMULER',
      libelle: 'To rephrase',
      string_1: 'REJECTED',
    });
    // Falls back to French without a Spanish translation.
    expect((await read('es')).libelle).toBe('À reformuler');
  });

  it('shows a partner the request with the step of its organisation', async () => {
    const agent = await app.make.anAgent();
    const request = await app.make.aRequest({ status: 'ENTAME', percent: 20 });
    await app.make.aStep({
      requestId: request.id,
      status: 'PROCESSED',
      percent: 100,
      partnerId: agent.partnerId,
    });
    const step = await app.make.aStep({
      requestId: request.id,
      status: 'IN_PROGRESS',
      percent: 45,
      partnerId: agent.partnerId,
    });
    const answer = await (await app.as(agent)).get(`/requests/${String(request.id)}`).expect(200);
    expect(answer.body).toMatchObject({
      percent: 45,
      processingId: request.id,
      processingStepId: step.id,
      processingStepStatus: { code: 'IN_PROGRESS' },
      idPartner: agent.partnerId,
      abilities: { canEdit: false, canUpdate: true, canFollow: true },
    });
  });
});

describe('a response', () => {
  it('contains no hash, key or internal path', async () => {
    const { client } = await aClient();
    await create(client);
    const text = (await client.post('/requests/filter', []).expect(200)).text;
    expect(text).not.toMatch(
      /passwordHash|\$2[aby]\$|sessionVersion|beneficiaryId|libelleKey|storage/,
    );
  });
});
