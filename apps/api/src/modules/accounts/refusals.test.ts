import {
  consentVersion,
  endpoints,
  hasPermission,
  type Endpoint,
  type EndpointId,
} from '@wasl/contracts';
import { sampleContact, sampleOrganisationCore } from '@wasl/contracts/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { type TestClient, useTestApp } from '../../testing/index.ts';
import {
  aCompany,
  anAgentOf,
  anAgentOfNew,
  anIndividual,
  makeLists,
  png,
} from '../../testing/account-samples.ts';

// Refusals of every call of accounts, reference, partners and journeys: no session, the other role, hostile members and
// hostile paths. Every answer is a refusal or a success, never a server error.

const areas = ['accounts', 'reference', 'partners', 'journeys'];
const registered: readonly Endpoint[] = Object.values(endpoints);
const calls = registered.filter(({ area }) => areas.includes(area));

const unknownId = '3f2b8a30-5d0c-4c56-9f5b-0d7f6f3a2b11';
const partnerChanges = { ...sampleOrganisationCore, title: 'Organisme des refus' };

/** A valid body of each call, of which each member is spoilt. */
const bodies: Partial<Record<EndpointId, () => object>> = {
  signIn: () => ({ email: 'personne@example.org', password: 'Rif#Montagne26' }),
  signUpBeneficiary: () => ({
    ...anIndividual(),
    identity: { type: 'cin', idExpirationDate: '2199-01-01' },
  }),
  signUpAgentPartner: () => anAgentOfNew('Fondée par un test'),
  confirmEmailByPassword: () => ({ password: 'Rif#Montagne26' }),
  setColleagueRole: () => ({ role: 'AGENT' }),
  savePassword: () => ({ password: 'Detroit#Bleu27', confirmPassword: 'Detroit#Bleu27' }),
  checkPassword: () => ({
    password: 'Detroit#Bleu27',
    email: 'salma@example.org',
    nom: 'Bennani',
    prenom: 'Salma',
    companyName: 'Miel du Rif',
    partner: { title: 'Ruche' },
  }),
  saveLanguage: () => ({ lang: 'ar' }),
  // With a wrong password, because a success would end the session of the test.
  changePassword: () => ({
    currentPassword: 'Ancien#Phare25',
    password: 'Detroit#Bleu27',
    confirmPassword: 'Detroit#Bleu27',
  }),
  deleteAccount: () => ({ currentPassword: 'Ancien#Phare25' }),
  acceptConsent: () => ({ version: consentVersion }),
  beginSecondFactor: () => ({ currentPassword: 'Ancien#Phare25' }),
  confirmSecondFactor: () => ({ code: '123456' }),
  renewRecoveryCodes: () => ({ currentPassword: 'Ancien#Phare25', code: '123456' }),
  removeSecondFactor: () => ({ currentPassword: 'Ancien#Phare25', code: '123456' }),
  updateBeneficiaryUser: () => sampleContact,
  updatePartnerUser: () => ({ ...sampleContact, partner: partnerChanges }),
  saveQualification: () => ({
    commentaire: 'Besoin',
    typeBenef: 'Morale',
    numberOfJobs: '1',
    revenue: '1',
    projectIdea: 'Projet en cours de création',
    projectMaturity: 'IDEE',
    expectedNumberOfJobs: '3',
    investmentAmount: '1',
    revenueOfProject: '1',
    lookingFor: 'FINANCEMENT',
    lookingForOtherThing: 'x',
    dejaAccompagne: 'oui',
    department: 'ANAPEC',
    service: 'Conseil',
  }),
  addService: () => ({ code: 'C', libelle: 'Libellé', description: 'D', string_1: 's' }),
  addDocumentType: () => ({ code: 'C', libelle: 'Libellé', description: 'D', string_1: 's' }),
  searchPartners: () => ({ title: 'a', areas: [], services: [], supportTypes: [] }),
  searchJourneyDefs: () => ({ title: 'a', type: 'PREDEFINI', active: true }),
};

const hostileValues: readonly unknown[] = [
  null,
  '',
  [],
  {},
  [[]],
  0,
  -1,
  1e308,
  true,
  'x'.repeat(20_000),
  '\u0000',
  '\ud800',
  '\u202Eexe.fdp',
  "'; DROP TABLE users; --",
  '%_\\',
  { $ne: null },
  { contains: '', mode: 'insensitive' },
  { set: 'x' },
  { code: { not: '' } },
  ['__proto__', 'constructor'],
];
const hostileQueries = ['%00', '-1', '1e9', '%ff', 'x'.repeat(3000), "'--", 'a&%NAME%=b'];
const hostilePaths = [
  '%00',
  '..%2f..%2fetc%2fpasswd',
  '%ff',
  "'%20OR%201=1--",
  '%F0%9F%92%A9',
  'null',
  '-1',
  '1e400',
  'x'.repeat(3000),
  '%25%5F',
];

/** Yields the same body with one member, at any depth, replaced. */
function* spoilt(value: unknown): Generator {
  if (typeof value !== 'object' || value === null) return;
  for (const member of Object.keys(value)) {
    const put = (replacement: unknown): unknown =>
      Array.isArray(value)
        ? Object.assign([...(value as unknown[])], { [member]: replacement })
        : { ...value, [member]: replacement };
    for (const hostile of hostileValues) yield put(hostile);
    for (const inner of spoilt((value as Record<string, unknown>)[member])) yield put(inner);
  }
}

let clients: { anonymous: TestClient; beneficiary: TestClient; agent: TestClient };
let partnerId: number;

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '10000' } });
beforeAll(async () => {
  await makeLists(app);
  await app.db.referenceList.create({ data: { code: 'DOCUMENT' } });
  const agent = await app.make.anAgent();
  partnerId = agent.partnerId;
  clients = {
    anonymous: app.anonymous,
    beneficiary: await app.as(await app.make.aBeneficiary()),
    agent: await app.as(agent),
  };
});

function clientFor({ permission }: Endpoint): TestClient {
  if (permission === 'public') return clients.anonymous;
  return hasPermission('PARTENAIRE', permission) ? clients.agent : clients.beneficiary;
}
function send(client: TestClient, { method }: Endpoint, path: string, body?: object) {
  if (method === 'get') return client.get(path);
  if (method === 'put') return client.put(path, body);
  if (method === 'delete') return client.delete(path);
  return client.post(path, body);
}
const filled = (path: string, value = String(partnerId)) => path.replace(/:\w+/g, value);

/** Sends the bytes of this JSON text as a body. */
function sendText(client: TestClient, endpoint: Endpoint, text: string | Buffer) {
  return send(client, endpoint, filled(endpoint.path))
    .set('content-type', 'application/json')
    .send(text as string);
}

it('defines a body for every call that accepts one', () => {
  const taking = calls.filter(({ body, multipart }) => body && !multipart).map(({ id }) => id);
  expect(Object.keys(bodies).sort()).toEqual(taking.sort());
});

describe.each(calls.map((call) => [call.id, call] as const))('%s', (id, call) => {
  if (call.permission !== 'public') {
    const { permission } = call;
    it('requires a session', async () => {
      const answer = await send(clients.anonymous, call, filled(call.path), {}).expect(401);
      expect(answer.body).toMatchObject({ code: 'UNAUTHENTICATED' });
    });

    it('requires the role', async () => {
      for (const [role, client] of [
        ['BENEFICIAIRE', clients.beneficiary],
        ['PARTENAIRE', clients.agent],
      ] as const) {
        if (hasPermission(role, permission)) continue;
        const answer = await send(
          client,
          call,
          filled(call.path),
          bodies[call.id as EndpointId]?.(),
        );
        expect([answer.status, (answer.body as { code: string }).code]).toEqual([403, 'FORBIDDEN']);
      }
    });

    it('requires a usable account', async () => {
      const isAgent = hasPermission('PARTENAIRE', permission);
      for (const over of [
        { disabledAt: new Date() },
        { emailConfirmedAt: null },
        ...(isAgent ? [{ approvedAt: null }] : []),
      ]) {
        const user = await (isAgent ? app.make.anAgent(over) : app.make.aBeneficiary(over));
        await send(await app.as(user), call, filled(call.path), {}).expect(403);
      }
    });
  }

  if (call.path.includes(':')) {
    it('refuses hostile paths', async () => {
      for (const hostile of hostilePaths) {
        const path = filled(call.path, hostile);
        const answer = await send(clientFor(call), call, path, bodies[call.id as EndpointId]?.());
        expect([hostile, answer.status]).toEqual([hostile, expect.toSatisfy(isRefusal)]);
      }
    });
  }

  // An unknown language falls back to French.
  const names = Object.keys(call.query?.shape ?? {}).filter((name) => name !== 'lang');
  if (names.length > 0) {
    it('refuses hostile queries', async () => {
      for (const name of names) {
        for (const hostile of hostileQueries) {
          const query = `${name}=${hostile.replace('%NAME%', name)}`;
          const body = bodies[call.id as EndpointId]?.();
          const path = `${filled(call.path)}?${query}`;
          const answer = await send(clientFor(call), call, path, body);
          expect([query, answer.status]).toEqual([query, 400]);
        }
      }
    });
  }

  if (call.multipart) {
    it('never responds with a server error to a hostile part', { tags: ['slow'] }, async () => {
      const info = { userId: unknownId, typeIdentity: 'cin', idExpirationDate: '2199-01-01' };
      for (const body of [...spoilt(info), ...hostileValues]) {
        const answer = await clients.anonymous
          .post(call.path)
          .field('info', JSON.stringify(body))
          .attach('file', png, 'carte.png');
        expect([JSON.stringify(body).slice(0, 500), answer.status]).toEqual([
          expect.any(String),
          expect.toSatisfy(isRefusal),
        ]);
      }
    });

    it('rejects other fields, other files and too many files', async () => {
      const post = () => clients.anonymous.post(call.path).attach('file', png, 'carte.png');
      const isRefused = async (test: ReturnType<typeof post>) => {
        expect((await test).status).toSatisfy(isRefusal);
      };
      await isRefused(post().attach('file', png, 'encore.png'));
      await isRefused(post().attach('autre', png, 'autre.png'));
      await isRefused(post().field('__proto__', 'x'));
      await isRefused(post().field('info', 'x'.repeat(110_000)));
    });
  }

  const valid = bodies[id as EndpointId];
  if (valid) {
    it('never responds with a server error to a hostile member', { tags: ['slow'] }, async () => {
      const client = clientFor(call);
      for (const body of spoilt(valid())) {
        const answer = await send(client, call, filled(call.path), body as object);
        expect([JSON.stringify(body).slice(0, 2000), answer.status]).toEqual([
          expect.any(String),
          expect.toSatisfy((status: number) => status < 500),
        ]);
      }
    });

    it.each([
      ['no body', ''],
      ['a list', '[]'],
      ['a text', '"x"'],
      ['null', 'null'],
      ['half a body', '{"email":'],
      ['a prototype', '{"__proto__":{"email":"x"}}'],
      ['a deep body', '['.repeat(10_000) + ']'.repeat(10_000)],
      ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ])('refuses %s', async (_case, text) => {
      // The two searches have no mandatory member, so an object without one is valid.
      const isSearch = id.startsWith('search');
      const answer = await sendText(clientFor(call), call, text);
      const acceptable = isSearch && [200, 400].includes(answer.status);
      if (!acceptable) expect(answer.status).toSatisfy(isRefusal);
    });

    it('rejects more than 100 kB and bodies that are not JSON', async () => {
      const big = JSON.stringify({ ...valid(), more: 'x'.repeat(110_000) });
      const answer = await sendText(clientFor(call), call, big);
      expect(answer.status).toBe(413);
      await send(clientFor(call), call, filled(call.path))
        .set('content-type', 'text/xml')
        .send('<a/>')
        .expect(415);
    });
  }
});

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500;
}

it('accepts the valid bodies from which the hostile bodies are derived', async () => {
  await clients.anonymous.post('/utilisateurs/signUpBeneficiary', aCompany()).expect(201);
  await clients.anonymous
    .post('/utilisateurs/signUpAgentPartner', anAgentOf(partnerId))
    .expect(201);
  for (const id of [
    'signUpBeneficiary',
    'updateBeneficiaryUser',
    'updatePartnerUser',
    'saveQualification',
    'searchPartners',
    'searchJourneyDefs',
  ] as const) {
    const call = endpoints[id];
    const answer = await send(clientFor(call), call, filled(call.path), bodies[id]?.());
    expect([id, answer.status]).toEqual([id, call.response.status]);
  }
});
