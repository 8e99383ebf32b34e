import type { WorklistRow } from '@wasl/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import { type TestClient, useTestApp } from '../../testing/index.ts';

const app = useTestApp();
let agent: TestClient;
let partnerId: number;

const people = [
  { nom: 'Zaki', prenom: 'amina' },
  { nom: 'Émile', prenom: 'Élise', city: 'TÉTOUAN' },
  { nom: 'الإدريسي', prenom: 'فاطمة', city: 'تطوان' },
  { nom: 'X', prenom: 'Y', companyName: 'Coopérative du Nord', city: 'Tetouan Ville' },
  { nom: 'Amrani', prenom: 'Amina', city: 'Larache' },
] as const;
const services = [
  ['Accueil', 'ي'],
  ['Études', 'ب'],
  ['Zones', 'أ'],
  ['emploi', 'ت'],
  ['Énergie', 'ك'],
] as const;

beforeAll(async () => {
  const user = await app.make.anAgent();
  partnerId = user.partnerId;
  agent = await app.as(user);
  for (const [index, person] of people.entries()) {
    const { id: beneficiaryId } = await app.make.aBeneficiary(person);
    const { id: requestId } = await app.make.aRequest({ beneficiaryId, status: 'ENTAME' });
    const [libelleFr = '', libelleAr = ''] = services[index] ?? [];
    const { id: titleItemId } = await app.make.aService({
      code: `ORDER_${String(index)}`,
      libelleFr,
      libelleAr,
    });
    await app.make.aStep({ requestId, partnerId, titleItemId });
  }
});

interface Page {
  readonly names: readonly string[];
  readonly services: readonly (string | null)[];
  readonly next: string | undefined;
}
async function page(query: string, criteria: object[] = [], lang = 'fr'): Promise<Page> {
  const answer = await agent
    .post(`/journeyInstanceProcessingSteps/filter?lang=${lang}&${query}`, criteria)
    .expect(200);
  const { results } = answer.body as { results: WorklistRow[] };
  return {
    names: results.map(({ beneficiary }) => beneficiary.name),
    services: results.map(({ service }) => service),
    next: answer.headers['x-next-position'],
  };
}

/** All names, two at a time, each page from the cursor of the page before. */
async function allNames(sort: string): Promise<string[]> {
  const names: string[] = [];
  let position = '';
  for (let at = 0; at < people.length; at += 2) {
    const found = await page(`sort=${sort}&size=2&page=${String(at / 2)}&position=${position}`);
    names.push(...found.names);
    position = found.next ?? '';
  }
  return names;
}

describe('the order of the worklist', () => {
  it('is alphabetical by the displayed name, also across pages', async () => {
    const names = await allNames('beneficiary,asc');
    expect(names.map((name) => name.toLowerCase())).toEqual([
      'amina amrani',
      'amina zaki',
      'coopérative du nord',
      'élise émile',
      'فاطمة الإدريسي',
    ]);
    expect(await allNames('beneficiary,desc')).toEqual([...names].reverse());
  });

  it.each(['fr', 'ar'])('is alphabetical by the name of the service in %s', async (lang) => {
    const { services: shown } = await page('sort=service,asc&size=20', [], lang);
    const sorted = [...shown].sort((one, other) => String(one).localeCompare(String(other), lang));
    expect(new Set(shown).size).toBe(people.length);
    expect(shown).toEqual(sorted);
  });

  it('has the same neighbours as the list', async () => {
    const answer = await agent
      .post('/journeyInstanceProcessingSteps/filter?sort=beneficiary,asc&size=20', [])
      .expect(200);
    const { results } = answer.body as { results: WorklistRow[] };
    const around = await agent
      .post(
        `/journeyInstanceProcessingSteps/neighbours?sort=beneficiary,asc&stepId=${String(results[2]?.processingStepId)}`,
        [],
      )
      .expect(200);
    expect(around.body).toMatchObject({
      previous: { stepId: results[1]?.processingStepId },
      next: { stepId: results[3]?.processingStepId },
      place: 3,
    });
  });
});

describe('the filter by town and journey', () => {
  const town = (value: string) => [{ key: 'town', operation: 'CONTAINS', value }];

  it('finds a part of a town regardless of case and accents', async () => {
    expect([...(await page('', town('tétouan'))).names].sort()).toEqual([
      'Coopérative du Nord',
      'Élise Émile',
    ]);
    expect((await page('', town('تطوان'))).names).toEqual(['فاطمة الإدريسي']);
    expect((await page('', town('%'))).names).toEqual([]);
  });

  it('does not show the town of a person whose contact is hidden', async () => {
    const { id: beneficiaryId } = await app.make.aBeneficiary({ nom: 'Caché', city: 'Ouezzane' });
    const { id: requestId } = await app.make.aRequest({ beneficiaryId, status: 'ENTAME' });
    const { id } = await app.make.aStep({ requestId, partnerId });
    expect((await page('', town('ouezzane'))).names).toHaveLength(1);
    await app.db.processingStep.update({ where: { id }, data: { status: 'REJECTED' } });
    expect((await page('', town('ouezzane'))).names).toEqual([]);
  });

  it('finds the requests of a journey', async () => {
    const { id: journeyDefId } = await app.make.aJourney();
    const { id: requestId } = await app.make.aRequest({ status: 'ENTAME', journeyDefId });
    await app.make.aStep({ requestId, partnerId });
    const of = (value: number) => [{ key: 'journey', operation: 'EQUALS', value }];
    expect((await page('', of(journeyDefId))).names).toHaveLength(1);
    expect((await page('', of(journeyDefId + 1000))).names).toEqual([]);
  });
});
