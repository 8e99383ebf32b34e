import type { ProposalView } from '@wasl/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import { useTestApp } from '../../testing/index.ts';
import { makeLists } from '../../testing/account-samples.ts';

const now = new Date('2026-11-20T12:00:00Z');
const app = useTestApp({ clock: { now: () => now } });
beforeAll(async () => {
  await makeLists(app);
  const item = async (parent: string, code: string, more: object = {}) => {
    await app.db.referenceList.upsert({
      where: { code: parent },
      create: { code: parent },
      update: {},
    });
    await app.db.referenceItem.create({
      data: { parent, code, libelleFr: code, libelleKey: code, ...more },
    });
  };
  await app.make.aJourney({ slug: 'ouvert', titleFr: 'Ouvert', titleAr: 'مفتوح' });
  await app.make.aJourney({ slug: 'clos', endDate: new Date('2026-11-19') });
  await item('SERVICE', 'FINANCEMENT', { libelleAr: 'التمويل' });
  const words = { libelleFr: 'Parce que', libelleAr: 'لأن', descriptionFr: 'Mon projet : …' };
  await item('PROPOSITION', 'A_OUVERT', {
    ...words,
    position: 0,
    string_1: 'journey:ouvert lookingFor:FORMATION',
  });
  await item('PROPOSITION', 'B_CLOS', {
    ...words,
    position: 1,
    string_1: 'journey:clos lookingFor:FORMATION',
  });
  await item('PROPOSITION', 'C_FINANCE', {
    ...words,
    position: 2,
    string_1: 'service:FINANCEMENT lookingFor:FINANCEMENT projectIdea:AUCUN',
  });
  await item('PROPOSITION', 'D_GONE', {
    ...words,
    position: 3,
    string_1: 'service:PLUS_LA lookingFor:FINANCEMENT',
  });
  await item('PROPOSITION', 'E_BAD', { ...words, position: 4, string_1: 'nothing' });
});

const survey = {
  commentaire: 'Ouvrir un atelier',
  typeBenef: 'Personne physique',
  numberOfJobs: '0',
  revenue: '0',
  projectIdea: 'Pas encore de projet',
  lookingFor: 'FINANCEMENT,FORMATION',
  dejaAccompagne: 'non',
};

describe('the proposals from the survey', () => {
  it('include available items that the survey supports, in the reader’s language, until they are dismissed', async () => {
    const user = await app.make.aBeneficiary({ isQualified: false });
    const client = await app.as(user);
    const proposals = async (lang = 'fr') =>
      (await client.get(`/proposals?lang=${lang}`).expect(200)).body as ProposalView[];
    expect(await proposals()).toEqual([]);

    await client.post('/saveQualification', survey).expect(201);
    const [finance, open, ...more] = await proposals();
    expect(more).toEqual([]);
    expect(finance).toEqual({
      code: 'C_FINANCE',
      journey: null,
      service: { code: 'FINANCEMENT', libelle: 'FINANCEMENT' },
      reason: 'Parce que',
      need: 'Mon projet : …',
    });
    expect(open).toMatchObject({ code: 'A_OUVERT', service: null, journey: { title: 'Ouvert' } });
    expect(
      (await proposals('ar')).map(({ reason, journey, service }) => [
        reason,
        journey?.title ?? service?.libelle,
      ]),
    ).toEqual([
      ['لأن', 'التمويل'],
      ['لأن', 'مفتوح'],
    ]);

    await client.delete('/proposals/C_FINANCE').expect(200);
    await client.delete('/proposals/C_FINANCE').expect(200);
    await client.delete('/proposals/NOT_THERE').expect(404);
    expect((await proposals()).map(({ code }) => code)).toEqual(['A_OUVERT']);
    // Another person with the same answers still has both.
    const other = await app.as(await app.make.aBeneficiary({ isQualified: false }));
    await other.post('/saveQualification', survey).expect(201);
    expect((await other.get('/proposals').expect(200)).body).toHaveLength(2);

    const own = (await client.get('/utilisateurs/export').expect(200)).body as {
      dismissedProposals: { code: string }[];
    };
    expect(own.dismissedProposals.map(({ code }) => code)).toEqual(['C_FINANCE']);

    // New answers reset the dismissals.
    await client.post('/saveQualification', survey).expect(201);
    expect(await proposals()).toHaveLength(2);
  });
});
