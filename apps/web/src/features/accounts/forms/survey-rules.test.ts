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
  it('accepts the type that a student selects', async () => {
    const typed = { typeBenef: 'Personne physique', numberOfJobs: 'J1', revenue: 'R1' } as const;
    expect(await faults(typed, 'ETUDIANT')).toEqual([]);
  });

  it.each([
    [{}, { activity: false, maturity: false, project: false, otherThing: false, support: false }],
    [{ typeBenef: 'Morale' as const }, { activity: true }],
    [{ lookingFor: ['FORMATION', 'AUTRE'] }, { otherThing: true }],
    [{ dejaAccompagne: 'oui' as const }, { support: true }],
  ])('with %j shows the questions %j', (change, asked) => {
    expect(askedQuestions({ ...answered, ...change })).toMatchObject(asked);
  });

  it('is complete with the four common answers', async () => {
    expect(await faults({})).toEqual([]);
  });

  it('reports every fault at once, with the specification’s messages', async () => {
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

  it.each(['ETUDIANT', 'ENTREPRENEUR', 'EMPLOYE'])('requires the type from %s', async (profil) => {
    expect(await faults({}, profil)).toEqual(['typeBenef']);
  });

  it.each(typeBenefs)('requires jobs and revenue from %s', async (typeBenef) => {
    expect(await faults({ typeBenef })).toEqual(['numberOfJobs', 'revenue']);
  });

  it('requires maturity and figures for a project that is being created', async () => {
    expect(await faults({ projectIdea: 'Projet en cours de création' })).toEqual([
      'expectedNumberOfJobs',
      'investmentAmount',
      'projectMaturity',
      'revenueOfProject',
    ]);
  });

  it('requires the department and the service from a person with earlier support', async () => {
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
    'for a project “%s” requires maturity: %s, and figures: %s',
    (projectIdea, maturity, project) => {
      expect(askedQuestions({ ...emptySurvey, projectIdea })).toMatchObject({ maturity, project });
    },
  );

  it('reopens with every answer, and sends the same answers', () => {
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

  it('starts with the type of the sign-up when the survey requires it', () => {
    const typeOf = (typeBeneficiaire: 'entreprise' | 'particulier', code: string) =>
      surveyOf({ qualification: null, typeBeneficiaire, profil: { code, libelle: code } })
        .typeBenef;
    expect(typeOf('entreprise', 'AUTRE')).toBe('Morale');
    expect(typeOf('particulier', 'ETUDIANT')).toBe('Personne physique');
    expect(typeOf('particulier', 'AUTRE')).toBeNull();
  });

  it('reopens with empty fields for unanswered questions', () => {
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

  it('starts with the type of a registered company, and shows its questions', () => {
    const company = surveyOf({ qualification: null, typeBeneficiaire: 'entreprise', profil: null });
    expect(company).toEqual({ ...emptySurvey, typeBenef: 'Morale' });
    expect(askedQuestions(company).activity).toBe(true);
    expect(payloadOf(company).typeBenef).toBe('Morale');
    const person = surveyOf({ qualification: null, typeBeneficiaire: 'particulier', profil: null });
    expect(person).toEqual(emptySurvey);
  });

  it('omits answers to questions that are no longer shown', () => {
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
