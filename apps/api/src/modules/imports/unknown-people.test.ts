// @module-tag slow

import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, it } from 'vitest';

import { type TestClient, useTestApp } from '../../testing/index.ts';
import { addPeopleLists, peopleFile } from '../../testing/people-files.ts';

const people = '/beneficiary/uploadCanevasBeneficiaires';
const requests = '/requests/uploadCanevasDemandes';

let client: TestClient;
let partnerId: number;

const app = useTestApp({ settings: { importUnknownPeoplePerDay: 3 } });
beforeAll(async () => {
  const service = await app.make.aService({ code: 'CONSEIL' });
  ({ id: partnerId } = await app.make.aPartner({ serviceItems: [service] }));
  client = await app.as(await app.make.anAgent({ partnerId }));
  await addPeopleLists(app.make);
});

const sendPeople = (email: string, path = people) =>
  client.post(path).attach('file', peopleFile({ email }), 'b.xlsx');
const sendRequests = (emails: readonly string[], path: string, by = client) => {
  const lines = emails.map((email) => `${email};Un besoin;CONSEIL`);
  const text = ['email_beneficiaire;besoin;services', ...lines].join('\n');
  return by.post(path).attach('file', Buffer.from(text), 'demandes.csv');
};

describe('an import of beneficiaries', () => {
  /** Every answer about an address that an organisation can get: dry run, import, and both again. */
  const answersFor = async (email: string): Promise<unknown[]> => {
    const answers: unknown[] = [];
    for (const query of ['?dryRun=true', '', '?again=true&dryRun=true', '?again=true']) {
      const { status, body } = await sendPeople(email, people + query);
      answers.push([status, body]);
    }
    answers.push((await client.get('/imports').expect(200)).body);
    const faults = await sendPeople(email, `${people}/faults`).buffer();
    answers.push([faults.status, faults.headers['content-type']]);
    const normalised = JSON.stringify(answers)
      .replaceAll(/"[0-9a-f-]{36}"/g, '"id"')
      .replaceAll(/\d{4}.\d\d.\d\d.\d\d:\d\d(:\d\d)?(\.\d+Z)?/g, 'time');
    await app.db.importRun.deleteMany();
    return JSON.parse(normalised) as unknown[];
  };

  it('responds identically to addresses with and without an account, for any caller and role', async () => {
    const mine = await app.make.aBeneficiary({ openedBy: partnerId, phone: '+212600000001' });
    const unknown = await app.make.aBeneficiary({ phone: '+212600000001' });
    const agent = await app.make.anAgent({ partnerId: (await app.make.aPartner()).id });
    const before = await app.db.user.findMany({
      where: { id: { in: [mine.id, unknown.id, agent.id] } },
      orderBy: { id: 'asc' },
    });
    const noAccount = await answersFor('nobody@example.org');
    expect(noAccount).toMatchObject([
      [200, { imported: 0, preview: { lines: 1, invitations: 1 } }],
      [200, { imported: 1 }],
      [200, { imported: 0, preview: { lines: 1, invitations: 1 } }],
      [200, { imported: 1 }],
      { totalElements: 2 },
      [200, expect.stringContaining('spreadsheet')],
    ]);
    for (const { email } of [mine, unknown, agent])
      expect(await answersFor(email)).toEqual(noAccount);
    // An existing account stays unchanged and gets no link to open it.
    const after = await app.db.user.findMany({
      where: { id: { in: before.map(({ id }) => id) } },
      orderBy: { id: 'asc' },
    });
    expect(after).toEqual(before);
    const invited = (await app.mails()).filter(({ template }) => template === 'invitation');
    expect(invited.map(({ to }) => to)).toEqual(['nobody@example.org']);
    expect(await app.db.accountToken.count({ where: { kind: 'INVITATION' } })).toBe(1);
  });
});

describe('an import of requests', () => {
  it('accepts a limited number of unknown addresses a day, including dry runs and refused files', async () => {
    const known = await app.make.aBeneficiary({ openedBy: partnerId });
    const unknown = await app.make.aBeneficiary();
    const look = `${requests}?dryRun=true`;
    // Known people do not count, and a repeated address counts once.
    for (let n = 0; n < 4; n += 1) await sendRequests([known.email], look).expect(200);
    await sendRequests([unknown.email, unknown.email], look).expect(200);
    // A file with more unknown addresses than are left is refused and uses none.
    const many = ['x1@example.org', 'x2@example.org', unknown.email];
    for (const path of [look, requests, `${requests}/faults`]) {
      const { headers, body } = await sendRequests(many, path).expect(429);
      expect(headers['retry-after']).toBe('3600');
      expect(JSON.stringify(body)).not.toContain('example.org');
    }
    await sendRequests(['x1@example.org'], look).expect(400);
    await sendRequests(['x2@example.org'], requests).expect(400);
    await sendRequests(['x3@example.org'], `${requests}/faults`).expect(429);
    const colleague = await app.as(await app.make.anAgent({ partnerId }));
    await sendRequests([unknown.email], look, colleague).expect(429);
    // A completed import does not count. Known people are always allowed.
    await sendRequests([unknown.email], requests).expect(200);
    await sendRequests([known.email], look).expect(200);
    const other = await app.make.aPartner({ serviceItems: [await app.make.aService()] });
    const elsewhere = await app.as(await app.make.anAgent({ partnerId: other.id }));
    await sendRequests(['x4@example.org'], look, elsewhere).expect(400);
  });

  it('logs each lookup of an unknown address, and the lookup beyond the limit', () => {
    const lines = app.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(
      expect.objectContaining({
        event: 'import.unknown_recipients_counted',
        partnerId,
        addresses: 1,
      }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({
        event: 'import.unknown_recipient_limit_reached',
        partnerId,
        addresses: 3,
      }),
    );
  });
});

describe('a request at the counter', () => {
  it('counts each address that is unknown to the organisation, with or without an account', async () => {
    const service = await app.make.aService();
    const { id } = await app.make.aPartner({ serviceItems: [service] });
    const agent = await app.as(await app.make.anAgent({ partnerId: id }));
    const file = (email: string) =>
      agent.post('/counter/requests').field(
        'filing',
        JSON.stringify({
          person: { email, nom: 'Tazi', prenom: 'Salma' },
          services: [service.code],
          clientKey: randomUUID(),
        }),
      );
    const known = await app.make.aBeneficiary({ openedBy: id });
    const unknown = await app.make.aBeneficiary();
    for (const email of [unknown.email, 'c1@example.org', 'c2@example.org', known.email])
      await file(email).expect(201);
    await file('c3@example.org').expect(429);
    await file((await app.make.aBeneficiary()).email).expect(429);
    expect(await app.db.user.count({ where: { email: 'c3@example.org' } })).toBe(0);
  });
});
