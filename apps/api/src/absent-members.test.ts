import { endpoints, type Endpoint, type EndpointId } from '@wasl/contracts';
import { sampleContact, sampleOrganisation, sampleRequest } from '@wasl/contracts/testing';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { makeLists } from './testing/account-samples.ts';
import { type TestClient, useTestApp } from './testing/index.ts';

type Json = Record<string, unknown>;

/** POST calls that update existing rows; every PUT does. */
const updatesByPost: readonly EndpointId[] = ['saveQualification', 'updateStep'];
/** The other POST calls with optional members: they create, search or act. */
const noUpdates: readonly EndpointId[] = [
  'addAnswer',
  'addDocumentType',
  'addNote',
  'addService',
  'beginSecondFactor',
  'changePassword',
  'checkPassword',
  'confirmSecondFactor',
  'createRequest',
  'declineStep',
  'deleteAccount',
  'fileRequest',
  'handOverFiles',
  'listSteps',
  'searchJourneyDefs',
  'searchPartners',
  'sendBackStep',
  'sendMessage',
  'sendMessageWithFiles',
  'setStepOwner',
  'signIn',
  'signUpAgentPartner',
  'signUpBeneficiary',
  'simulate',
  'simulateNordev',
  'uploadPartnerLogo',
  'uploadRequestDocument',
  'uploadStepDocuments',
  'withdrawRequest',
];
/** Members that are only compared or checked, not stored. */
const notStored = new Set([
  'version',
  'partner.version',
  // An act on the current texts.
  'partner.confirmed',
  'createRequestDto.clientKey',
  'processingId',
  'observations',
  // Every submission requires it, so that no document is sent without an explicit choice.
  'changeRequestStatus documents',
]);

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
}

function optionalIn({ properties = {}, required = [], anyOf = [] }: Schema, at = ''): string[] {
  const own = Object.entries(properties).flatMap(([name, schema]) => [
    ...(required.includes(name) ? [] : [at + name]),
    ...optionalIn(schema, `${at}${name}.`),
  ]);
  return [...own, ...anyOf.flatMap((schema) => optionalIn(schema, at))];
}
const optionalOf = (body: z.ZodType | undefined): string[] =>
  body === undefined
    ? []
    : optionalIn(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema);

const withOptional = Object.values<Endpoint>(endpoints)
  .filter(({ method }) => method === 'put' || method === 'post')
  .map((call) => ({ ...call, members: [...new Set(optionalOf(call.body))] }))
  .filter(({ members }) => members.length > 0);
const members = withOptional
  .filter(({ id, method }) => method === 'put' || updatesByPost.some((update) => update === id))
  .flatMap(({ id, members: all }) =>
    all
      .filter((member) => !notStored.has(member) && !notStored.has(`${id} ${member}`))
      .map((member) => [id, member] as const),
  );

function valueAt(body: Json, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Json | undefined)?.[name], body);
}
function without(body: Json, path: string): Json {
  const copy = structuredClone(body);
  const names = path.split('.');
  const last = names.pop() ?? '';
  const holder = (valueAt(copy, names.join('.')) as Json | undefined) ?? copy;
  Reflect.deleteProperty(holder, last);
  return copy;
}

interface Update {
  /** Bodies with a value for each optional member. The first body with the member is sent. */
  readonly bodies: readonly Json[];
  readonly send: (body: Json) => Promise<unknown>;
  readonly row: () => Promise<unknown>;
}

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '100' } });
beforeAll(() => makeLists(app));

const person = { ...sampleContact, phone: '+33612345678', codeCountry: '+33' };
const put = (client: TestClient, path: string) => async (body: Json) =>
  await client.put(path, body).expect(200);

const updates: Readonly<Partial<Record<EndpointId, () => Promise<Update>>>> = {
  async updateBeneficiaryUser() {
    const { id } = await app.make.aBeneficiary();
    return {
      bodies: [{ ...person, profil: 'RETRAITE', area: 'AGRICULTURE' }],
      send: put(await app.as({ id }), '/updateBeneficiaryUser'),
      row: () => app.db.user.findUniqueOrThrow({ where: { id }, omit: { updatedAt: true } }),
    };
  },
  async updatePartnerUser() {
    const agent = await app.make.anAgent();
    const where = { id: agent.partnerId };
    const include = { areas: true, supportTypes: true, services: true };
    const partner = { ...sampleOrganisation, title: `Organisme ${agent.id}` };
    return {
      bodies: [{ ...person, partner }],
      send: put(await app.as(agent), '/updatePartnerUser'),
      row: async () => [
        await app.db.user.findUniqueOrThrow({ where: { id: agent.id }, omit: { updatedAt: true } }),
        await app.db.partner.findUniqueOrThrow({ where, include }),
      ],
    };
  },
  async saveQualification() {
    const { id } = await app.make.aBeneficiary();
    const client = await app.as({ id });
    const survey = {
      commentaire: 'Une ferme',
      typeBenef: 'Personne physique',
      numberOfJobs: '2',
      revenue: '100 000',
      projectIdea: 'Projet en cours de création',
      projectMaturity: 'Étude faite',
      expectedNumberOfJobs: '4',
      investmentAmount: '500 000',
      revenueOfProject: '300 000',
      lookingFor: 'FINANCEMENT',
      lookingForOtherThing: 'Un local',
      dejaAccompagne: 'oui',
      department: 'CRI',
      service: 'Orientation',
    };
    return {
      bodies: [survey],
      send: async (body) => await client.post('/saveQualification', body).expect(201),
      row: () =>
        app.db.qualification.findFirstOrThrow({
          where: { userId: id, replacedAt: null },
          omit: { id: true, createdAt: true },
        }),
    };
  },
  async changeAnswer() {
    const client = await app.as(await app.make.anAgent());
    const body = {
      name: 'Bail',
      texts: { fr: 'Le bail', en: 'The lease', ar: 'عقد الكراء', es: 'El contrato' },
    };
    const first = { name: 'Autre', texts: { fr: 'Autre' } };
    const made = await client.post('/processing/answers', first).expect(201);
    const { id } = made.body as { id: number };
    return {
      bodies: [body],
      send: put(client, `/processing/answers/${String(id)}`),
      row: () => app.db.savedAnswer.findUniqueOrThrow({ where: { id } }),
    };
  },
  async changeView() {
    const client = await app.as(await app.make.anAgent());
    const view = { name: 'Vue', query: 'tab=all', isShared: false };
    const { body } = await client.post('/processing/views', view).expect(201);
    const { id, version } = body as { id: number; version: number };
    return {
      bodies: [{ name: 'En retard', query: 'tab=late', version }],
      send: put(client, `/processing/views/${String(id)}`),
      row: () => app.db.worklistView.findUniqueOrThrow({ where: { id } }),
    };
  },
  async updateRequest() {
    const owner = await app.make.aBeneficiary();
    const client = await app.as(owner);
    const { id } = await app.make.aRequest({ beneficiaryId: owner.id });
    const file = {
      key: `absent-${String(id)}`,
      originalName: 'plan.pdf',
      mimeType: 'application/pdf',
      size: 1,
      sha256: 'x',
    };
    await app.db.requestDocument.create({
      data: { request: { connect: { id } }, code: 'BUSINESS_PLAN', file: { create: file } },
    });
    const words = { fr: 'Filière', en: 'Sector', ar: 'القطاع', es: 'Sector' };
    const questions = [{ code: 'FILIERE', kind: 'SHORT_TEXT', required: false, label: words }];
    const journeyDef = (await app.make.aJourney({ questions })).id;
    return {
      bodies: [
        { createRequestDto: { ...sampleRequest, services: ['ETUDE'] } },
        { createRequestDto: { ...sampleRequest, journeyDef, answers: { FILIERE: 'Argane' } } },
      ],
      send: async ({ createRequestDto }) =>
        await client
          .put(`/requests/${String(id)}`)
          .field('createRequestDto', JSON.stringify(createRequestDto))
          .expect(200),
      row: () =>
        app.db.supportRequest.findUniqueOrThrow({
          where: { id },
          include: { services: true, documents: true },
          omit: { updatedAt: true },
        }),
    };
  },
  async updateStep() {
    const agent = await app.make.anAgent();
    const document = await app.make.anItem('DOCUMENT');
    const owner = await app.make.aBeneficiary();
    const request = await app.make.aRequest({ beneficiaryId: owner.id, status: 'NOUVEAU' });
    const step = await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
    const client = await app.as(agent);
    return {
      bodies: [
        {
          processingStepId: step.id,
          status: 'BLOCKED',
          percent: 50,
          partnerFeedback: 'Il manque une pièce',
          loweredBecause: 'Étude reprise',
          blockedBecause: 'Pièce illisible',
          documents: [document.code],
        },
      ],
      send: async (body) => await client.post('/processing/step/update', body).expect(200),
      row: () =>
        app.db.processingStep.findUniqueOrThrow({
          where: { id: step.id },
          include: { documents: true },
          omit: { updatedAt: true, version: true },
        }),
    };
  },
};

it('states for each POST call with optional members whether it is an update', () => {
  const posts = withOptional.filter(({ method }) => method === 'post').map(({ id }) => id);
  expect(posts.toSorted()).toEqual([...noUpdates, ...updatesByPost].toSorted());
});

it.each(members)('keeps the stored value of %s when %s is absent', async (id, member) => {
  const update = await updates[id as EndpointId]?.();
  const body = update?.bodies.find((sent) => valueAt(sent, member) !== undefined);
  if (update === undefined || body === undefined)
    throw new Error(`Add a value of ${member} to the row ${id}.`);
  await update.send(body);
  const before = await update.row();
  await update.send(without(body, member));
  expect(await update.row()).toEqual(before);
});

it('applies the stored prefix to a number without a prefix, and otherwise stores the new prefix', async () => {
  const { id } = await app.make.aBeneficiary({ phone: '+33612345678', codeCountry: '+33' });
  const client = await app.as({ id });
  const { codeCountry: _, ...sent } = person;
  const number = async (phone: string, more: Json = {}) => {
    await client.put('/updateBeneficiaryUser', { ...sent, phone, ...more }).expect(200);
    const select = { phone: true, codeCountry: true };
    return await app.db.user.findUniqueOrThrow({ where: { id }, select });
  };
  expect(await number('06 98 76 54 32')).toEqual({ phone: '+33698765432', codeCountry: '+33' });
  expect(await number('+212612345678')).toEqual({ phone: '+212612345678', codeCountry: '+212' });
  expect(await number('+34612345678', { codeCountry: '+212' })).toEqual({
    phone: '+34612345678',
    codeCountry: '+34',
  });
  await client.put('/updateBeneficiaryUser', { ...sent, phone: '12' }).expect(400);
});

it('updates the texts of an organisation when the other members are absent', async () => {
  const agent = await app.make.anAgent();
  const partner = { title: 'Deux membres', description: 'Rien de plus' };
  const client = await app.as(agent);
  await client.put('/updatePartnerUser', { ...person, partner }).expect(200);
});

it('switches a request from a journey to services and back when only the new member is sent', async () => {
  const owner = await app.make.aBeneficiary();
  const client = await app.as(owner);
  const { id } = await app.make.aRequest({ beneficiaryId: owner.id });
  const journeyDef = (await app.make.aJourney()).id;
  const send = async (dto: Json, status = 200) =>
    await client
      .put(`/requests/${String(id)}`)
      .field('createRequestDto', JSON.stringify(dto))
      .expect(status);
  const chosen = async () => {
    const where = { id };
    const row = await app.db.supportRequest.findUniqueOrThrow({
      where,
      include: { services: true },
    });
    return [row.journeyDefId, row.services.length];
  };
  await send({ journeyDef });
  expect(await chosen()).toEqual([journeyDef, 0]);
  await send({ services: ['ETUDE'] });
  expect(await chosen()).toEqual([null, 1]);
  await send({ journeyDef: null }, 200);
  await send({ services: [] }, 422);
  await send({ journeyDef, services: ['ETUDE'] }, 422);
  expect(await chosen()).toEqual([null, 1]);
});
