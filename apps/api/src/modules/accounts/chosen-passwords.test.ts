import { beforeAll, describe, expect, it } from 'vitest';

import {
  aCompany,
  anAgentOf,
  anAgentOfNew,
  anIndividual,
  makeLists,
} from '../../testing/account-samples.ts';
import { createTestApp, testPassword, useTestApp, type TestClient } from '../../testing/index.ts';

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '100' } });
beforeAll(() => makeLists(app));

const beneficiary = '/utilisateurs/signUpBeneficiary';
const agent = '/utilisateurs/signUpAgentPartner';

const chosen = (body: object, password: string) => ({
  ...body,
  password,
  confirmedPassword: password,
});

async function refusal(path: string, body: object, at: string) {
  const answer = await app.anonymous.post(path, body);
  const { errors } = answer.body as { errors?: { path: string; code: string }[] };
  return {
    status: answer.status,
    code: errors?.find((error) => error.path === at)?.code,
  };
}

const common = { status: 400, code: 'passwordCommon' };
const own = { status: 400, code: 'passwordOwnWords' };

describe('a common password', () => {
  it.each([
    'Marseille13!',
    'Chocolat2026!',
    'Liverpool#1',
    'Trustno1!',
    'Fatima1990@',
    'B@rcel0na1',
    '#Starwars77',
    'Montagne2026!',
    'Pass@123',
    'Aa@123456',
    'Qwe123!@#',
    'Chat2026!',
    'Fes2026!',
    'Moto#123',
    'Maroc@2026!',
    'Chefchaouen1!',
    'Alhoceima26!',
    'T3touan2026!',
    'Telephone2026!',
    'Khouya123@',
    'Inchallah1!',
    '1qaz!QAZ',
    'aB3!'.repeat(18),
  ])('%s is refused at sign-up', async (password) => {
    expect(await refusal(beneficiary, chosen(anIndividual(), password), 'password')).toEqual(
      common,
    );
  });

  it.each(['Rif#Montagne26', 'Detroit#Bleu27', 'vK8#mQz2xT', 'Xy7!Kp2$', 'Olive*Verte7Puits'])(
    'an uncommon password, %s, is accepted at sign-up',
    async (password) => {
      await app.anonymous.post(beneficiary, chosen(anIndividual(), password)).expect(201);
    },
  );

  it('is refused in the profile too', async () => {
    const user = await app.make.aBeneficiary();
    const client = await app.as(user);
    const body = (password: string) => ({
      currentPassword: testPassword,
      password,
      confirmPassword: password,
    });
    const answer = await client
      .post('/utilisateurs/changePassword?lang=en', body('Chocolat2026!'))
      .expect(400);
    expect(answer.body).toMatchObject({
      errors: [
        { path: 'password', message: 'This password is too common. Please choose another one' },
      ],
    });
    await client.post('/utilisateurs/changePassword', body('Detroit#Bleu27')).expect(200);
  });
});

describe('a password made of its owner’s data', () => {
  it.each([
    ['their names', { nom: 'Benjelloun', prenom: 'Yasmine' }, 'Benjelloun#26'],
    ['both names', { nom: 'Benjelloun', prenom: 'Yasmine' }, 'Yasmine@Benjelloun1'],
    ['a name in signs', { nom: 'Benjelloun' }, 'B3nj3lloun!9'],
    ['a name with accents', { nom: 'Émérillon' }, 'Emerillon#9'],
    ['the address', { email: 'zoubida.tazi.tanger@example.org' }, 'Zoubida#2026'],
    ['the portal', {}, 'Wasl#Portail26'],
    ['the portal and a common word', {}, 'Wasl#Montagne26'],
  ])('is refused at sign-up when it contains %s', async (_what, members, password) => {
    const body = { ...anIndividual(), ...members };
    expect(await refusal(beneficiary, chosen(body, password), 'password')).toEqual(own);
  });

  it('is refused at sign-up when it contains the company or the new or joined organisation', async () => {
    const company = chosen(aCompany(), 'MielDuRif#26');
    expect(await refusal(beneficiary, company, 'password')).toEqual(own);
    const founded = chosen(anAgentOfNew('Coopérative Zellige'), 'Zellige#2026');
    expect(await refusal(agent, founded, 'password')).toEqual(own);
    const partner = await app.make.aPartner({ title: 'Fondation Ghomara' });
    const joined = chosen(anAgentOf(partner.id), 'Ghomara#2026');
    expect(await refusal(agent, joined, 'password')).toEqual(own);
  });

  it('is refused through a mailed link and in the profile', async () => {
    const user = await app.make.aBeneficiary({ nom: 'Benjelloun' });
    await app.anonymous.post(`/utilisateurs/forgotPassword/${user.email}`).expect(200);
    const token = (await app.mails()).findLast(({ to }) => to === user.email)?.params.token;
    const pair = { password: 'Benjelloun#26', confirmPassword: 'Benjelloun#26' };
    const saved = `/utilisateurs/savePassword/${String(token)}`;
    expect(await refusal(saved, pair, 'password')).toEqual(own);
    const client = await app.as(user);
    const answer = await client
      .post('/utilisateurs/changePassword', { currentPassword: testPassword, ...pair })
      .expect(400);
    expect(answer.body).toMatchObject({ errors: [{ path: 'password', code: 'passwordOwnWords' }] });
    // The refusal did not use up the link.
    await app.anonymous
      .post(saved, { password: 'Detroit#Bleu27', confirmPassword: 'Detroit#Bleu27' })
      .expect(200);
  });

  it('is accepted when the known word is only a part of it', async () => {
    const body = { ...anIndividual(), nom: 'Benjelloun' };
    await app.anonymous.post(beneficiary, chosen(body, 'Benjelloun#puits7Vert')).expect(201);
  });
});

describe('a form that checks a password during typing', () => {
  const check = (client: TestClient, body: object) =>
    client.post('/utilisateurs/checkPassword', body);
  const faultOf = async (client: TestClient, body: object) =>
    ((await check(client, body).expect(200)).body as { fault: string | null }).fault;

  it('shows the same answer as the sign-up', async () => {
    const partner = await app.make.aPartner({ title: 'Fondation Bouzguenda' });
    const person = { email: 'salma@example.org', nom: 'Benjelloun', prenom: 'Salma' };
    for (const [body, fault] of [
      [{ password: 'Liverpool1!' }, 'passwordCommon'],
      [{ ...person, password: 'Liverpool1!' }, 'passwordCommon'],
      [{ ...person, password: 'Benjelloun#26' }, 'passwordOwnWords'],
      [{ ...person, companyName: 'Miel du Rif', password: 'MielDuRif#26' }, 'passwordOwnWords'],
      [{ ...person, partner: { id: partner.id }, password: 'Bouzguenda#26' }, 'passwordOwnWords'],
      [{ ...person, partner: { title: 'Zellige' }, password: 'Zellige#2026' }, 'passwordOwnWords'],
      [{ ...person, password: 'Detroit#Bleu27' }, null],
    ] as const)
      expect([body, await faultOf(app.anonymous, body)]).toEqual([body, fault]);
  });

  it('checks the password against the owner of the session or of the mailed link', async () => {
    const user = await app.make.aBeneficiary({ nom: 'Benjelloun' });
    const password = 'Benjelloun#26';
    expect(await faultOf(await app.as(user), { password })).toBe('passwordOwnWords');
    await app.anonymous.post(`/utilisateurs/forgotPassword/${user.email}`).expect(200);
    const token = (await app.mails()).findLast(({ to }) => to === user.email)?.params.token;
    expect(await faultOf(app.anonymous, { password, token })).toBe('passwordOwnWords');
    await check(app.anonymous, { password, token: 'unknown' }).expect(400);
    expect(app.logLines.join('\n')).not.toContain(password);
  });

  it('is rate limited after many checks from one address', async () => {
    const limited = await createTestApp();
    try {
      const ask = () => check(limited.anonymous, { password: 'Detroit#Bleu27' });
      await ask().expect(200);
      const address = '127.0.0.1';
      expect(await limited.deps.limits.tryConsume('passwordCheck', { address }, 299)).toBe(true);
      await ask().expect(429);
    } finally {
      await limited.close();
    }
  });
});

describe('the published password of the demonstration set', () => {
  it('is refused on other deployments', async () => {
    expect(
      (await refusal(beneficiary, chosen(anIndividual(), 'Wasl#Demo2026'), 'password')).status,
    ).toBe(400);
  });

  it('is accepted where the demonstration set is installed', async () => {
    const demo = await createTestApp({ env: { DEMO: 'on' } });
    try {
      await makeLists(demo);
      await demo.anonymous.post(beneficiary, chosen(anIndividual(), 'Wasl#Demo2026')).expect(201);
    } finally {
      await demo.close();
    }
  });
});
