import { typeBenefs } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { faultsOf } from '../../../testing/faults.ts';
import {
  askedQuestions,
  emptySurvey,
  payloadOf,
  surveyOf,
  surveyResolver,
  type SurveyValues,
} from './survey-rules.ts';

const answered: SurveyValues = {
  ...emptySurvey,
  commentaire: 'Ouvrir un atelier de tissage',
  projectIdea: 'Pas encore de projet',
  lookingFor: ['FORMATION'],
  dejaAccompagne: 'non',
};
const faults = (change: Partial<SurveyValues>, profil: string | null = null) =>
  faultsOf(surveyResolver(profil), { ...answered, ...change }).then((found) =>
    Object.keys(found).sort(),
  );

describe('the survey', () => {
  it('is content with the type that a student gives', async () => {
    const typed = { typeBenef: 'Personne physique', numberOfJobs: 'J1', revenue: 'R1' } as const;
    expect(await faults(typed, 'ETUDIANT')).toEqual([]);
  });

  it.each([
    [{}, { activity: false, maturity: false, project: false, otherThing: false, support: false }],
    [{ typeBenef: 'Morale' as const }, { activity: true }],
    [{ lookingFor: ['FORMATION', 'AUTRE'] }, { otherThing: true }],
    [{ dejaAccompagne: 'oui' as const }, { support: true }],
  ])('of %j brings up %j', (change, asked) => {
    expect(askedQuestions({ ...answered, ...change })).toMatchObject(asked);
  });

  it('is complete with the four answers everyone gives', async () => {
    expect(await faults({})).toEqual([]);
  });

  it('reports every fault at once, in the specification’s words', async () => {
    const found = await faultsOf(surveyResolver(null), {
      ...emptySurvey,
      typeBenef: 'Morale',
      projectIdea: 'Projet en exploitation',
    });
    expect(found).toEqual({
      commentaire: 'validation.commentaireRequired',
      lookingFor: 'validation.lookingForRequired',
      dejaAccompagne: 'validation.required',
      numberOfJobs: 'validation.required',
      revenue: 'validation.required',
      expectedNumberOfJobs: 'validation.required',
      investmentAmount: 'validation.required',
      revenueOfProject: 'validation.required',
    });
  });

  it.each(['ETUDIANT', 'ENTREPRENEUR', 'EMPLOYE'])('asks the type of %s', async (profil) => {
    expect(await faults({}, profil)).toEqual(['typeBenef']);
  });

  it.each(typeBenefs)('asks jobs and revenue of %s', async (typeBenef) => {
    expect(await faults({ typeBenef })).toEqual(['numberOfJobs', 'revenue']);
  });

  it('asks a project being created for its maturity and its figures', async () => {
    expect(await faults({ projectIdea: 'Projet en cours de création' })).toEqual([
      'expectedNumberOfJobs',
      'investmentAmount',
      'projectMaturity',
      'revenueOfProject',
    ]);
  });

  it('requires the department and the service from a person who was supported before', async () => {
    expect(await faults({ dejaAccompagne: 'oui', department: ' ' })).toEqual([
      'department',
      'service',
    ]);
  });

  it.each([
    ['Projet en cours de création' as const, true, true],
    ['Projet en exploitation' as const, false, true],
    ['Pas encore de projet' as const, false, false],
    [null, false, false],
  ])(
    'of a project “%s” asks for its maturity: %s, its figures: %s',
    (projectIdea, maturity, project) => {
      expect(askedQuestions({ ...emptySurvey, projectIdea })).toMatchObject({ maturity, project });
    },
  );

  it('is opened again with every answer, and sends the same', () => {
    const answers = {
      commentaire: 'Ouvrir un atelier',
      typeBenef: 'Morale',
      numberOfJobs: 'J1',
      revenue: 'R1',
      projectIdea: 'Projet en cours de création',
      projectMaturity: 'IDEE',
      expectedNumberOfJobs: 'J2',
      investmentAmount: 'M1',
      revenueOfProject: 'R2',
      lookingForOtherThing: 'un local',
      dejaAccompagne: 'oui',
      department: 'CRI',
      service: 'Guichet unique',
    };
    const opened = surveyOf({
      qualification: { ...answers, id: 4, lookingFor: 'FORMATION,AUTRE' },
      typeBeneficiaire: 'entreprise',
      profil: null,
    });
    expect(opened).toMatchObject({ ...answers, lookingFor: ['FORMATION', 'AUTRE'] });
    expect(payloadOf(opened)).toEqual({ ...answers, lookingFor: ['FORMATION', 'AUTRE'] });
  });

  it('begins with the type of the sign-up where the survey asks for it', () => {
    const typeOf = (typeBeneficiaire: 'entreprise' | 'particulier', code: string) =>
      surveyOf({ qualification: null, typeBeneficiaire, profil: { code, libelle: code } })
        .typeBenef;
    expect(typeOf('entreprise', 'AUTRE')).toBe('Morale');
    expect(typeOf('particulier', 'ETUDIANT')).toBe('Personne physique');
    expect(typeOf('particulier', 'AUTRE')).toBeNull();
  });

  it('is opened again with empty fields where nothing was answered', () => {
    const saved = {
      ...emptySurvey,
      id: 4,
      projectIdea: 'Pas encore de projet',
      dejaAccompagne: 'non',
      lookingFor: '',
      lookingForOtherThing: null,
      department: null,
      service: null,
    } as const;
    const opened = surveyOf({ qualification: saved, typeBeneficiaire: 'entreprise', profil: null });
    expect(opened.typeBenef).toBeNull();
    expect(opened).toMatchObject({
      lookingFor: [],
      lookingForOtherThing: '',
      department: '',
      service: '',
    });
  });

  it('begins with the type of a company that signed up, and asks its questions', () => {
    const company = surveyOf({ qualification: null, typeBeneficiaire: 'entreprise', profil: null });
    expect(company).toEqual({ ...emptySurvey, typeBenef: 'Morale' });
    expect(askedQuestions(company).activity).toBe(true);
    expect(payloadOf(company).typeBenef).toBe('Morale');
    const person = surveyOf({ qualification: null, typeBeneficiaire: 'particulier', profil: null });
    expect(person).toEqual(emptySurvey);
  });

  it('leaves out answers to questions that are no longer asked', () => {
    const payload = payloadOf({
      ...answered,
      numberOfJobs: 'J1',
      revenue: 'R1',
      projectMaturity: 'IDEE',
      expectedNumberOfJobs: 'J2',
      investmentAmount: 'M1',
      revenueOfProject: 'R2',
      department: 'CRI',
      service: 'Guichet unique',
      lookingForOtherThing: 'un local',
    });
    expect(payload).toMatchObject({
      numberOfJobs: null,
      revenue: null,
      projectMaturity: null,
      expectedNumberOfJobs: null,
      investmentAmount: null,
      revenueOfProject: null,
      department: null,
      service: null,
      lookingForOtherThing: null,
    });
  });
});
