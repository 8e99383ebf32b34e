import { errorBodySchema, organisationNow, type UserView } from '@wasl/contracts';
import { sampleContact, sampleOrganisationCore } from '@wasl/contracts/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { samplePicture, useTestApp } from '../../testing/index.ts';
import { makeLists } from '../../testing/account-samples.ts';

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '100' } });
beforeAll(() => makeLists(app));

const contact = { ...sampleContact, nom: 'Idrissi', prenom: 'Leïla' };

/** An organisation with two agents, each with an open profile form. */
async function twoAgentsOfOne() {
  const partner = await app.make.aPartner({ serviceItems: [await app.make.aService()] });
  const partnerId = partner.id;
  const first = await app.make.anAgent({ partnerId, nom: 'Alaoui', prenom: 'Karim' });
  const second = await app.make.anAgent({ partnerId, nom: 'Tazi', prenom: 'Sara' });
  const [one, two] = [await app.as(first), await app.as(second)];
  const open = async () => {
    const { body } = await one.get(`/currentUserPartner/${first.id}`).expect(200);
    const { partner: own } = body as UserView;
    if (own === null) throw new Error('No organisation');
    return own;
  };
  const { services: _, ...core } = sampleOrganisationCore;
  const form = { ...core, title: partner.title, description: partner.description };
  const save = (client: typeof one, members: object | undefined, person: object = {}) =>
    client.put('/updatePartnerUser', {
      ...contact,
      ...person,
      ...(members === undefined ? {} : { partner: { ...form, ...members } }),
    });
  const row = () => app.db.partner.findUniqueOrThrow({ where: { id: partnerId } });
  return { partner, partnerId, first, second, one, two, open, form, save, row };
}

const currentOf = (body: unknown) =>
  organisationNow.parse(errorBodySchema.strict().parse(body).current);

describe('the names of an organisation in other languages', () => {
  it('are edited separately from the French names, and stay when those change', async () => {
    const { partner, partnerId, first, one, open, save, row } = await twoAgentsOfOne();
    await app.db.partner.update({
      where: { id: partnerId },
      data: { titleAr: 'المركز', descriptionAr: 'شباك' },
    });
    const { body } = await one.get(`/currentUserPartner/${first.id}?lang=ar`).expect(200);
    expect((body as UserView).partner).toMatchObject({
      title: partner.title,
      description: partner.description,
    });
    const { version } = await open();
    await save(one, { version, description: 'Guichet unique' }).expect(200);
    const arabic = { titleAr: 'المركز', descriptionAr: 'شباك', outdatedLangs: ['ar'] };
    expect(await row()).toMatchObject(arabic);
    await save(one, { version: version + 1, title: `${partner.title} bis` }).expect(200);
    expect(await row()).toMatchObject(arabic);
  });
});

describe('two agents who edit one organisation’s profile', () => {
  it('get a conflict on the second update, with the current values, their author and time', async () => {
    const { first, second, one, two, open, save, row } = await twoAgentsOfOne();
    const { version } = await open();
    await save(one, { version, description: 'Guichet unique' }, { nom: first.nom }).expect(200);
    const before = await row();
    const refused = await save(two, { version, description: 'Accueil' }, { nom: 'Autre' }).expect(
      409,
    );
    expect(refused.body).toMatchObject({ code: 'PROFILE_CHANGED' });
    const current = currentOf(refused.body);
    expect(current).toMatchObject({
      version: version + 1,
      description: 'Guichet unique',
      areas: [{ code: 'TOURISME' }],
      changedAt: expect.stringMatching(/^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}$/) as string,
      // The names after the update, which changed both.
      changedBy: { kind: 'colleague', name: `${contact.prenom} ${first.nom}` },
    });
    expect(await row()).toEqual(before);
    const person = await app.db.user.findUniqueOrThrow({ where: { id: second.id } });
    expect(person.nom).toBe(second.nom);
    await save(two, { version: current.version, description: 'Accueil' }).expect(200);
    expect(await row()).toMatchObject({ description: 'Accueil', version: version + 2 });
  });

  it('cannot both save at the same moment', async () => {
    const { one, two, open, save, row } = await twoAgentsOfOne();
    const { version } = await open();
    const answers = await Promise.all([
      save(one, { version, description: 'Du premier' }),
      save(two, { version, description: 'Du second' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers[0].status === 200 ? 'Du premier' : 'Du second';
    expect(await row()).toMatchObject({ description: winner, version: version + 1 });
  });

  it('can save without a version, or with null as the version', async () => {
    const { one, two, save, row } = await twoAgentsOfOne();
    await save(one, { description: 'Sans version' }).expect(200);
    await save(two, { description: 'Sans version non plus', version: null }).expect(200);
    expect(await row()).toMatchObject({ description: 'Sans version non plus', version: 3 });
  });

  it('have no conflict about their own details, with the organisation unchanged or absent', async () => {
    const { first, second, one, two, open, save, row } = await twoAgentsOfOne();
    await save(one, {}).expect(200);
    const { version } = await open();
    const before = await row();
    const answers = await Promise.all([
      save(one, { version }, { nom: 'Premier' }),
      save(two, { version }, { nom: 'Second' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await row()).toEqual(before);
    // A colleague changes the organisation. An agent who sends nothing of it has no conflict.
    await save(one, { version, description: 'Nouveau' }).expect(200);
    await save(two, undefined, { nom: 'Second bis' }).expect(200);
    expect(await row()).toMatchObject({ description: 'Nouveau', version: version + 1 });
    const names = await app.db.user.findMany({
      where: { id: { in: [first.id, second.id] } },
      orderBy: { email: 'asc' },
      select: { nom: true },
    });
    expect(names.map(({ nom }) => nom).sort()).toEqual(['Idrissi', 'Second bis']);
  });

  it('change nothing when they repeat the same update', async () => {
    const { one, two, open, save, row } = await twoAgentsOfOne();
    const { version } = await open();
    await save(one, { version, description: 'Une fois' }).expect(200);
    const before = await row();
    await save(one, { version, description: 'Une fois' }).expect(200);
    await save(two, { version, description: 'Une fois' }).expect(200);
    expect(await row()).toEqual(before);
  });

  it('cannot remove a newly added service with an older form', async () => {
    const { one, two, open, save } = await twoAgentsOfOne();
    const { version, services } = await open();
    const added = await two
      .post('/params/SERVICE/addChild', { libelle: 'Domiciliation gratuite' })
      .expect(201);
    const { code, partnerVersion } = added.body as { code: string; partnerVersion: number };
    expect(partnerVersion).toBe(version + 1);
    const form = { version, services: services.map((service) => service.code) };
    const refused = await save(one, form).expect(409);
    expect(currentOf(refused.body).services.map((service) => service.code)).toContain(code);
    expect(currentOf(refused.body).changedBy).toEqual({ kind: 'colleague', name: 'Sara Tazi' });
    // The other agent continues with the version in the refusal.
    await save(two, { version: partnerVersion, services: [code] }).expect(200);
  });

  it('see the version only in their own organisation', async () => {
    const { partnerId } = await twoAgentsOfOne();
    const { body } = await app.anonymous.get(`/partners/${String(partnerId)}`).expect(200);
    expect(body).not.toHaveProperty('version');
    expect(body).not.toHaveProperty('changedBy');
  });
});

describe('the logo of an organisation', () => {
  it('can be changed by an agent who saw the current logo; a refusal contains the newer logo', async () => {
    const { partnerId, one, two, row } = await twoAgentsOfOne();
    const path = `/partners/${String(partnerId)}/logo`;
    const upload = (client: typeof one, replaces?: string) => {
      const call = client.post(path);
      if (replaces !== undefined) void call.field('replaces', replaces);
      return call.attach('file', samplePicture('png', 10, 10), 'logo.png');
    };
    const { logo } = (await upload(one, '').expect(201)).body as { logo: string };
    const refused = await upload(two, '').expect(409);
    expect(refused.body).toMatchObject({ code: 'PROFILE_CHANGED' });
    expect(currentOf(refused.body)).toMatchObject({
      logo,
      changedBy: { kind: 'colleague', name: 'Karim Alaoui' },
    });
    await two.delete(`${path}?replaces=`).expect(409);
    const mine = (await upload(two, logo).expect(201)).body as { logo: string };
    await one.delete(`${path}?replaces=${encodeURIComponent(logo)}`).expect(409);
    await one.delete(`${path}?replaces=${encodeURIComponent(mine.logo)}`).expect(200);
    // The client of the specification sends no version, so the last upload counts.
    await upload(one).expect(201);
    await upload(two).expect(201);
    await two.delete(path).expect(200);
    // The profile form contains no logo, so the version stays.
    expect((await row()).version).toBe(1);
  });
});
