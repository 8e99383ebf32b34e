import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import jwt from 'jsonwebtoken';
import { describe, expect, it } from 'vitest';

import { testSecret, useTestApp } from '../../testing/index.ts';
import { inTransaction } from '../database/db.ts';
import { accountTokensRepository } from './account-tokens.repository.ts';
import { passwords } from './passwords.ts';
import { storedSecret, rotateSecret } from './secret.ts';
import { sessionsRepository } from './sessions.repository.ts';

let now = new Date('2026-03-10T09:00:00Z');

const app = useTestApp({ clock: { now: () => now } });

/** A call that needs a session and changes only that session. */
const callWith = (authorization: string) =>
  app.anonymous.post('/utilisateurs/signOut').set('authorization', authorization);

function claimsOf(token: string): Record<string, unknown> {
  return jwt.decode(token) as Record<string, unknown>;
}

describe('a session token', () => {
  it('that is invalid in any way gets the same response body', async () => {
    const user = await app.make.aBeneficiary();
    const token = await app.tokenOf(user);
    const claims = claimsOf(token);
    const withoutExpiry = { ...claims };
    delete withoutExpiry.exp;
    const [header = '', payload = '', signature = ''] = token.split('.');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const seconds = Math.floor(now.getTime() / 1000);
    const reset = await accountTokensRepository(app.db).issue('PASSWORD_RESET', user.id, {
      now,
      seconds: 3600,
    });
    const bad: Record<string, string> = {
      'no scheme': token,
      'another scheme': `Basic ${token}`,
      'an empty token': 'Bearer ',
      'a cut signature': `Bearer ${header}.${payload}.${signature.slice(0, -2)}`,
      'another payload': `Bearer ${header}.${Buffer.from(JSON.stringify({ ...claims, role: 'PARTENAIRE' })).toString('base64url')}.${signature}`,
      'alg none': `Bearer ${none}.${payload}.`,
      'another key': `Bearer ${jwt.sign(claims, 'another-secret-another-secret-another')}`,
      'another algorithm': `Bearer ${jwt.sign(claims, testSecret, { algorithm: 'HS512' })}`,
      'expired by a second': `Bearer ${jwt.sign({ ...claims, exp: seconds - 1 }, testSecret)}`,
      'no expiry': `Bearer ${jwt.sign(withoutExpiry, testSecret)}`,
      'a reset token': `Bearer ${reset}`,
      'no session': `Bearer ${jwt.sign({ ...claims, sid: '00000000-0000-4000-8000-000000000000' }, testSecret)}`,
      'somebody else’s session': `Bearer ${jwt.sign({ ...claims, uid: (await app.make.aBeneficiary()).id }, testSecret)}`,
      'another version': `Bearer ${jwt.sign({ ...claims, ver: 2 }, testSecret)}`,
      'another role': `Bearer ${jwt.sign({ ...claims, role: 'PARTENAIRE' }, testSecret)}`,
    };
    const nothing = await app.anonymous.post('/utilisateurs/signOut').expect(401);
    const expected: unknown = { ...(nothing.body as object), requestId: 'x' };
    for (const [why, authorization] of Object.entries(bad)) {
      const answer = await callWith(authorization);
      expect({ why, status: answer.status }).toEqual({ why, status: 401 });
      expect({ ...(answer.body as object), requestId: 'x' }).toEqual(expected);
    }
    await callWith(`Bearer ${token}`).expect(200);
  });

  it('expires exactly after eight hours', async () => {
    const user = await app.make.aBeneficiary();
    const [first, second] = [await app.tokenOf(user), await app.tokenOf(user)];
    const start = now;
    now = new Date(start.getTime() + 8 * 3600 * 1000 - 1000);
    await callWith(`Bearer ${first}`).expect(200);
    now = new Date(start.getTime() + 8 * 3600 * 1000);
    await callWith(`Bearer ${second}`).expect(401);
    now = start;
  });

  it('from before a password change is refused at the next call', async () => {
    const user = await app.make.aBeneficiary();
    const token = await app.tokenOf(user);
    await inTransaction(app.db, async (tx) => {
      await sessionsRepository(tx).endAllOf(user.id, now);
    });
    await callWith(`Bearer ${token}`).expect(401);
    await callWith(`Bearer ${await app.tokenOf(user)}`).expect(200);
  });

  it.each([
    ['a disabled account', { disabledAt: new Date() }, 'ACCOUNT_DISABLED'],
    ['an address no longer confirmed', { emailConfirmedAt: null }, 'EMAIL_NOT_CONFIRMED'],
    ['an agent no longer approved', { approvedAt: null }, 'ACCOUNT_PENDING_APPROVAL'],
  ] as const)('of %s is refused at the next call', async (_case, change, code) => {
    const agent = await app.make.anAgent();
    const client = await app.as(agent);
    await app.db.user.update({ where: { id: agent.id }, data: change });
    const answer = await client.post('/utilisateurs/signOut').expect(403);
    expect(answer.body).toMatchObject({ code });
  });

  it('cannot access calls of another role', async () => {
    const agent = await app.as(await app.make.anAgent());
    const answer = await agent.post('/saveQualification', {}).expect(403);
    expect(answer.body).toMatchObject({ code: 'FORBIDDEN', message: 'Accès interdit' });
  });
});

describe('a mailed token', () => {
  it('is used once among twenty concurrent attempts, and stored only as a hash', async () => {
    const user = await app.make.aBeneficiary();
    const tokens = accountTokensRepository(app.db);
    const token = await tokens.issue('EMAIL_CONFIRMATION', user.id, { now, seconds: 60 });
    expect(Buffer.from(token, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
    expect(JSON.stringify(await app.db.accountToken.findMany())).not.toContain(token);
    expect(await tokens.peek(['EMAIL_CONFIRMATION'], token, now)).toBe(user.id);
    const uses = await Promise.all(
      Array.from({ length: 20 }, () => tokens.consume(['EMAIL_CONFIRMATION'], token, now)),
    );
    expect(uses.filter((userId) => userId === user.id)).toHaveLength(1);
    expect(uses.filter((userId) => userId === undefined)).toHaveLength(19);
  });

  it('expires with time or with a newer token, and is refused for another purpose', async () => {
    const user = await app.make.aBeneficiary();
    const tokens = accountTokensRepository(app.db);
    const older = await tokens.issue('PASSWORD_RESET', user.id, { now, seconds: 3600 });
    const newer = await tokens.issue('PASSWORD_RESET', user.id, { now, seconds: 3600 });
    expect(await tokens.consume(['PASSWORD_RESET'], older, now)).toBeUndefined();
    expect(await tokens.consume(['EMAIL_CONFIRMATION'], newer, now)).toBeUndefined();
    const late = new Date(now.getTime() + 3600 * 1000);
    expect(await tokens.consume(['PASSWORD_RESET'], newer, late)).toBeUndefined();
    expect(await tokens.consume(['PASSWORD_RESET', 'INVITATION'], newer, now)).toBe(user.id);
  });
});

describe('passwords', () => {
  it('beyond 72 bytes are refused instead of truncated', async () => {
    const { hash, matches } = passwords(4);
    const longest = 'é'.repeat(36);
    await expect(hash(`${longest}x`)).rejects.toThrow(RangeError);
    const hashed = await hash(longest);
    expect(await matches(longest, hashed)).toBe(true);
    expect(await matches(`${longest}x`, hashed)).toBe(false);
    expect(await matches(longest, null)).toBe(false);
  });
});

describe('the stored secret', () => {
  it('is generated once, is readable only by its owner, and can be rotated', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'wasl-secret-'));
    const [first, second] = await Promise.all([storedSecret(folder), storedSecret(folder)]);
    expect(first).toBe(second);
    expect(first.length).toBeGreaterThanOrEqual(43);
    const file = path.join(folder, 'jwt-secret');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const rotated = await rotateSecret(folder);
    expect(rotated).not.toBe(first);
    expect((await readFile(file, 'utf8')).trim()).toBe(rotated);
    expect(await storedSecret(folder)).toBe(rotated);
    await rm(folder, { recursive: true });
  });
});
