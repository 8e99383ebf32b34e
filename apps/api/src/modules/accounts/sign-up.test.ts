import { beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, useTestApp } from '../../testing/index.ts';
import {
  aCompany,
  anAgentOf,
  anAgentOfNew,
  anIndividual,
  confirmMailed,
  makeLists,
  newEmail,
} from '../../testing/account-samples.ts';

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '100' } });
beforeAll(() => makeLists(app));

const beneficiary = '/utilisateurs/signUpBeneficiary';
const agent = '/utilisateurs/signUpAgentPartner';

async function signUp(path: string, body: object) {
  const answer = await app.anonymous.post(path, body).expect(201);
  const { data } = answer.body as { data: string };
  return await app.db.user.findUniqueOrThrow({
    where: { id: data },
    include: { profil: true, area: true, levelOfStudy: true, identity: true, partner: true },
  });
}

describe('sign-up of a beneficiary', () => {
  it('creates an individual’s account that is unusable before its address is confirmed', async () => {
    const body = anIndividual();
    const user = await signUp(beneficiary, { ...body, email: body.email.toUpperCase() });
    expect(user).toMatchObject({
      email: body.email,
      role: 'BENEFICIAIRE',
      typeBeneficiaire: 'particulier',
      numCin: 'L123456',
      phone: '+212612345678',
      province: '01.571',
      profil: { code: 'ETUDIANT' },
      area: { code: 'TOURISME' },
      levelOfStudy: { code: 'LICENCE' },
      birthDate: new Date('2001-05-04'),
      lang: 'fr',
      emailConfirmedAt: null,
      identity: null,
    });
    const credentials = { email: body.email, password: body.password };
    const refused = await app.anonymous.post('/utilisateurs/signIn', credentials).expect(403);
    expect(refused.body).toMatchObject({ code: 'EMAIL_NOT_CONFIRMED' });
    await confirmMailed(app, body.email);
    await app.anonymous.post('/utilisateurs/signIn', credentials).expect(200);
  });

  it('creates a company’s account and stores the details of the identity document', async () => {
    const body = { ...aCompany(), identity: { type: 'passport', idExpirationDate: '2199-12-31' } };
    const user = await signUp(`${beneficiary}?lang=ar`, body);
    expect(user).toMatchObject({
      typeBeneficiaire: 'entreprise',
      companyName: 'Miel du Rif',
      headquarter: 'Chefchaouen',
      ice: '001234567000012',
      ifu: '12345678',
      numCin: 'LA12345',
      profil: null,
      area: { code: 'AGRICULTURE' },
      lang: 'ar',
      identity: {
        typeIdentity: 'passport',
        idExpirationDate: new Date('2199-12-31'),
        fileId: null,
      },
    });
    expect((await app.mails()).at(-1)).toMatchObject({
      to: body.email,
      lang: 'ar',
      params: { name: 'Miel du Rif' },
    });
  });

  it.each([
    ['01.573', '01.573'],
    ['  MDIQ fnideq', '01.573'],
    ['M’diq – Fnideq', '01.573'],
    ['المضيق الفنيدق', '01.573'],
    ['tetouan', '01.571'],
    ['Bouches-du-Rhône', 'Bouches-du-Rhône'],
    ['-', '-'],
  ])('stores the province %s as %s', async (province, stored) => {
    expect((await signUp(beneficiary, { ...anIndividual(), province })).province).toBe(stored);
  });

  it.each(['Tanger', 'TANGIER', 'Tánger', 'طنجة', 'Préfecture de Tanger-Assilah', '01.511'])(
    'accepts a usual name of a province of Morocco: %s',
    async (province) => {
      const body = { ...anIndividual(), countryOfResidence: 'MA', province };
      expect((await signUp(beneficiary, body)).province).toBe('01.511');
    },
  );

  it.each([
    ['beneficiary', beneficiary, () => anIndividual()],
    ['agent', agent, () => anAgentOfNew('Agence de Fès')],
  ] as const)('rejects a word that is not a province of Morocco: %s', async (_, call, body) => {
    const answer = await app.anonymous
      .post(call, { ...body(), countryOfResidence: 'MA', province: 'xyz' })
      .expect(400);
    expect(answer.body).toMatchObject({
      code: 'INVALID_INPUT',
      errors: [{ path: 'province', code: 'unknownCode' }],
    });
  });

  it('reports every member whose code is not in its list', async () => {
    const body = anIndividual();
    const answer = await app.anonymous
      .post(beneficiary, {
        ...body,
        levelOfStudy: 'AUCUN',
        nationality: 'ZZ',
        individualDto: { ...body.individualDto, profil: 'TOURISME', area: 'X' },
      })
      .expect(400);
    expect(answer.body).toMatchObject({
      code: 'INVALID_INPUT',
      errors: ['nationality', 'levelOfStudy', 'individualDto.profil', 'individualDto.area'].map(
        (path) => ({ path, code: 'unknownCode' }),
      ),
    });
    expect(await app.db.user.count({ where: { email: body.email } })).toBe(0);
  });

  it('rejects a code that is no longer offered', async () => {
    await app.make.anItem('PROFIL', { code: 'ANCIEN', active: false });
    const body = anIndividual();
    const individualDto = { ...body.individualDto, profil: 'ANCIEN' };
    const answer = await app.anonymous.post(beneficiary, { ...body, individualDto }).expect(400);
    expect(answer.body).toMatchObject({ errors: [{ path: 'individualDto.profil' }] });
  });

  it('creates one account for one address, whatever the number of simultaneous calls', async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        app.anonymous.post(beneficiary, {
          ...anIndividual(),
          email: index % 2 ? email : email.toUpperCase(),
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'EMAIL_TAKEN',
      message: 'Un compte existe déjà avec cet email.',
    });
    expect((await app.mails()).filter((mail) => mail.to === email)).toHaveLength(1);
  });

  it('stores nothing outside the contract', async () => {
    const user = await signUp(beneficiary, {
      ...anIndividual(),
      id: '00000000-0000-4000-8000-000000000000',
      approvedAt: '2020-01-01',
      emailConfirmedAt: '2020-01-01',
      sessionVersion: 99,
      partnerId: 1,
    });
    expect(user.id).not.toBe('00000000-0000-4000-8000-000000000000');
    expect(user).toMatchObject({
      approvedAt: null,
      emailConfirmedAt: null,
      sessionVersion: 1,
      partnerId: null,
    });
  });

  it('rejects a common password and one beyond 72 bytes instead of truncating it', async () => {
    for (const password of ['aB3!'.repeat(18) + 'x', 'Passw0rd!']) {
      const body = { ...anIndividual(), password, confirmedPassword: password };
      const answer = await app.anonymous.post(beneficiary, body).expect(400);
      expect(answer.body).toMatchObject({ errors: [{ path: 'password' }] });
    }
    const longest = 'vK8#mQz2xT'.repeat(8).slice(0, 72);
    await signUp(beneficiary, { ...anIndividual(), password: longest, confirmedPassword: longest });
  });

  it('cannot create an agent', async () => {
    const body = { ...anIndividual(), role: { name: 'PARTENAIRE' } };
    const answer = await app.anonymous.post(beneficiary, body).expect(400);
    expect(answer.body).toMatchObject({ errors: [{ path: 'role.name' }] });
  });
});

describe('sign-up of an agent', () => {
  it('joins an approved organisation and awaits approval', async () => {
    const partner = await app.make.aPartner();
    const body = anAgentOf(partner.id);
    const user = await signUp(agent, body);
    expect(user).toMatchObject({ role: 'PARTENAIRE', partnerId: partner.id, approvedAt: null });
    await confirmMailed(app, body.email);
    const { email, password } = body;
    const answer = await app.anonymous
      .post('/utilisateurs/signIn', { email, password })
      .expect(403);
    expect(answer.body).toMatchObject({ code: 'ACCOUNT_PENDING_APPROVAL' });
  });

  it.each([
    ['that is not there', async () => Promise.resolve(2_000_000_000)],
    ['that is not approved', async () => (await app.make.aPartner({ approvedAt: null })).id],
  ])('refuses an organisation %s', async (_case, partnerId) => {
    const answer = await app.anonymous.post(agent, anAgentOf(await partnerId())).expect(400);
    expect(answer.body).toMatchObject({ errors: [{ path: 'partner.id', code: 'unknownCode' }] });
  });

  it('validates each field of a new organisation, and requires the role', async () => {
    const { role: _role, ...person } = anAgentOf(1);
    const isNew = { id: null, title: '', description: 'Miel', areas: [] };
    const answer = await app.anonymous.post(agent, { ...person, partner: isNew }).expect(400);
    const { errors } = answer.body as { errors: { path: string; code: string }[] };
    expect(errors.map(({ path, code }) => [path, code])).toEqual([
      ['role', 'required'],
      ['partner.title', 'required'],
      ['partner.areas', 'required'],
    ]);
    const { role: _other, ...individual } = anIndividual();
    const other = await app.anonymous.post(beneficiary, individual).expect(400);
    expect(other.body).toMatchObject({ errors: [{ path: 'role', code: 'required' }] });
  });

  it('creates an organisation that is hidden until its approval', async () => {
    const user = await signUp(agent, anAgentOfNew('Union des Coopératives'));
    expect(user.partner).toMatchObject({ title: 'Union des Coopératives', approvedAt: null });
    await app.anonymous.get(`/partners/${String(user.partnerId)}`).expect(404);
    const found = await app.anonymous.get('/partners').expect(200);
    expect(found.text).not.toContain('Union des Coopératives');
  });

  it('rejects a taken title regardless of case, accents and spaces, and creates no account', async () => {
    await app.make.aPartner({ title: 'Agence du Détroit' });
    const body = anAgentOfNew('  AGENCE  du detroit ');
    const answer = await app.anonymous.post(agent, body).expect(409);
    expect(answer.body).toMatchObject({ code: 'ORGANISATION_TAKEN' });
    expect(await app.db.user.count({ where: { email: body.email } })).toBe(0);
  });

  it('rejects a title that looks the same as another title in Arabic', async () => {
    await signUp(agent, anAgentOfNew('جمعية المركز الجهوي ٢٠٢٦'));
    for (const title of [
      'جمعیة المرکز الجهوی ۲۰۲۶',
      'جمعيه المركز الجهوى 2026',
      'جَمعيّة المركز الجهوي ٢٠٢٦',
    ]) {
      const answer = await app.anonymous.post(agent, anAgentOfNew(title)).expect(409);
      expect(answer.body).toMatchObject({ code: 'ORGANISATION_TAKEN' });
    }
    await signUp(agent, anAgentOfNew('جمعية المركز الجهوي ٢٠٢٧'));
  });

  it('creates an organisation once, whatever the number of simultaneous calls', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.anonymous.post(agent, anAgentOfNew('Réseau unique'))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(5).fill(409)]);
    expect(await app.db.partner.count({ where: { title: 'Réseau unique' } })).toBe(1);
  });

  it('creates no organisation when the address is taken', async () => {
    const { email } = await app.make.aBeneficiary();
    const answer = await app.anonymous
      .post(agent, { ...anAgentOfNew('Jamais fondée'), email })
      .expect(409);
    expect(answer.body).toMatchObject({ code: 'EMAIL_TAKEN' });
    expect(await app.db.partner.count({ where: { title: 'Jamais fondée' } })).toBe(0);
  });

  it('reports the unknown areas of a new organisation, and a title without letters', async () => {
    const body = anAgentOfNew('Une autre');
    const partner = { ...body.partner, areas: ['TOURISME', 'INCONNU'] };
    const areas = await app.anonymous.post(agent, { ...body, partner }).expect(400);
    expect(areas.body).toMatchObject({
      errors: [{ path: 'partner.areas.1', code: 'unknownCode' }],
    });
    const title = await app.anonymous.post(agent, anAgentOfNew('---')).expect(400);
    expect(title.body).toMatchObject({ errors: [{ path: 'partner.title' }] });
  });
});

it('approves agents and organisations automatically when the deployment allows it', async () => {
  const open = await createTestApp({ env: { PARTNER_APPROVAL: 'auto', RATE_LIMIT_FACTOR: '100' } });
  try {
    await makeLists(open);
    const body = anAgentOfNew('Organisme de démonstration');
    await open.anonymous.post(agent, body).expect(201);
    await confirmMailed(open, body.email);
    const { email, password } = body;
    await open.anonymous.post('/utilisateurs/signIn', { email, password }).expect(200);
    const list = await open.anonymous.get('/partners').expect(200);
    expect(list.body).toMatchObject([{ title: 'Organisme de démonstration' }]);
  } finally {
    await open.close();
  }
});

it('limits one address after many sign-ups', async () => {
  const strict = await createTestApp();
  try {
    const attempt = () => strict.anonymous.post(beneficiary, { ...anIndividual() });
    for (let number = 0; number < 20; number += 1) await attempt().expect(400);
    const refused = await attempt().expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  } finally {
    await strict.close();
  }
});
