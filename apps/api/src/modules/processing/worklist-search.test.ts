import type { WorklistRow } from '@wasl/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import { type TestClient, useTestApp } from '../../testing/index.ts';

let agent: TestClient;
let partnerId: number;

const app = useTestApp();
beforeAll(async () => {
  const user = await app.make.anAgent();
  partnerId = user.partnerId;
  agent = await app.as(user);
  await stepOf('amina', {
    nom: 'El Hassani',
    prenom: 'Amína',
    email: 'amina.h@example.org',
    phone: '+212612345678',
    numCin: 'K123456',
  });
  await stepOf('arabic', { nom: 'الإدريسي', prenom: 'فَاطِمَة', phone: '+212677889900' });
  await stepOf('company', {
    nom: 'Ñuñez',
    prenom: 'Øystein',
    companyName: 'Coopérative L’Étoile 50%_du Nord',
    ice: '001234567000089',
    phone: '+34611222333',
  });
});

const numbers = new Map<string, string>();
async function stepOf(name: string, person: object, of = partnerId, step: object = {}) {
  const { id: beneficiaryId } = await app.make.aBeneficiary(person);
  const numRequest = `2026-7000${String(numbers.size).padStart(2, '0')}`;
  numbers.set(numRequest, name);
  const { id: requestId } = await app.make.aRequest({
    beneficiaryId,
    numRequest,
    status: 'ENTAME',
  });
  return await app.make.aStep({ requestId, partnerId: of, ...step });
}

async function found(value: string, client = agent): Promise<(string | undefined)[]> {
  const answer = await client
    .post('/journeyInstanceProcessingSteps/filter', [
      { key: 'search', operation: 'CONTAINS', value },
    ])
    .expect(200);
  const { results } = answer.body as { results: WorklistRow[] };
  return results.map(({ numRequest }) => numbers.get(numRequest)).sort();
}

describe('the search box of the worklist', () => {
  it.each([
    ['a part of a name', 'hassan', ['amina']],
    ['a name without its accent', 'amina', ['amina']],
    ['a name with accents that it does not have', 'Él Hàssani', ['amina']],
    ['both names, in the other order', 'hassani amina', ['amina']],
    ['capitals', 'AMINA EL', ['amina']],
    ['an address', 'amina.h@', ['amina']],
    ['half a phone number as people write it', '06 12 34', ['amina']],
    ['the phone number with its country', '+212 6-12.34 56 78', ['amina']],
    ['with the country and the zero in brackets', '00212 (0)612', ['amina']],
    ['its end', '345678', ['amina']],
    ['in Arabic digits', '٠٦١٢٣٤', ['amina']],
    ['the whole CIN', 'k 123456', ['amina']],
    ['an Arabic name without vowel signs', 'فاطمه', ['arabic']],
    ['with them, and with another alif', 'الادريسى فَاطِمَة', ['arabic']],
    ['a company', 'cooperative étoile', ['company']],
    ['a company with a plain apostrophe', "l'etoile", ['company']],
    ['letters of other languages', 'nunez', ['company']],
    ['the whole ICE', '001234567000089', ['company']],
    ['a part of a request’s number', '2026-7000', ['amina', 'arabic', 'company']],
    ['the end of a number', '700001', ['arabic']],
    ['a copied number', 'N°\u00a0٢٠٢٦\u202f– 700 001', ['arabic']],
    ['nothing that is there', 'hassani fatima', []],
    ['signs that SQL knows, literally', '50%_du', ['company']],
    ['signs of SQL that no text contains', 'a%n_i', []],
    ['a quote', "x'; DROP", []],
  ])('finds steps by %s', async (_, value, expected) => {
    expect(await found(value)).toEqual(expected);
  });

  it('finds a rejected step only by the data that its organisation may read: name, company, number', async () => {
    const user = await app.make.anAgent();
    const client = await app.as(user);
    const person = {
      nom: 'Berrada',
      prenom: 'Yassine',
      companyName: 'Atelier du Rif',
      email: 'yassine.b@example.org',
      phone: '+212655443322',
      numCin: 'LB98765',
      ice: '009876543000012',
    };
    const { id } = await stepOf('rejected', person, user.partnerId, { status: 'REJECTED' });
    const hidden = ['yassine.b@', '0655443322', '443322', 'LB98765', '009876543000012'];
    const shown = ['berrada', 'rif atelier', 'yassine berrada'];
    const number = [...numbers].find(([, name]) => name === 'rejected')?.[0] ?? '';
    for (const text of [...hidden, 'berrada 443322'])
      expect(await found(text, client), text).toEqual([]);
    for (const text of [...shown, number])
      expect(await found(text, client), text).toEqual(['rejected']);
    await app.db.processingStep.update({ where: { id }, data: { status: 'IN_PROGRESS' } });
    for (const text of [...hidden, ...shown, number])
      expect(await found(text, client), text).toEqual(['rejected']);
  });

  it('does not find a CIN or an ICE by its prefix', async () => {
    expect(await found('K12345')).toEqual([]);
    expect(await found('00123456700008')).toEqual([]);
  });

  it('finds only steps that the organisation may see', async () => {
    const other = await app.make.anAgent();
    expect(await found('hassani', await app.as(other))).toEqual([]);
    await stepOf('theirs', { nom: 'El Hassani' }, other.partnerId);
    expect(await found('hassani', await app.as(other))).toEqual(['theirs']);
    expect(await found('hassani')).toEqual(['amina']);
  });

  it.each(['a', 'ab', 'a b', '1 2', '%'])('rejects the short input %s', async (value) => {
    await agent
      .post('/journeyInstanceProcessingSteps/filter', [
        { key: 'search', operation: 'CONTAINS', value },
      ])
      .expect(400);
  });

  it('counts and exports its results', async () => {
    const body = [{ key: 'search', operation: 'CONTAINS', value: 'fatima hassani' }];
    const none = await agent.post('/journeyInstanceProcessingSteps/counts', body).expect(200);
    expect(none.body).toMatchObject({ all: 0 });
    const one = [{ key: 'search', operation: 'CONTAINS', value: 'الادريسي' }];
    const counts = await agent.post('/journeyInstanceProcessingSteps/counts', one).expect(200);
    expect(counts.body).toMatchObject({ all: 1 });
    const csv = await agent
      .post('/journeyInstanceProcessingSteps/export?format=csv', one)
      .expect(200);
    expect(csv.text.trim().split('\n')).toHaveLength(2);
  });
});

it('filters by service and by the status of the step, and sorts by the longest waiting', async () => {
  const user = await app.make.anAgent();
  const client = await app.as(user);
  const of = user.partnerId;
  const service = await app.make.aService({ code: 'CONSEIL_FISCAL' });
  const at = (day: number) => new Date(Date.UTC(2026, 2, day));
  await stepOf('young', {}, of, { titleItemId: service.id, assignedAt: at(9) });
  await stepOf('old', {}, of, { assignedAt: at(1), status: 'BLOCKED' });
  await stepOf('middle', {}, of, { titleItemId: service.id, assignedAt: at(5) });
  const list = async (criteria: object[], query = '') => {
    const answer = await client
      .post(`/journeyInstanceProcessingSteps/filter${query}`, criteria)
      .expect(200);
    const { results } = answer.body as { results: WorklistRow[] };
    return results.map(({ numRequest }) => numbers.get(numRequest));
  };
  expect(await list([], '?sort=assignedAt,asc')).toEqual(['old', 'middle', 'young']);
  const by = (key: string, value: string) => [{ key, operation: 'EQUALS', value }];
  expect(await list(by('service', 'CONSEIL_FISCAL'), '?sort=assignedAt,desc')).toEqual([
    'young',
    'middle',
  ]);
  expect(await list(by('service', 'NOBODYS'))).toEqual([]);
  expect(await list(by('stepStatus', 'BLOCKED'))).toEqual(['old']);
  await client.post('/journeyInstanceProcessingSteps/filter', by('stepStatus', 'LOST')).expect(400);
  // These criteria apply to steps; lists of requests refuse them.
  await client.post('/requests/filter', by('service', 'CONSEIL_FISCAL')).expect(400);
});
