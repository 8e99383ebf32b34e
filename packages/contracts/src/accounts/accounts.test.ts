import { describe, expect, it } from 'vitest';

import { inBody, personBody, sampleIndividual } from '../testing/person.ts';
import { newPassword } from './password.ts';
import { ice, ifu, isIceChecked } from './person.ts';
import { isTypeBenefRequired, qualificationBody } from './qualification.ts';
import { signUpAgentPartnerBody, signUpBeneficiaryBody } from './sign-up.ts';

const person = {
  ...personBody,
  role: { name: 'BENEFICIAIRE' },
  email: 'amina@example.org',
  phone: '(+212) 612 34 56 78',
};
const individualDto = { ...inBody(sampleIndividual), numCin: 'r123456' };
const beneficiary = { ...person, individualDto };
const issuesOf = (
  schema: typeof signUpBeneficiaryBody | typeof signUpAgentPartnerBody,
  value: unknown,
) => schema.safeParse(value).error?.issues.map((i) => [i.path.join('.'), i.message]) ?? [];

describe('sign-up', () => {
  it('normalises phone, card number and references', () => {
    const parsed = signUpBeneficiaryBody.parse(beneficiary);
    expect(parsed).toMatchObject({
      phone: '+212612345678',
      levelOfStudy: 'LICENCE',
      individualDto: { numCin: 'R123456', profil: 'ETUDIANT' },
    });
  });

  it('accepts Arabic-Indic and Persian digits in phones and identity numbers', () => {
    expect(
      signUpBeneficiaryBody.parse({
        ...beneficiary,
        phone: '٠٦ ١٢ ٣٤ ٥٦ ٧٨',
        codeCountry: '+٢١٢',
        individualDto: { ...beneficiary.individualDto, numCin: 'r ۱۲۳۴۵۶' },
      }),
    ).toMatchObject({
      phone: '+212612345678',
      codeCountry: '+212',
      individualDto: { numCin: 'R123456' },
    });
    expect(ice.parse('٠٠١ ٢٣٤ ٥٦٧ ٠٠٠ ٠١٢')).toBe('001234567000012');
    expect(ifu.parse('۱۲۳۴۵۶۷')).toBe('1234567');
    expect(ifu.safeParse('١٢٣٤٥٦٧x').success).toBe(false);
  });

  it.each([
    ['nom', 'nomRequired'],
    ['prenom', 'prenomRequired'],
    ['email', 'emailRequired'],
    ['password', 'passwordRequired'],
    ['confirmedPassword', 'confirmationRequired'],
    ['birthDate', 'required'],
    ['sex', 'required'],
    ['nationality', 'required'],
    ['countryOfResidence', 'required'],
    ['address', 'required'],
    ['city', 'required'],
    ['province', 'required'],
    ['phone', 'required'],
    ['codeCountry', 'required'],
    ['levelOfStudy', 'required'],
  ])('requires %s', (member, key) => {
    expect(issuesOf(signUpBeneficiaryBody, { ...beneficiary, [member]: undefined })).toContainEqual(
      [member, `validation.${key}`],
    );
  });

  it('requires equal passwords, a past birth date and exactly one profile', () => {
    expect(issuesOf(signUpBeneficiaryBody, { ...beneficiary, confirmedPassword: 'x' })).toEqual([
      ['confirmedPassword', 'validation.confirmationDiffers'],
    ]);
    expect(issuesOf(signUpBeneficiaryBody, { ...beneficiary, birthDate: '2190-01-01' })).toEqual([
      ['birthDate', 'validation.birthDate'],
    ]);
    expect(issuesOf(signUpBeneficiaryBody, person)).toEqual([
      ['individualDto', 'validation.required'],
    ]);
  });

  it('rejects the other role’s name', () => {
    expect(
      issuesOf(signUpBeneficiaryBody, { ...beneficiary, role: { name: 'PARTENAIRE' } }),
    ).toEqual([['role.name', 'validation.invalid']]);
  });

  it('accepts an existing organisation by id and a new organisation by its data', () => {
    const agent = { ...person, role: { name: 'PARTENAIRE' } };
    expect(issuesOf(signUpAgentPartnerBody, { ...agent, partner: { id: 3 } })).toEqual([]);
    const isNew = {
      id: null,
      title: 'Coopérative',
      description: 'Miel',
      areas: [{ code: 'AGRI' }],
    };
    expect(issuesOf(signUpAgentPartnerBody, { ...agent, partner: isNew })).toEqual([]);
    expect(
      issuesOf(signUpAgentPartnerBody, { ...agent, partner: { ...isNew, title: '' } }),
    ).not.toEqual([]);
    expect(issuesOf(signUpAgentPartnerBody, { ...agent, partner: { id: 0 } })).not.toEqual([]);
  });
});

describe('passwords', () => {
  it.each(['Wasl#Demo2026', 'Rif#Montagne26', 'aB3!aB3!'])('%s is accepted', (value) =>
    expect(newPassword.safeParse(value).success).toBe(true),
  );
  it.each([
    'court1!',
    'sansmajuscule1!',
    'SANSMINUSCULE1!',
    'SansChiffre!',
    'SansSigne1',
    'Avec Espace1!',
    'Accentué1!',
  ])('%s is refused', (value) =>
    expect(newPassword.safeParse(value).error?.issues.map((i) => i.message)).toContain(
      'validation.passwordRule',
    ),
  );
  it('are refused beyond bcrypt’s limit instead of truncated', () => {
    expect(newPassword.safeParse('aB3!'.repeat(18)).success).toBe(true);
    expect(newPassword.safeParse('aB3!'.repeat(18) + 'x').success).toBe(false);
  });
});

describe('the profiling survey', () => {
  const survey = {
    commentaire: 'Ouvrir un gîte',
    projectIdea: 'Pas encore de projet',
    lookingFor: 'FINANCEMENT',
    dejaAccompagne: 'non',
  };
  const paths = (value: object) =>
    qualificationBody.safeParse({ ...survey, ...value }).error?.issues.map((i) => i.path[0]) ?? [];

  it.each([
    ['nothing more for somebody without a project', {}, []],
    ['the figures of a business', { typeBenef: 'Morale' }, ['numberOfJobs', 'revenue']],
    [
      'maturity and figures of a project being set up',
      { projectIdea: 'Projet en cours de création' },
      ['projectMaturity', 'expectedNumberOfJobs', 'investmentAmount', 'revenueOfProject'],
    ],
    [
      'figures of a running project',
      { projectIdea: 'Projet en exploitation' },
      ['expectedNumberOfJobs', 'investmentAmount', 'revenueOfProject'],
    ],
    ['who supported', { dejaAccompagne: 'oui' }, ['department', 'service']],
    [
      'the other half of who supported',
      { dejaAccompagne: undefined, department: 'ANAPEC' },
      ['service'],
    ],
  ])('requires %s', (_name, value, expected) => expect(paths(value)).toEqual(expected));

  it('joins codes with commas, without duplicates', () => {
    expect(qualificationBody.parse({ ...survey, lookingFor: ['A', ' B', 'A'] }).lookingFor).toBe(
      'A,B',
    );
    expect(paths({ lookingFor: ' , ' })).toEqual(['lookingFor']);
  });

  it('requires the type of beneficiary for three profiles', () => {
    expect(['ETUDIANT', 'ENTREPRENEUR', 'EMPLOYE', 'AUTRE', null].map(isTypeBenefRequired)).toEqual(
      [true, true, true, false, false],
    );
  });
});

it('validates an ICE by its remainder', () => {
  expect(isIceChecked('001234567000012')).toBe(BigInt('001234567000012') % 97n === 0n);
  const valid = String(97n * 123456789012n).padStart(15, '0');
  expect(isIceChecked(valid)).toBe(true);
  expect(isIceChecked(`${valid.slice(0, -1)}${valid.endsWith('0') ? '1' : '0'}`)).toBe(false);
});
