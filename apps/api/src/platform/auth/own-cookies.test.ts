import { expect, it } from 'vitest';

import { createTestApp, testPassword } from '../../testing/index.ts';
import { ownCookie, readOwnCookie } from './own-cookies.ts';

const cookie = { name: 'wasl-device', value: 'x', path: '/api', maxAge: 60 };

it('cookies have the __Host- prefix when the portal uses https', () => {
  const { 'set-cookie': set } = ownCookie(cookie, 'https://portail.example.ma');
  expect(set).toBe('__Host-wasl-device=x; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Strict');
});

it('cookies keep their plain name without https, where a browser would refuse the prefix', () => {
  const { 'set-cookie': set } = ownCookie(cookie, 'http://localhost:3000');
  expect(set).toBe('wasl-device=x; Max-Age=60; Path=/api; HttpOnly; SameSite=Strict');
});

it('cookies that another host of the domain has set are ignored', () => {
  const brought = 'wasl-device=theirs; __Host-wasl-device=ours';
  expect(readOwnCookie(brought, 'wasl-device', 'https://portail.example.ma')).toBe('ours');
  expect(readOwnCookie('wasl-device=theirs', 'wasl-device', 'https://x.ma')).toBeUndefined();
  expect(readOwnCookie(undefined, 'wasl-device', 'https://x.ma')).toBeUndefined();
  expect(readOwnCookie(brought, 'wasl-device', 'http://localhost')).toBe('theirs');
});

it('cookies identify a known browser only over https', async () => {
  const app = await createTestApp({ env: { PUBLIC_URL: 'https://portail.example.ma' } });
  const { email, id: userId } = await app.make.aBeneficiary();
  const signIn = async (brought: string) =>
    await app.anonymous
      .post('/utilisateurs/signIn', { email, password: testPassword })
      .set('cookie', brought)
      .expect(200);
  const { headers } = await signIn('wasl-device=abcdefghijklmnopqrstuvwxyz012345');
  const given = String(headers['set-cookie']).split(';')[0] ?? '';
  expect(given).toMatch(/^__Host-wasl-device=[\w-]{32}$/);
  expect(given).not.toContain('abcdefghijklmnopqrstuvwxyz012345');
  await signIn(given);
  expect(await app.db.knownDevice.count({ where: { userId } })).toBe(1);
  await app.close();
});
