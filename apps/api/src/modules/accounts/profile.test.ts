import { sampleContact, sampleOrganisationCore, samplePerson } from '@wasl/contracts/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { useTestApp } from '../../testing/index.ts';
import { aCompany, anIndividual, makeLists, signedUp } from '../../testing/account-samples.ts';

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '100' } });
beforeAll(() => makeLists(app));

const contact = {
  ...sampleContact,
  nom: 'Idrissi',
  prenom: 'Leïla',
  province: 'tétouan',
  phone: '0661 22 33 44',
};

describe('the signed-in person', () => {
  it('reads their own account by id or by e-mail, in their language', async () => {
    const user = await signedUp(app);
    const client = await app.as(user);
    const byId = await client.get(`/currentUser/${user.id}`).expect(200);
    expect(byId.body).toEqual({
      id: user.id,
      email: user.email,
      role: 'BENEFICIAIRE',
      ...samplePerson,
      countryOfResidence: 'FR',
      phone: '+212612345678',
      levelOfStudy: { code: 'LICENCE', libelle: 'Licence' },
      lang: 'fr',
      typeBeneficiaire: 'particulier',
      profil: { code: 'ETUDIANT', libelle: 'Étudiant' },
      area: { code: 'TOURISME', libelle: 'Tourisme' },
      numCin: 'L123456',
      companyName: null,
      headquarter: null,
      isResponsible: false,
      ice: null,
      ifu: null,
      qualification: null,
      identity: null,
      consent: null,
      partner: null,
    });
    const byEmail = await client.get(`/currentUser/${user.email.toUpperCase()}`).expect(200);
    expect(byEmail.body).toEqual(byId.body);
    expect(byId.headers['cache-control']).toBe('no-store');
  });

  it('cannot read another account by id or by e-mail', async () => {
    const [user, other] = [await app.make.aBeneficiary(), await app.make.aBeneficiary()];
    const [agent, colleague] = [await app.make.anAgent(), await app.make.anAgent()];
    const [client, agentClient] = [await app.as(user), await app.as(agent)];
    for (const id of [other.id, other.email, agent.id, 'me', '%25', '*']) {
      const answer = await client.get(`/currentUser/${id}`).expect(404);
      expect(answer.text).not.toContain('example.org');
    }
    await agentClient.get(`/currentUserPartner/${colleague.email}`).expect(404);
    await agentClient.get(`/currentUserPartner/${user.id}`).expect(404);
  });

  it('has one role only', async () => {
    const [user, agent] = [await app.make.aBeneficiary(), await app.make.anAgent()];
    await (await app.as(user)).get(`/currentUserPartner/${user.id}`).expect(403);
    await (await app.as(agent)).get(`/currentUser/${agent.id}`).expect(403);
    await (await app.as(user)).put('/updatePartnerUser', contact).expect(403);
    await (await app.as(agent)).put('/updateBeneficiaryUser', contact).expect(403);
    await (await app.as(agent)).post('/saveQualification', {}).expect(403);
  });
});

describe('updating one’s details', () => {
  it('stores the editable fields and returns the whole user', async () => {
    const user = await signedUp(app, aCompany());
    const client = await app.as(user);
    const answer = await client.put('/updateBeneficiaryUser', contact).expect(200);
    expect(answer.body).toMatchObject({
      nom: 'Idrissi',
      prenom: 'Leïla',
      province: '01.571',
      phone: '+212661223344',
      companyName: 'Miel du Rif',
    });
    const read = await client.get(`/currentUser/${user.id}`).expect(200);
    expect(read.body).toEqual(answer.body);
  });

  it('validates the province of a person in Morocco, and keeps an earlier text', async () => {
    const body = { ...anIndividual(), countryOfResidence: 'MA' };
    const user = await signedUp(app, body);
    const client = await app.as(user);
    const save = (province: string) =>
      client.put('/updateBeneficiaryUser', { ...contact, province });
    const refusal = await save('xyz').expect(400);
    expect(refusal.body).toMatchObject({ errors: [{ path: 'province', code: 'unknownCode' }] });
    expect((await save('Tangiers').expect(200)).body).toMatchObject({ province: '01.511' });
    await app.db.user.update({ where: { id: user.id }, data: { province: 'Le Rif' } });
    expect((await save('Le Rif').expect(200)).body).toMatchObject({ province: 'Le Rif' });
  });

  it('updates the area, and the profile of an individual; absent or null leaves both', async () => {
    const user = await signedUp(app);
    const client = await app.as(user);
    const put = (more: object) => client.put('/updateBeneficiaryUser', { ...contact, ...more });
    const changed = {
      profil: { code: 'RETRAITE', libelle: 'Retraité' },
      area: { code: 'AGRICULTURE', libelle: 'Agriculture' },
    };
    expect((await put({ profil: 'RETRAITE', area: changed.area }).expect(200)).body).toMatchObject(
      changed,
    );
    expect((await put({}).expect(200)).body).toMatchObject(changed);
    expect((await put({ profil: null, area: null }).expect(200)).body).toMatchObject(changed);
    const refused = await put({ profil: 'ROI', area: 'MINES' }).expect(400);
    expect(refused.body).toMatchObject({ errors: [{ path: 'profil' }, { path: 'area' }] });
  });

  it('gives a company an area but no profile', async () => {
    const client = await app.as(await signedUp(app, aCompany()));
    const put = (more: object) => client.put('/updateBeneficiaryUser', { ...contact, ...more });
    const { body } = await put({ area: 'TOURISME', profil: null }).expect(200);
    expect(body).toMatchObject({ area: { code: 'TOURISME' }, profil: null });
    const refused = await put({ profil: 'ETUDIANT' }).expect(400);
    expect(refused.body).toMatchObject({ errors: [{ path: 'profil' }] });
  });

  it('never stores the e-mail, the role, the approval or another person’s id', async () => {
    const [user, other] = [await app.make.aBeneficiary(), await app.make.aBeneficiary()];
    const before = await app.db.user.findUniqueOrThrow({ where: { id: other.id } });
    await (
      await app.as(user)
    )
      .put('/updateBeneficiaryUser', {
        ...contact,
        id: other.id,
        email: 'autre@example.org',
        role: 'PARTENAIRE',
        partnerId: 1,
        approvedAt: '2020-01-01',
        passwordHash: 'x',
        numCin: 'ZZ9999',
      })
      .expect(200);
    const after = await app.db.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(after).toMatchObject({
      email: user.email,
      role: 'BENEFICIAIRE',
      partnerId: null,
      approvedAt: null,
      passwordHash: user.passwordHash,
      numCin: user.numCin,
      nom: 'Idrissi',
    });
    expect(await app.db.user.findUniqueOrThrow({ where: { id: other.id } })).toEqual(before);
  });

  it.each([
    ['nom', ''],
    ['nom', 'A\r\nBcc: x@example.org'],
    ['nom', { $ne: 1 }],
    ['prenom', 'x'.repeat(81)],
    ['phone', '123'],
    ['codeCountry', '212'],
    ['province', null],
  ])('refuses %s = %j', async (member, value) => {
    const client = await app.as(await app.make.aBeneficiary());
    const answer = await client
      .put('/updateBeneficiaryUser', { ...contact, [member]: value })
      .expect(400);
    expect(answer.body).toMatchObject({ code: 'INVALID_INPUT', errors: [{ path: member }] });
  });
});

describe('an agent’s organisation', () => {
  const { services, ...core } = sampleOrganisationCore;
  // Both formats of the specification: a bare code, and an object with it.
  const organisation = { ...core, areas: [{ code: 'TOURISME' }], category: { code: 'PUBLIC' } };

  it('is updated together with the agent’s own details', async () => {
    const agent = await app.make.anAgent();
    const client = await app.as(agent);
    const partner = { ...organisation, services };
    const answer = await client.put('/updatePartnerUser', { ...contact, partner }).expect(200);
    expect(answer.body).toMatchObject({
      nom: 'Idrissi',
      role: 'PARTENAIRE',
      partner: {
        id: agent.partnerId,
        title: 'Maison de l’investisseur',
        description: 'Accueil et orientation',
        areas: [{ code: 'TOURISME', libelle: 'Tourisme' }],
        supportTypes: [{ code: 'CONSEIL' }],
        category: { code: 'PUBLIC' },
        services: [{ code: 'ETUDE' }],
      },
    });
    const seen = await app.anonymous.get(`/partners/${String(agent.partnerId)}`).expect(200);
    const { contact: _, ...shown } = seen.body as { contact: null };
    expect((answer.body as { partner: unknown }).partner).toEqual({
      ...shown,
      phone: null,
      whatsapp: null,
      email: null,
      address: null,
      openingHours: null,
      website: null,
      titleEn: null,
      descriptionEn: null,
      titleAr: null,
      descriptionAr: null,
      titleEs: null,
      descriptionEs: null,
      outdated: [],
      version: 2,
    });
  });

  it('keeps its translations when the French texts change, until an agent edits or confirms them', async () => {
    const others = {
      titleEn: 'Investor house',
      descriptionEn: 'Advice for founders',
      titleAr: 'دار المستثمر',
      descriptionAr: 'استقبال وتوجيه',
      titleEs: 'Casa del inversor',
      descriptionEs: null,
    };
    const partner = await app.make.aPartner(others);
    const agent = await app.make.anAgent({ partnerId: partner.id });
    const client = await app.as(agent);
    const save = async (given: object) => {
      const sent = { title: partner.title, description: 'Un autre texte', ...given };
      const answer = await client
        .put('/updatePartnerUser', { ...contact, partner: sent })
        .expect(200);
      return (answer.body as { partner: unknown }).partner;
    };
    expect(await save({})).toMatchObject({ ...others, outdated: ['en', 'ar', 'es'], version: 2 });
    expect(await save({ confirmed: ['en'] })).toMatchObject({ ...others, outdated: ['ar', 'es'] });
    const edited = { descriptionAr: 'نص آخر' };
    expect(await save(edited)).toMatchObject({ ...others, ...edited, outdated: ['es'] });
    expect(await save({ titleEs: null })).toMatchObject({
      titleEs: null,
      outdated: [],
      version: 5,
    });
    expect(await save({ confirmed: ['en', 'ar'] })).toMatchObject({ version: 5 });
    const path = `/partners/${String(partner.id)}`;
    const shown = async (lang: string) =>
      (await app.anonymous.get(`${path}?lang=${lang}`).expect(200)).body as unknown;
    expect(await shown('en')).toMatchObject({ description: 'Advice for founders' });
    expect(await shown('ar')).toMatchObject({ title: 'دار المستثمر', description: 'نص آخر' });
    expect(await shown('es')).toMatchObject({ title: partner.title });
    expect(await shown('fr')).toMatchObject({ description: 'Un autre texte' });
    const refused = await client
      .put('/updatePartnerUser', {
        ...contact,
        partner: { ...organisation, title: partner.title, titleAr: 'x'.repeat(151) },
      })
      .expect(400);
    expect(refused.body).toMatchObject({ errors: [{ path: 'partner.titleAr' }] });
  });

  it('stores the contact; an absent part stays, and null or an empty part is removed', async () => {
    const agent = await app.make.anAgent();
    const client = await app.as(agent);
    const save = async (given: object) => {
      const partner = { ...organisation, title: 'Joignable', ...given };
      const answer = await client.put('/updatePartnerUser', { ...contact, partner }).expect(200);
      return (answer.body as { partner: unknown }).partner;
    };
    const given = {
      phone: ' 05 39 30 03 00 ',
      whatsapp: '06 61 30 03 00',
      email: 'Accueil@CRI.example.org',
      address: '2,  rue du Port',
      openingHours: 'Du lundi au vendredi, 8h30 – 16h30',
      website: 'HTTPS://www.CRI.example.org/',
    };
    const stored = {
      phone: '+212539300300',
      whatsapp: '+212661300300',
      email: 'accueil@cri.example.org',
      address: '2, rue du Port',
      openingHours: 'Du lundi au vendredi, 8h30 – 16h30',
      website: 'https://www.cri.example.org',
    };
    expect(await save(given)).toMatchObject({ ...stored, version: 2 });
    expect(await save({})).toMatchObject({ ...stored, version: 2 });
    expect(await save({ phone: null, openingHours: ' ' })).toMatchObject({
      ...stored,
      phone: null,
      openingHours: null,
      version: 3,
    });
  });

  it('rejects each invalid part of a contact at its path', async () => {
    const client = await app.as(await app.make.anAgent());
    const given = {
      phone: '12',
      email: 'cri',
      address: 'voir www.cri.ma',
      openingHours: '8h\n16h',
      website: 'http://cri.ma',
    };
    const partner = { ...organisation, ...given };
    const answer = await client.put('/updatePartnerUser', { ...contact, partner }).expect(400);
    expect((answer.body as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual([
      'partner.phone',
      'partner.email',
      'partner.address',
      'partner.openingHours',
      'partner.website',
    ]);
  });

  it('has its contact updated only by its responsables', async () => {
    const agent = await app.make.anAgent({ isResponsible: false });
    const row = await app.db.partner.findUniqueOrThrow({ where: { id: agent.partnerId } });
    const client = await app.as(agent);
    const { body } = await client.get(`/currentUserPartner/${agent.id}`).expect(200);
    const own = (body as { partner: object }).partner;
    await client
      .put('/updatePartnerUser', {
        ...contact,
        partner: { ...own, areas: ['TOURISME'], phone: '0539300300' },
      })
      .expect(403);
    expect(await app.db.partner.findUniqueOrThrow({ where: { id: agent.partnerId } })).toEqual(row);
  });

  it('keeps its services when the list is absent, and removes them when the list is empty', async () => {
    const partner = await app.make.aPartner({ serviceItems: [await app.make.aService()] });
    const client = await app.as(await app.make.anAgent({ partnerId: partner.id }));
    const base = { ...organisation, title: partner.title };
    const stored = await client
      .put('/updatePartnerUser', { ...contact, partner: base })
      .expect(200);
    expect((stored.body as { partner: { services: unknown[] } }).partner.services).toHaveLength(1);
    const none = { ...base, services: [] };
    const lost = await client.put('/updatePartnerUser', { ...contact, partner: none }).expect(200);
    expect((lost.body as { partner: { services: unknown[] } }).partner.services).toEqual([]);
  });

  it('keeps its own inactive code, and rejects other inactive codes', async () => {
    const [old, never] = [
      await app.make.anItem('SECTEUR_ACTIVITE', { code: 'VIEUX', active: false }),
      await app.make.anItem('SECTEUR_ACTIVITE', { code: 'JAMAIS', active: false }),
    ];
    const agent = await app.make.anAgent();
    await app.db.partnerArea.create({ data: { partnerId: agent.partnerId, itemId: old.id } });
    const client = await app.as(agent);
    const base = { ...organisation, title: 'Garde ses codes' };
    await client
      .put('/updatePartnerUser', { ...contact, partner: { ...base, areas: [old.code] } })
      .expect(200);
    await client
      .put('/updatePartnerUser', { ...contact, partner: { ...base, areas: [never.code] } })
      .expect(400);
  });

  it('cannot take the title of another organisation, and stores nothing of such a call', async () => {
    await app.make.aPartner({ title: 'Titre Réservé' });
    const agent = await app.make.anAgent();
    const partner = { ...organisation, title: ' titre  RESERVE' };
    const answer = await (
      await app.as(agent)
    )
      .put('/updatePartnerUser', { ...contact, partner })
      .expect(409);
    expect(answer.body).toMatchObject({ code: 'ORGANISATION_TAKEN' });
    const row = await app.db.user.findUniqueOrThrow({ where: { id: agent.id } });
    expect(row.nom).toBe(agent.nom);
  });

  it('is always the agent’s own organisation, even when another id is sent', async () => {
    const [agent, other] = [await app.make.anAgent(), await app.make.aPartner()];
    const partner = { ...organisation, id: other.id, title: 'À moi', approvedAt: null };
    await (await app.as(agent)).put('/updatePartnerUser', { ...contact, partner }).expect(200);
    const untouched = await app.db.partner.findUniqueOrThrow({ where: { id: other.id } });
    expect(untouched).toEqual(other);
    const own = await app.db.partner.findUniqueOrThrow({ where: { id: agent.partnerId } });
    expect(own).toMatchObject({ title: 'À moi', approvedAt: expect.any(Date) as Date });
  });

  it('reports every unknown code by its path', async () => {
    const client = await app.as(await app.make.anAgent());
    const partner = {
      ...organisation,
      areas: ['TOURISME', 'X'],
      supportTypes: ['Y'],
      category: 'Z',
      services: ['W'],
    };
    const answer = await client.put('/updatePartnerUser', { ...contact, partner }).expect(400);
    expect((answer.body as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual([
      'partner.areas.1',
      'partner.supportTypes.0',
      'partner.services.0',
      'partner.category',
    ]);
  });
});
