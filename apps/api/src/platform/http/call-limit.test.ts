import { expect, it } from 'vitest';

import { useTestApp } from '../../testing/index.ts';

const app = useTestApp({ settings: { callsPerMinute: 60 } });

it('limits only the person who sends too many calls, and still allows the sign-out', async () => {
  const [agent, colleague] = [await app.make.anAgent(), await app.make.anAgent()];
  // Two sessions of one person share one limit.
  const clients = [await app.as(agent), await app.as(agent)] as const;
  const ask = async (index: number) =>
    await (index % 3 === 0
      ? clients[0].post('/journeyInstanceProcessingSteps/export?format=csv', [])
      : clients[index % 2 === 0 ? 0 : 1].get('/utilisateurs/sessions'));
  const statuses: number[] = [];
  for (let index = 0; index < 60; index += 1) statuses.push((await ask(index)).status);
  expect(new Set(statuses)).toEqual(new Set([200]));

  for (const index of [0, 1, 2]) {
    const refused = await ask(index);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
  }
  await (await app.as(colleague)).get('/utilisateurs/sessions').expect(200);
  await clients[0].post('/utilisateurs/signOut').expect(200);
});
