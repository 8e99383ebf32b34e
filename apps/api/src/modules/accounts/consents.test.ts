import { readFileSync } from 'node:fs';

import { consentVersion } from '@wasl/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import { testClient, testPassword, useTestApp } from '../../testing/index.ts';
import {
  anAgentOfNew,
  anIndividual,
  confirmMailed,
  makeLists,
} from '../../testing/account-samples.ts';

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '100' } });
beforeAll(() => makeLists(app));

const claimsOf = ({ body }: { body: unknown }) => {
  const payload = (body as { token: string }).token.split('.')[1] ?? '';
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
};
const consentsOf = async (userId: string) =>
  await app.db.consent.findMany({ where: { userId }, orderBy: { version: 'asc' } });
const signIn = async (email: string, password = testPassword) =>
  await app.anonymous.post('/utilisateurs/signIn', { email, password }).expect(200);

describe('the consent to the text about personal data', () => {
  it('is stored with the version, language and time of the sign-up form', async () => {
    const before = Date.now();
    for (const [path, body] of [
      ['/utilisateurs/signUpBeneficiary', anIndividual()],
      ['/utilisateurs/signUpAgentPartner', anAgentOfNew('Une association qui accepte')],
    ] as const) {
      const answer = await app.anonymous
        .post(`${path}?lang=ar`, { ...body, consent: consentVersion })
        .expect(201);
      const [row, ...more] = await consentsOf((answer.body as { data: string }).data);
      expect(more).toEqual([]);
      expect(row).toMatchObject({ version: consentVersion, lang: 'ar' });
      expect(row?.at.getTime()).toBeGreaterThanOrEqual(before - 1000);
      expect(row?.at.getTime()).toBeLessThanOrEqual(Date.now() + 1000);
    }
  });

  it('is not recorded for a client that does not show the text; its calls still work', async () => {
    const body = anIndividual();
    const answer = await app.anonymous.post('/utilisateurs/signUpBeneficiary', body).expect(201);
    const { data } = answer.body as { data: string };
    expect(await consentsOf(data)).toEqual([]);
    await confirmMailed(app, body.email);
    const signedIn = await signIn(body.email, body.password);
    expect(claimsOf(signedIn)).toMatchObject({ consentDue: true });
    const { token } = signedIn.body as { token: string };
    // The client asks for the consent; the calls of the specification work without it.
    const profile = await testClient(app.baseUrl, token).get(`/currentUser/${data}`).expect(200);
    expect(profile.body).toMatchObject({ consent: null });
  });

  it('is refused for an unknown or malformed version', async () => {
    for (const consent of [consentVersion + 1, 0, -1, 1.5, '1', true, {}]) {
      await app.anonymous
        .post('/utilisateurs/signUpBeneficiary', { ...anIndividual(), consent })
        .expect(400);
    }
    const client = await app.as(await app.make.aBeneficiary());
    for (const version of [consentVersion + 1, 0, null, '1'])
      await client.post('/utilisateurs/consent', { version }).expect(400);
  });

  it('is requested at sign-in when missing, and not requested again with the next token', async () => {
    for (const user of [await app.make.aBeneficiary(), await app.make.anAgent()]) {
      const first = await signIn(user.email);
      expect(claimsOf(first)).toMatchObject({ consentDue: true });
      const client = testClient(app.baseUrl, (first.body as { token: string }).token);
      const path = '/utilisateurs/consent?lang=es';
      const agreed = await client.post(path, { version: consentVersion }).expect(200);
      expect(claimsOf(agreed)).not.toHaveProperty('consentDue');
      expect(claimsOf(agreed)['sid']).toBe(claimsOf(first)['sid']);
      expect(claimsOf(agreed)['exp']).toBe(claimsOf(first)['exp']);
      expect(claimsOf(await signIn(user.email))).not.toHaveProperty('consentDue');

      const [row] = await consentsOf(user.id);
      expect(row).toMatchObject({ version: consentVersion, lang: 'es' });
      // A repeated consent keeps the first time.
      await client.post('/utilisateurs/consent', { version: consentVersion }).expect(200);
      expect(await consentsOf(user.id)).toEqual([row]);

      const path2 = user.role === 'PARTENAIRE' ? 'currentUserPartner' : 'currentUser';
      const profile = await client.get(`/${path2}/${user.id}`).expect(200);
      const consent = { version: consentVersion, at: row?.at.toISOString() };
      expect(profile.body).toMatchObject({ consent });
      const data = await client.get('/utilisateurs/export').expect(200);
      expect(JSON.stringify(data.body)).toContain(row?.at.toISOString());
    }
  });

  it('is requested again when the accepted version is older', async () => {
    const user = await app.make.aBeneficiary();
    const old = { version: consentVersion - 1, lang: 'fr', at: new Date('2026-01-01') };
    await app.db.consent.create({ data: { userId: user.id, ...old } });
    const first = await signIn(user.email);
    expect(claimsOf(first)).toMatchObject({ consentDue: true });
    const client = testClient(app.baseUrl, (first.body as { token: string }).token);
    await client.post('/utilisateurs/consent', { version: consentVersion }).expect(200);
    expect((await consentsOf(user.id)).map(({ version }) => version)).toEqual([
      consentVersion - 1,
      consentVersion,
    ]);
  });
});

it('has the same version count in the code and in the list of versions', () => {
  const list = new URL(
    '../../../../../packages/contracts/src/accounts/consent-versions.json',
    import.meta.url,
  );
  const versions = JSON.parse(readFileSync(list, 'utf8')) as { version: number; since: string }[];
  expect(versions.map(({ version }) => version)).toEqual(
    Array.from({ length: consentVersion }, (_, index) => index + 1),
  );
});
