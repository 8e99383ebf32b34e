import { describe, expect, it } from 'vitest';

import { adminOn } from '../../testing/admin.ts';
import { testClient, testSecret, useTestApp } from '../../testing/index.ts';
import { systemClock } from '../program/clock.ts';
import { readSettings } from '../settings/env.ts';
import { unsubscribeTokens } from '../mail/unsubscribe-tokens.ts';
import { openDeps } from '../program/open-deps.ts';
import { sealing } from './sealing.ts';

const next = 'kQ8vX2nR7mT4wY9zB3cD6fG1hJ5lP0sA-next';
const app = useTestApp({ env: { JWT_SECRET: next, JWT_SECRET_ALSO: testSecret } });

/** The same installation with other secrets, like a process before or after a rotation. */
async function process(secrets: { JWT_SECRET: string; JWT_SECRET_ALSO?: string }) {
  const { databaseUrl, dataDir } = app.deps.settings;
  return await openDeps(
    readSettings({ NODE_ENV: 'test', DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...secrets }),
    { log: app.deps.log, isMailPaused: true },
  );
}
const subject = async () => {
  const user = await app.make.aBeneficiary();
  const session = await app.db.session.create({
    data: { userId: user.id, expiresAt: new Date(Date.now() + 3_600_000) },
  });
  return {
    user,
    claims: {
      email: user.email,
      name: user.nom,
      role: user.role,
      userId: user.id,
      sessionId: session.id,
      sessionVersion: user.sessionVersion,
    },
  };
};

describe('during a change of the token secret', () => {
  it('sessions of the previous secret continue, and new sessions are signed with the new secret', async () => {
    const before = await process({ JWT_SECRET: testSecret });
    const { user, claims } = await subject();
    const old = before.deps.tokens.sign(claims);
    await testClient(app.baseUrl, old).get(`/currentUser/${user.id}`).expect(200);
    const fresh = app.deps.tokens.sign(claims);
    // A process without the new secret refuses it; a process with JWT_SECRET_ALSO accepts it.
    expect(before.deps.tokens.verify(fresh)).toBeUndefined();
    await before.close();
    const updated = await process({ JWT_SECRET: testSecret, JWT_SECRET_ALSO: next });
    expect(updated.deps.tokens.verify(fresh)).toMatchObject({ uid: user.id });
    await updated.close();
    // Without the previous secret its sessions end.
    const after = await process({ JWT_SECRET: next });
    expect(after.deps.tokens.verify(old)).toBeUndefined();
    expect(after.deps.tokens.verify(fresh)).toMatchObject({ uid: user.id });
    await after.close();
  });

  it('links in sent mails stay valid, and queued links can be opened', () => {
    const user = { userId: '00000000-0000-4000-8000-000000000001', kinds: ['DIGEST'] as const };
    const link = unsubscribeTokens(testSecret, systemClock).sign(user);
    expect(app.deps.unsubscribing.verify(link)).toEqual(user);
    expect(unsubscribeTokens(next, systemClock).verify(link)).toBeUndefined();
    expect(app.deps.sealing.open(sealing(testSecret).seal('token', 'mail'), 'mail')).toBe('token');
    expect(
      app.deps.sealing.open(sealing(testSecret).seal('token', 'mail'), 'other'),
    ).toBeUndefined();
    expect(
      sealing(testSecret).open(app.deps.sealing.seal('token', 'mail'), 'mail'),
    ).toBeUndefined();
  });

  it('second factors and drafts are re-encrypted, so that the previous secret can be removed', async () => {
    const user = await app.make.aBeneficiary();
    const sealedSecret = sealing(testSecret).seal('JBSWY3DP', user.id);
    const nextSealedSecret = sealing(testSecret).seal('GEZDGNBV', user.id);
    await app.db.secondFactor.create({ data: { userId: user.id, sealedSecret, nextSealedSecret } });
    const administrator = await app.db.administrator.create({
      data: { email: 'sara@example.org', name: 'Sara' },
    });
    await app.db.administrator.update({
      where: { id: administrator.id },
      data: { sealedSecret: sealing(testSecret).seal('MFRGGZDF', administrator.id) },
    });
    const sealedFor = `draft ${user.id} request`;
    const draft = { ownerId: user.id, name: 'request', savedAt: new Date() };
    const sealed = sealing(testSecret).seal('{}', sealedFor);
    await app.db.accountDraft.create({ data: { ...draft, sealed } });
    const out: string[] = [];
    const code = await adminOn(app, ['secret', 'reseal'], (line) => out.push(line), {
      printFault: (line) => out.push(line),
    });
    expect({ code, out }).toEqual({
      code: 0,
      out: [
        expect.stringMatching(/^2 second factors and 1 drafts are sealed with the secret of now/),
      ],
    });
    const secondFactor = await app.db.secondFactor.findUniqueOrThrow({
      where: { userId: user.id },
    });
    expect(sealing(next).open(secondFactor.sealedSecret, user.id)).toBe('JBSWY3DP');
    expect(sealing(next).open(secondFactor.nextSealedSecret ?? '', user.id)).toBe('GEZDGNBV');
    const { sealedSecret: resealed } = await app.db.administrator.findUniqueOrThrow({
      where: { id: administrator.id },
    });
    expect(sealing(next).open(resealed ?? '', administrator.id)).toBe('MFRGGZDF');
    const storedDraft = await app.db.accountDraft.findFirstOrThrow({ where: { ownerId: user.id } });
    expect(sealing(next).open(storedDraft.sealed, sealedFor)).toBe('{}');
  });
});
