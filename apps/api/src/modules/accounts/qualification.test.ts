import { beforeAll, describe, expect, it } from 'vitest';

import { useTestApp } from '../../testing/index.ts';
import { aCompany, anIndividual, makeLists, signedUp } from '../../testing/account-samples.ts';

const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '100' } });
beforeAll(() => makeLists(app));

describe('the profiling survey', () => {
  const survey = {
    commentaire: 'Ouvrir une maison d’hôtes',
    typeBenef: 'Personne physique',
    numberOfJobs: '1-5',
    revenue: 'MOINS_1M',
    projectIdea: 'Pas encore de projet',
    lookingFor: 'FINANCEMENT,FORMATION',
    dejaAccompagne: 'non',
  };

  it('is stored, replaces the previous survey, and is the profile’s `qualification`', async () => {
    const user = await signedUp(app);
    const client = await app.as(user);
    const first = await client.post('/saveQualification', survey).expect(201);
    const second = await client
      .post('/saveQualification', { ...survey, commentaire: 'Plutôt un restaurant' })
      .expect(201);
    const profile = await client.get(`/currentUser/${user.id}`).expect(200);
    expect((profile.body as { qualification: unknown }).qualification).toEqual(second.body);
    expect(second.body).toMatchObject({
      commentaire: 'Plutôt un restaurant',
      lookingFor: 'FINANCEMENT,FORMATION',
      department: null,
    });
    const rows = await app.db.qualification.findMany({
      where: { userId: user.id },
      orderBy: { id: 'asc' },
    });
    expect(rows).toMatchObject([
      { id: (first.body as { id: number }).id, replacedAt: expect.any(Date) as Date },
      { replacedAt: null },
    ]);
  });

  it('accepts figures as JSON numbers too, and keeps text values', async () => {
    const user = await app.make.aBeneficiary({ isQualified: false });
    const figures = { numberOfJobs: 12, revenue: 1_500_000.5 };
    const project = { expectedNumberOfJobs: 3, investmentAmount: 250_000, revenueOfProject: 0 };
    const projectIdea = 'Projet en exploitation';
    const client = await app.as(user);
    const sent = { ...survey, ...figures, ...project, projectIdea };
    const { body } = await client.post('/saveQualification', sent).expect(201);
    expect(body).toMatchObject({
      numberOfJobs: '12',
      revenue: '1500000.5',
      expectedNumberOfJobs: '3',
      investmentAmount: '250000',
      revenueOfProject: '0',
    });
    await client.post('/saveQualification', { ...sent, revenue: { amount: 1 } }).expect(400);
    await client.post('/saveQualification', { ...sent, revenue: true }).expect(400);
  });

  it('has one current version, whatever the number of simultaneous submissions', async () => {
    const user = await app.make.aBeneficiary({ isQualified: false });
    const client = await app.as(user);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => client.post('/saveQualification', survey)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    const current = { userId: user.id, replacedAt: null };
    expect(await app.db.qualification.count({ where: current })).toBe(1);
    expect(await app.db.qualification.count({ where: { userId: user.id } })).toBe(6);
  });

  it('belongs to the session’s person, even when `currentBeneficiary` names another person', async () => {
    const [user, other] = [
      await app.make.aBeneficiary({ isQualified: false }),
      await app.make.aBeneficiary({ isQualified: false }),
    ];
    await (
      await app.as(user)
    )
      .post('/saveQualification', { ...survey, currentBeneficiary: other.id, userId: other.id })
      .expect(201);
    expect(await app.db.qualification.count({ where: { userId: other.id } })).toBe(0);
    expect(await app.db.qualification.count({ where: { userId: user.id } })).toBe(1);
  });

  it('requires the type only from an individual who is a student', async () => {
    const { typeBenef, numberOfJobs, revenue, ...short } = survey;
    expect([typeBenef, numberOfJobs, revenue]).toHaveLength(3);
    const student = await app.as(await signedUp(app));
    const refused = await student.post('/saveQualification', short).expect(400);
    expect(refused.body).toMatchObject({ errors: [{ path: 'typeBenef', code: 'required' }] });
    const sample = anIndividual();
    const individualDto = { ...sample.individualDto, profil: { code: 'RETRAITE' } };
    const retired = await app.as(
      await signedUp(app, { ...sample, individualDto } as { email: string }),
    );
    await retired.post('/saveQualification', short).expect(201);
    const company = await app.as(await signedUp(app, aCompany()));
    await company.post('/saveQualification', short).expect(201);
  });

  it.each([
    [{ lookingFor: 'FINANCEMENT,INCONNU,AUTRE' }, 'lookingFor', 'unknownCode'],
    [{ lookingFor: '' }, 'lookingFor', 'lookingForRequired'],
    [{ lookingFor: ['__proto__'] }, 'lookingFor', 'unknownCode'],
    [{ commentaire: ' ' }, 'commentaire', 'commentaireRequired'],
    [{ projectIdea: 'Autre' }, 'projectIdea', 'required'],
    [{ dejaAccompagne: 'oui' }, 'department', 'required'],
  ])('refuses %j', async (over, path, code) => {
    const client = await app.as(await app.make.aBeneficiary({ isQualified: false }));
    const answer = await client.post('/saveQualification', { ...survey, ...over }).expect(400);
    const { errors } = answer.body as { errors: { path: string; code: string }[] };
    expect(errors.filter((error) => error.path === path)).toMatchObject([{ path, code }]);
  });
});
