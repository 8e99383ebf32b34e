import { beforeAll, describe, expect, it } from 'vitest';

import { generalExample, nordevExample, type TestClient, useTestApp } from '../../testing/index.ts';

let owner: TestClient;
let other: TestClient;
let now = new Date('2026-03-01T12:00:00Z');
const app = useTestApp({ clock: { now: () => now } });
beforeAll(async () => {
  await app.make.theRuleSets();
  owner = await app.as(await app.make.aBeneficiary());
  other = await app.as(await app.make.aBeneficiary());
});

interface Row {
  id: number;
  name: string;
}
const namesOf = async (client: TestClient) =>
  ((await client.get('/simulations').expect(200)).body as Row[]).map(({ name }) => name);

describe('my simulations', () => {
  it('are listed newest first under their projects’ names, and hidden from other people', async () => {
    expect(await namesOf(owner)).toEqual([]);
    await owner.post('/simulate', generalExample).expect(200);
    now = new Date('2026-03-01T12:05:00Z');
    await owner.post('/simulate-nordev', nordevExample).expect(200);
    const { body } = await owner.get('/simulations').expect(200);
    expect(body).toEqual([
      {
        id: expect.any(Number) as number,
        scheme: 'nordev',
        name: nordevExample.intituleProjet,
        createdAt: '2026-03-01T12:05:00.000Z',
        rate: 30,
        amount: 10,
        rulesVersion: '2026-default',
        sharedUntil: null,
      },
      expect.objectContaining({
        scheme: 'general',
        name: generalExample.intituleProjet,
        rate: 10,
        amount: 10,
      }) as object,
    ]);
    expect(await namesOf(other)).toEqual([]);
  });

  it('open again with their form, their result and the rules that computed them', async () => {
    const simulated = (await owner.post('/simulate', generalExample).expect(200)).body as Record<
      string,
      unknown
    >;
    const { simulationPrimeId, details, ...result } = simulated;
    const { body } = await owner.get(`/simulations/${String(simulationPrimeId)}`).expect(200);
    const rules = (await owner.get('/premiumRules/general').expect(200)).body as object;
    expect(body).toMatchObject({ id: simulationPrimeId, result, details, ruleSet: rules });
    expect((body as { form: object }).form).toMatchObject({
      effectif: 120,
      secteurActivite: 'INDUSTRIE',
      metierAvenir: false,
    });
    await other.get(`/simulations/${String(simulationPrimeId)}`).expect(404);
  });

  it('are named, copied and deleted by their owner only', async () => {
    const person = await app.make.aBeneficiary();
    const mine = await app.as(person);
    const { id } = await app.make.aSimulation(person.id);
    const at = `/simulations/${String(id)}`;
    await mine.put(at, { name: '  ' }).expect(400);
    await mine.put(at, { name: ' Variante à 150 emplois ' }).expect(200);
    const copy = (await mine.post(`${at}/copy`, { name: 'Copie' }).expect(201)).body as Row;
    expect((await namesOf(mine)).toSorted()).toEqual(['Copie', 'Variante à 150 emplois']);
    const whole = (path: string) => mine.get(path).expect(200);
    const [one, two] = [await whole(at), await whole(`/simulations/${String(copy.id)}`)];
    const { form, result, details } = one.body as Record<string, object>;
    expect(two.body).toMatchObject({ form, result, details });

    await other.put(at, { name: 'À moi' }).expect(404);
    await other.post(`${at}/copy`, { name: 'À moi' }).expect(404);
    await other.delete(at).expect(404);
    await mine.delete(at).expect(200);
    await mine.delete(at).expect(404);
    expect(await namesOf(mine)).toEqual(['Copie']);
  });
});
