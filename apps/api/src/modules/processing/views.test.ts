import { maxViews, type SavedView } from '@wasl/contracts';
import { expect, it } from 'vitest';

import { type TestClient, useTestApp } from '../../testing/index.ts';

const app = useTestApp();

const views = '/processing/views';

async function twoDesks() {
  const karim = await app.make.anAgent();
  const sara = await app.make.anAgent({ partnerId: karim.partnerId });
  const other = await app.make.anAgent();
  return {
    sara,
    asKarim: await app.as(karim),
    asSara: await app.as(sara),
    asOtherOrganisation: await app.as(other),
  };
}

const saved = async (client: TestClient, view: Partial<SavedView> = {}): Promise<SavedView> =>
  (
    await client
      .post(views, { name: 'En retard', query: 'tab=late', isShared: false, ...view })
      .expect(201)
  ).body as SavedView;
const seen = async (client: TestClient) =>
  (await client.get(views).expect(200)).body as SavedView[];
const names = async (client: TestClient) => (await seen(client)).map(({ name }) => name);

it('belong to an agent or to the whole organisation, and are hidden from others', async () => {
  const { asKarim, asSara, asOtherOrganisation } = await twoDesks();
  const own = await saved(asKarim);
  const shared = await saved(asKarim, { name: 'À tous', isShared: true });
  expect(own).toMatchObject({ query: 'tab=late', isShared: false, isColleagueGone: false });
  expect(await names(asKarim)).toEqual(['En retard', 'À tous']);
  expect(await names(asSara)).toEqual(['À tous']);
  expect(await names(asOtherOrganisation)).toEqual([]);

  const at = ({ id }: SavedView) => `${views}/${String(id)}`;
  for (const [client, view] of [
    [asSara, own],
    [asOtherOrganisation, own],
    [asOtherOrganisation, shared],
  ] as const) {
    await client.put(at(view), { name: 'Prise', version: 1 }).expect(404);
    await client.delete(at(view)).expect(404);
  }
  await asSara.put(at(shared), { name: 'Pour tous', version: 1 }).expect(200);
  expect(await names(asKarim)).toEqual(['En retard', 'Pour tous']);
  await asSara.delete(at(shared)).expect(200);
  await asKarim.delete(at(own)).expect(200);
  await asKarim.delete(at(own)).expect(404);
  expect(await seen(asKarim)).toEqual([]);
});

it('compare names literally', async () => {
  const { asKarim } = await twoDesks();
  for (const name of ['A_B', 'AXB', 'A%', 'A\\', 'a\\_'])
    await saved(asKarim, { name, query: 'tab=late' });
  await asKarim.post(views, { name: 'a\\', query: 'tab=late', isShared: false }).expect(409);
});

it('refuse a version beyond 32 bits', async () => {
  const { asKarim } = await twoDesks();
  const { id } = await saved(asKarim);
  for (const version of [2_147_483_648, 1e300, -1, 1.5])
    await asKarim.put(`${views}/${String(id)}`, { name: 'X', version }).expect(400);
});

it('require a unique name, regardless of case, where they are visible', async () => {
  const { asKarim, asSara } = await twoDesks();
  const { id } = await saved(asKarim);
  await asKarim.post(views, { name: 'EN RETARD', query: '', isShared: false }).expect(409);
  await saved(asKarim, { isShared: true });
  await saved(asSara);
  await asKarim.put(`${views}/${String(id)}`, { name: 'en retard', version: 1 }).expect(200);
  const other = await saved(asKarim, { name: 'Autre' });
  await asKarim.put(`${views}/${String(other.id)}`, { name: 'En Retard', version: 1 }).expect(409);
});

it('are limited to thirty of each kind, also for many simultaneous saves', async () => {
  const { asKarim, asSara } = await twoDesks();
  for (let made = 1; made < maxViews; made += 1)
    await saved(asKarim, { name: `Vue ${String(made)}` });
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((name) => asKarim.post(views, { name, query: '', isShared: false })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  await saved(asSara);
  await saved(asKarim, { isShared: true });
});

it('accept only a valid query', async () => {
  const { asKarim } = await twoDesks();
  for (const query of [
    'tab=late#x',
    'a b',
    '<b>',
    'x'.repeat(801),
    'tab=todo&search=amina',
    'number=2026',
  ])
    await asKarim.post(views, { name: 'Vue', query, isShared: false }).expect(400);
  await asKarim.post(views, { name: ' ', query: '', isShared: false }).expect(400);
});

it('report that their named colleague has left', async () => {
  const { asKarim, sara } = await twoDesks();
  await saved(asKarim, { name: 'De Sara', query: `tab=todo&assignee=${sara.id}` });
  expect(await seen(asKarim)).toMatchObject([{ isColleagueGone: false }]);
  await app.db.user.update({ where: { id: sara.id }, data: { disabledAt: new Date() } });
  expect(await seen(asKarim)).toMatchObject([{ name: 'De Sara', isColleagueGone: true }]);
});

it('lose nothing when two agents change one view at once', async () => {
  const { asKarim, asSara } = await twoDesks();
  const { id, version } = await saved(asKarim, { isShared: true });
  const at = `${views}/${String(id)}`;
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      (i % 2 === 0 ? asKarim : asSara).put(at, { name: `Nom ${String(i)}`, version }),
    ),
  );
  const done = answers.flatMap(({ status, body }) => (status === 200 ? [body as SavedView] : []));
  expect(done).toHaveLength(1);
  const now = done[0]?.name ?? '';
  for (const { body } of answers.filter(({ status }) => status !== 200))
    expect(body).toMatchObject({ code: 'VIEW_CHANGED', current: { id, name: now, version: 2 } });
  // A change to the current content is accepted.
  await asSara.put(at, { name: now, version }).expect(200);
  expect(await seen(asSara)).toMatchObject([{ name: now, version: 2 }]);
});

it('accept another filter, which can replace the named colleague', async () => {
  const { asKarim, sara } = await twoDesks();
  const { id, version } = await saved(asKarim, { query: `assignee=${sara.id}` });
  await app.db.user.update({ where: { id: sara.id }, data: { disabledAt: new Date() } });
  expect(await seen(asKarim)).toMatchObject([{ isColleagueGone: true }]);
  const changed = await asKarim
    .put(`${views}/${String(id)}`, { query: 'tab=todo&sort=dueOn%2Casc', version })
    .expect(200);
  expect(changed.body).toMatchObject({
    name: 'En retard',
    query: 'tab=todo&sort=dueOn%2Casc',
    isColleagueGone: false,
    version: 2,
  });
});

it('store the columns that an agent chose, in the order of the table', async () => {
  const { asKarim, asSara } = await twoDesks();
  const columns = '/processing/columns';
  await asKarim.get(columns).expect(200, { columns: null });
  for (const [chosen, stored] of [
    [
      ['dueOn', 'beneficiary', 'dueOn'],
      ['beneficiary', 'dueOn'],
    ],
    [[], []],
  ]) {
    await asKarim.put(columns, { columns: chosen }).expect(200, { success: true });
    await asKarim.get(columns).expect(200, { columns: stored });
  }
  for (const wrong of [null, ['password_hash'], 'dueOn', Array(8).fill('dueOn')])
    await asKarim.put(columns, { columns: wrong }).expect(400);
  await asSara.get(columns).expect(200, { columns: null });
});
