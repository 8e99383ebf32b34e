import { presenceEverySeconds } from '@wasl/contracts';
import { expect, it } from 'vitest';

import { keepHouse } from '../../platform/jobs/housekeeping.ts';
import { movableClock } from '../../testing/account-samples.ts';
import { type TestClient, useTestApp } from '../../testing/index.ts';

const clock = movableClock();
const app = useTestApp({ clock });

async function aFileOfTwo() {
  const karim = await app.make.anAgent({ prenom: 'Karim', nom: 'Alaoui' });
  const sara = await app.make.anAgent({
    partnerId: karim.partnerId,
    prenom: 'Sara',
    nom: 'Bennani',
  });
  const request = await app.make.aRequest({ status: 'NOUVEAU' });
  const step = await app.make.aStep({ requestId: request.id, partnerId: karim.partnerId });
  const other = await app.make.aStep({ requestId: request.id, partnerId: karim.partnerId });
  const at = (stepId = step.id) => `/processing/steps/${String(stepId)}/presence`;
  const others = async (client: TestClient, stepId = step.id): Promise<string[]> => {
    const answer = await client.post(at(stepId), {}).expect(200);
    return (answer.body as { others: { name: string }[] }).others.map(({ name }) => name);
  };
  return { karim, sara, request, step, other, at, others };
}

it('says who of the organisation has the same file open, until they leave it', async () => {
  const { karim, sara, other, at, others } = await aFileOfTwo();
  const [one, two] = [await app.as(karim), await app.as(sara)];
  expect(await others(one)).toEqual([]);
  expect(await others(two)).toEqual(['Karim Alaoui']);
  expect(await others(one)).toEqual(['Sara Bennani']);
  expect(await others(two, other.id)).toEqual([]);
  await two.delete(at()).expect(200);
  expect(await others(one)).toEqual([]);
});

it('forgets who says nothing for two turns, and the housekeeping sweeps the rows', async () => {
  const { karim, sara, step, others } = await aFileOfTwo();
  const [one, two] = [await app.as(karim), await app.as(sara)];
  await others(two);
  clock.advance(2 * presenceEverySeconds);
  expect(await others(one)).toEqual(['Sara Bennani']);
  clock.advance(11);
  expect(await others(one)).toEqual([]);
  clock.advance(3601);
  await keepHouse(app.deps);
  expect(await app.db.stepPresence.count({ where: { stepId: step.id } })).toBe(0);
});

it('is nobody’s of another organisation, and tells of no colleague who has left', async () => {
  const { karim, sara, request, at, others } = await aFileOfTwo();
  const stranger = await app.make.anAgent();
  // At work on the same request, by a step of their own.
  await app.make.aStep({ requestId: request.id, partnerId: stranger.partnerId });
  await (await app.as(stranger)).post(at(), {}).expect(404);
  await others(await app.as(sara));
  await app.db.user.update({ where: { id: sara.id }, data: { partnerId: null } });
  expect(await others(await app.as(karim))).toEqual([]);
});
