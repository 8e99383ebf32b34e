import type { WorklistRow } from '@wasl/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import { type TestClient, useTestApp } from '../../testing/index.ts';

interface Found {
  readonly results: readonly WorklistRow[];
  readonly totalElements: number;
  readonly suggestions?: readonly string[];
}

let agent: TestClient;
let partnerId: number;

const app = useTestApp();
beforeAll(async () => {
  const user = await app.make.anAgent();
  partnerId = user.partnerId;
  agent = await app.as(user);
  // Each name has people of its own, in a place of its own, so that a search can be restricted to one pair.
  for (const [written, stored] of [...alike, ...unlike]) await stepOf(stored, written);
});

/** Files a request of a person; `numbers` finds it by the searched name. */
const numbers = new Map<string, string>();
async function stepOf(
  nom: string,
  about = '',
  of = partnerId,
  {
    request = {},
    ...person
  }: { readonly request?: object; readonly [member: string]: unknown } = {},
) {
  const { id: beneficiaryId } = await app.make.aBeneficiary({ nom, prenom: 'X', ...person });
  const numRequest = `2026-${String(800_000 + numbers.size)}`;
  numbers.set(`${about}|${nom}`, numRequest);
  const { id: requestId } = await app.make.aRequest({
    ...{ beneficiaryId, numRequest, status: 'ENTAME', description: 'Besoin' },
    ...request,
  });
  return await app.make.aStep({ requestId, partnerId: of });
}

async function search(value: string, client = agent, query = 'size=200'): Promise<Found> {
  const answer = await client
    .post(`/journeyInstanceProcessingSteps/filter?${query}`, [
      { key: 'search', operation: 'CONTAINS', value },
    ])
    .expect(200);
  return answer.body as Found;
}
const foundBy = async (value: string, client = agent) =>
  (await search(value, client)).results.map(({ numRequest }) => numRequest);

/** Names of northern Morocco: searched, and as registered. */
const alike: [string, string][] = [
  ['Temsamani', 'تمسماني'],
  ['تمسماني', 'Temsamani'],
  ['Tamsamani', 'Temsamani'],
  ['Temssamany', 'تمسماني'],
  ['El Khattabi', 'الخطابي'],
  ['Khatabi', 'الخطابي'],
  ['الخطابي', 'Elkhattabi'],
  ['خطابي', 'El Khattabi'],
  ['Ouazzani', 'الوزاني'],
  ['Wazzani', 'Ouazzani'],
  ['Rhomari', 'الغماري'],
  ['غماري', 'El Ghomari'],
  ['Alaoui', 'العلوي'],
  ['Alawi', 'Alaoui'],
  ['El Idrissi', 'الإدريسي'],
  ['Bakali', 'البقالي'],
  ['البقالي', 'El Bekkali'],
  ['Cherif', 'الشريف'],
  ['Sherif', 'Chérif'],
  ['Naciri', 'الناصري'],
  ['Nassiri', 'Ennaciri'],
  ['Errachidi', 'الراشيدي'],
  ['Ben Ali', 'بنعلي'],
  ['بن علي', 'Benali'],
  ['Abdelkrim', 'عبد الكريم'],
  ['عبدالكريم', 'Abd El Krim'],
  ['Abderrahmane', 'عبد الرحمان'],
  ['Lamrani', 'العمراني'],
  ['Kacemi', 'القاسمي'],
  ['Qasmi', 'Kacemi'],
  ['Akhrif', 'أخريف'],
  ['Aouragh', 'أوراغ'],
  ['Chefchaouni', 'الشفشاوني'],
  ['Mohammed', 'محمد'],
  ['محمد', 'Mouhamed'],
  ['Fatima', 'فاطمة'],
  ['فاطمه', 'Fatimah'],
  ['Khadidja', 'خديجة'],
  ['Chaimaa', 'شيماء'],
  ['Zaynab', 'زينب'],
  ['Yassine', 'ياسين'],
  ['Hafiz', 'حفيظ'],
  ['Hafid', 'حفيظ'],
  ['Houcine', 'حسين'],
  ['Moustafa', 'مصطفى'],
  ['Bouchaib', 'بوشعيب'],
  ['Othmane', 'عثمان'],
  ['Tarek', 'طارق'],
  ['Wafaa', 'وفاء'],
  ['M’hamed', 'Mhamed'],
];

/** Names of different people. */
const unlike: [string, string][] = [
  ['Amine', 'Imane'],
  ['Hassan', 'Houcine'],
  ['حسن', 'حسين'],
  ['Ali', 'Alaoui'],
  ['Abderrahim', 'Abderrahmane'],
  ['Abdelkrim', 'Abdelkader'],
  ['Ahmed', 'Hamid'],
  ['Ahmed', 'محمد'],
  ['Mohamed', 'Mahmoud'],
  ['محمد', 'محمود'],
  ['Mohamed', 'محمود'],
  ['Said', 'Souad'],
  ['سعاد', 'Said'],
  ['Samira', 'Samir'],
  ['كريمة', 'كريم'],
  ['Younes', 'Anas'],
  ['Fatima', 'Fatiha'],
  ['Alami', 'Alaoui'],
  ['Bennani', 'Benali'],
  ['Omar', 'أمير'],
  ['Amrani', 'العلمي'],
];

describe('the search by sound', () => {
  it.each(alike)('for %s finds %s', async (written, stored) => {
    expect(await foundBy(written)).toContain(numbers.get(`${written}|${stored}`));
  });

  it.each(unlike)('for %s does not find %s', async (written, stored) => {
    expect(await foundBy(written)).not.toContain(numbers.get(`${written}|${stored}`));
  });

  it('finds both names of a person, in any order and in two scripts', async () => {
    const user = await app.make.anAgent();
    const client = await app.as(user);
    await stepOf('Temsamani', 'both', user.partnerId, { prenom: 'فاطمة' });
    const number = numbers.get('both|Temsamani');
    for (const text of ['Fatima Tamsamani', 'تمسماني فاطمه', 'temsa fatima'])
      expect(await foundBy(text, client), text).toEqual([number]);
    expect(await foundBy('Fatiha Tamsamani', client)).toEqual([]);
  });

  it('keeps the order of the list over its pages', async () => {
    const user = await app.make.anAgent();
    const client = await app.as(user);
    const names = ['Temsamani', 'تمسماني', 'Tamsamani', 'Temssamani', 'التمسماني'];
    for (const [day, nom] of names.entries()) {
      const dateRequest = new Date(Date.UTC(2026, 1, day + 1));
      await stepOf(nom, 'order', user.partnerId, { request: { dateRequest } });
    }
    const newest = names.map((nom) => numbers.get(`order|${nom}`)).reverse();
    expect(await foundBy('temsamani', client)).toEqual(newest);
    const paged: string[] = [];
    for (const page of [0, 1, 2]) {
      const { results } = await search('temsamani', client, `size=2&page=${String(page)}`);
      paged.push(...results.map(({ numRequest }) => numRequest));
    }
    expect(paged).toEqual(newest);
  });

  it('finds a renamed person by the current name only', async () => {
    const user = await app.make.anAgent();
    const client = await app.as(user);
    const { requestId } = await stepOf('Temsamani', 'renamed', user.partnerId);
    const { beneficiaryId } = await app.db.supportRequest.findUniqueOrThrow({
      where: { id: requestId },
    });
    await app.db.user.update({ where: { id: beneficiaryId }, data: { nom: 'Wahabi' } });
    expect(await foundBy('تمسماني', client)).toEqual([]);
    expect(await foundBy('وهابي', client)).toEqual([numbers.get('renamed|Temsamani')]);
  });
});

describe('the search in the need', () => {
  it('finds the request by its words: in any order, without accents, in singular and plural', async () => {
    const user = await app.make.anAgent();
    const client = await app.as(user);
    await stepOf('Aberkane', 'need', user.partnerId, {
      request: { description: 'Créer un atelier de tapis tissés à la main; دعم تعاونية النسيج' },
    });
    const number = numbers.get('need|Aberkane');
    for (const text of ['tapis', 'TISSES ateliers', 'créer', 'النسيج', 'تعاونيه'])
      expect(await foundBy(text, client), text).toEqual([number]);
    for (const text of ['api', 'tapis laine'])
      expect(await foundBy(text, client), text).toEqual([]);
  });

  it('finds nothing of another organisation', async () => {
    const other = await app.make.anAgent();
    await stepOf('Aberkane', 'their need', other.partnerId, {
      request: { description: 'Une brasserie' },
    });
    expect(await foundBy('brasserie')).toEqual([]);
    expect(await foundBy('brasserie', await app.as(other))).toHaveLength(1);
  });
});

describe('search suggestions', () => {
  let own: TestClient;
  let ownId: number;
  beforeAll(async () => {
    const user = await app.make.anAgent();
    ownId = user.partnerId;
    own = await app.as(user);
    await stepOf('Temsamani', 'near', ownId, { prenom: 'Karim' });
    await stepOf('الوزاني', 'near', ownId, { prenom: 'سناء' });
  });

  it.each([
    ['Tensamani', ['Karim Temsamani']],
    ['karim tensamani', ['Karim Temsamani']],
    ['تمسمابي', ['Karim Temsamani']],
    ['Ouazzanti', ['سناء الوزاني']],
    ['Zzzyx', []],
    ['tensamani@example.org', []],
    ['2026-999999', []],
  ])('contain people with a similar name for %s', async (text, names) => {
    expect(await search(text, own)).toMatchObject({ totalElements: 0, suggestions: names });
    for (const name of names) expect((await search(name, own)).totalElements).toBe(1);
  });

  it.each([
    ['tappis', 'tapis'],
    ['atelie tissag', 'atelier tissage'],
    ['TISAGE', 'tissage'],
    ['نسيح', 'نسيج'],
  ])('contain words of a need for %s', async (text, words) => {
    const user = await app.make.anAgent();
    const client = await app.as(user);
    await stepOf('Aberkane', `words ${text}`, user.partnerId, {
      request: { description: 'Un atelier de tapis, et le tissage à la main; تعاونية نسيج' },
    });
    // A need of another organisation has a word that is closer.
    await stepOf('Aberkane', `their ${text}`, partnerId, { request: { description: text } });
    expect(await search(text, client)).toMatchObject({ totalElements: 0, suggestions: [words] });
    expect((await search(words, client)).totalElements).toBe(1);
    expect(await search('boulangerie', client)).toMatchObject({ suggestions: [] });
  });

  it('contain a person of the newest steps when too many people have a similar name', async () => {
    const user = await app.make.anAgent();
    await app.db.$executeRaw`
      INSERT INTO users (id, email, role, nom, prenom, email_confirmed_at, updated_at)
      SELECT gen_random_uuid(), 'zerrouqi' || n || '@example.org', 'BENEFICIAIRE', 'Zerrouqi', 'Sara', now(), now()
      FROM generate_series(1, 700) n`;
    await stepOf('Zerrouqi', 'frequent', user.partnerId, { prenom: 'Wiam' });
    const client = await app.as(user);
    expect(await search('Zerroulqi', client)).toMatchObject({ suggestions: ['Wiam Zerrouqi'] });
  });

  it('are absent when the search has results', async () => {
    expect(await search('Temsamani', own)).not.toHaveProperty('suggestions');
  });

  it('contain no person of another organisation or of an unreadable file', async () => {
    const other = await app.make.anAgent();
    const client = await app.as(other);
    expect(await search('Tensamani', client)).toMatchObject({ suggestions: [] });
    const { id, requestId } = await stepOf('Temsamani', 'other', other.partnerId);
    expect(await search('Tensamani', client)).toMatchObject({ suggestions: ['X Temsamani'] });
    await app.db.processingStep.update({ where: { id }, data: { status: 'DECLINED' } });
    expect(await search('Tensamani', client)).toMatchObject({ suggestions: [] });
    await app.db.processingStep.update({ where: { id }, data: { status: 'ASSIGNED' } });
    const data = { agreement: 'WAITING' } as const;
    await app.db.supportRequest.update({ where: { id: requestId }, data });
    expect(await search('Tensamani', client)).toMatchObject({ suggestions: [] });
  });

  it('do not use an e-mail or a phone number', async () => {
    const user = await app.make.anAgent();
    const more = { email: 'mesbahi.q@example.org', prenom: 'Nora' };
    await stepOf('Aberkane', 'mail', user.partnerId, more);
    expect(await search('mesbahhi', await app.as(user))).toMatchObject({ suggestions: [] });
  });

  it('contain only results that match the other criteria', async () => {
    const { body } = await own
      .post('/journeyInstanceProcessingSteps/filter?tab=done', [
        { key: 'search', operation: 'CONTAINS', value: 'Tensamani' },
      ])
      .expect(200);
    expect(body).toMatchObject({ totalElements: 0, suggestions: [] });
  });
});

it.each([
  ['signs of a pattern', '%%%'],
  ['a pattern of one letter', '___'],
  ['a backslash', 'abc\\'],
  ['signs of a regular expression', '(.*)+$[a-z]{99}'],
  ['operators of a text search', "a & !b | c:* <-> 'd"],
  ['a quote', "x'; DROP TABLE users; --"],
  ['emoji', '🙂🙂🙂'],
  ['an emoji in a name', 'Tem🙂samani'],
  ['marks of direction alone', '\u200f\u202e\u2067'],
  ['80 letters', 'م'.repeat(80)],
  ['40 words', 'é '.repeat(40).trim()],
  ['ligatures of many letters', '\ufdfa\ufdfa\ufdfa'],
  ['particles alone', 'ben el ould'],
])('handles %s without an error', async (_, value) => {
  const answer = await agent.post('/journeyInstanceProcessingSteps/filter', [
    { key: 'search', operation: 'CONTAINS', value },
  ]);
  expect([200, 400], value).toContain(answer.status);
  if (answer.status === 200) expect(answer.body).toMatchObject({ totalElements: 0 });
});

it('finds a name that was pasted with direction marks', async () => {
  expect(await foundBy('\u200fتمسماني\u200e')).toContain(numbers.get('Temsamani|تمسماني'));
});

it('rejects more than 80 characters', async () => {
  await agent
    .post('/journeyInstanceProcessingSteps/filter', [
      { key: 'search', operation: 'CONTAINS', value: 'a'.repeat(81) },
    ])
    .expect(400);
});
