import { signUpAgentPartnerBody, signUpBeneficiaryBody } from '@wasl/contracts';
import {
  sampleCompany,
  sampleIndividual,
  samplePasswords,
  samplePerson,
} from '@wasl/contracts/testing';
import { describe, expect, it } from 'vitest';

import { ApiError } from '../../../lib/http/http.ts';
import { fieldAt, serverFaults } from '../../../ui/form/server-faults.ts';
import { initialsOf } from '../../../ui/organisation-mark.tsx';
import { faultsOf } from '../../../testing/faults.ts';
import { passwordRules } from '../../../ui/form/new-password-rules.ts';
import {
  agentPayload,
  beneficiaryPayload,
  emptySignUp,
  isOnFirstStep,
  passwordOwner,
  storedType,
  storeType,
  signUpPlaces,
  signUpResolver,
  type SignUpStage,
  type SignUpValues,
} from './sign-up-rules.ts';

const person: SignUpValues = {
  ...emptySignUp('particulier'),
  ...samplePerson,
  ...samplePasswords,
  email: 'salma@example.org',
};
const individual: SignUpValues = { ...person, individualDto: sampleIndividual };
const first = { kind: 'ben', isFirstStep: true } as const;
const last = { kind: 'ben', isFirstStep: false } as const;
const agent = { kind: 'par', isFirstStep: false } as const;
const found = (values: SignUpValues, stage: SignUpStage) => faultsOf(signUpResolver, values, stage);
const names = async (values: SignUpValues, stage: SignUpStage) =>
  Object.keys(await found(values, stage));

describe('the validation of the sign-up', () => {
  it('reports every missing member of the person at once, with the specification’s messages', async () => {
    const faults = await found(
      { ...emptySignUp('particulier'), nationality: '', countryOfResidence: '' },
      first,
    );
    expect(Object.keys(faults)).toHaveLength(14);
    expect(faults).toMatchObject({
      nom: 'validation.nomRequired',
      email: 'validation.emailRequired',
      phone: 'validation.required',
      confirmedPassword: 'validation.confirmationRequired',
      levelOfStudy: 'validation.required',
      sex: 'validation.required',
    });
  });

  it('reports a differing confirmation and an invalid number together with other faults', async () => {
    const values = { ...person, nom: '', confirmedPassword: 'x', phone: '12' };
    expect(await found(values, first)).toEqual({
      nom: 'validation.nomRequired',
      confirmedPassword: 'validation.confirmationDiffers',
      phone: 'validation.phone',
    });
  });

  it('requires separate members for a person and a company, on the second step only', async () => {
    expect(await names(person, first)).toEqual([]);
    expect(await names(person, last)).toEqual([
      'individualDto.numCin',
      'individualDto.profil',
      'individualDto.area',
    ]);
    expect(await names({ ...person, type: 'entreprise' }, last)).toEqual([
      'organizationDto.companyName',
      'organizationDto.headquarter',
      'organizationDto.numCin',
      'organizationDto.ice',
      'organizationDto.ifu',
      'organizationDto.area',
    ]);
  });

  it('requires the date and the image of an identity document once its kind is selected', async () => {
    expect(await names(individual, last)).toEqual([]);
    const chosen = { kind: 'cin', idExpirationDate: null, file: null } as const;
    expect(await names({ ...individual, identity: chosen }, last)).toEqual([
      'identity.idExpirationDate',
      'identity.file',
    ]);
    const expired = { ...chosen, idExpirationDate: '2001-01-01', file: new File([], 'cin.png') };
    expect(await found({ ...individual, identity: expired }, last)).toEqual({
      'identity.idExpirationDate': 'validation.idExpirationPast',
    });
  });

  it('requires an organisation of the list from an agent, or the data of a new one', async () => {
    expect(await names(person, agent)).toEqual(['partner.id']);
    expect(await names({ ...person, organisation: 'new' }, agent)).toEqual([
      'partner.title',
      'partner.description',
      'partner.areas',
    ]);
  });
});

describe('an empty sign-up', () => {
  it('starts with Morocco, its prefix and an existing organisation', () => {
    expect(emptySignUp('entreprise')).toMatchObject({
      type: 'entreprise',
      nationality: 'MA',
      countryOfResidence: 'MA',
      codeCountry: '+212',
      organisation: 'existing',
      partner: { id: null, title: '', description: '', areas: null },
      partnerTitle: '',
    });
  });
});

describe('the submitted sign-up', () => {
  it('matches the contract, for either type of beneficiary', () => {
    const body = beneficiaryPayload({
      ...individual,
      identity: { kind: 'passport', idExpirationDate: '2199-01-01', file: null },
    });
    expect(body).not.toHaveProperty('organizationDto');
    expect(signUpBeneficiaryBody.parse(body)).toMatchObject({
      phone: '+212612345678',
      identity: { type: 'passport', idExpirationDate: '2199-01-01' },
      individualDto: { profil: 'ETUDIANT' },
    });
  });

  it('contains the company’s members for a company, and no unselected document', () => {
    const body = beneficiaryPayload({
      ...person,
      type: 'entreprise',
      organizationDto: sampleCompany,
    });
    expect(body).not.toHaveProperty('individualDto');
    expect(body).not.toHaveProperty('identity');
    expect(signUpBeneficiaryBody.parse(body)).toMatchObject({
      organizationDto: { companyName: 'Miel du Rif' },
    });
  });

  it('contains the id of an existing organisation, and null for a new one', () => {
    const partner = { id: 7, title: 'Coopérative', description: 'Miel', areas: 'AGRICULTURE' };
    expect(signUpAgentPartnerBody.parse(agentPayload({ ...person, partner })).partner).toEqual({
      id: 7,
    });
    const body = agentPayload({ ...person, organisation: 'new', partner });
    expect(body.partner).toMatchObject({ id: null, areas: [{ code: 'AGRICULTURE' }] });
  });
});

it('maps a fault of the server to its field', () => {
  const fieldOf = (path: string) => fieldAt(person, path, signUpPlaces);
  expect(fieldOf('partner.areas.0')).toBe('partner.areas');
  expect(fieldOf('identity.type')).toBe('identity.kind');
  expect(fieldOf('individualDto.profil')).toBe('individualDto.profil');
  const refused = (code: 'EMAIL_TAKEN' | 'ORGANISATION_TAKEN') =>
    serverFaults(new ApiError(409, { code, message: 'x' }), person, signUpPlaces);
  expect(refused('EMAIL_TAKEN')).toEqual([{ field: 'email', message: 'x' }]);
  expect(refused('ORGANISATION_TAKEN')).toEqual([{ field: 'partner.title', message: 'x' }]);
  expect(isOnFirstStep('email')).toBe(true);
  expect(isOnFirstStep('individualDto.numCin')).toBe(false);
});

it('stores the type of beneficiary on the device', () => {
  localStorage.clear();
  expect(storedType()).toBe('particulier');
  storeType('entreprise');
  expect(storedType()).toBe('entreprise');
  localStorage.setItem('typeBeneficiaire', 'autre');
  expect(storedType()).toBe('particulier');
});

it('marks the password’s rules as met one by one', () => {
  const met = (password: string) =>
    passwordRules.filter(({ isMet }) => isMet(password)).map(({ name }) => name);
  expect(met('')).toEqual([]);
  expect(met('abcdefgh')).toEqual(['length', 'lower']);
  expect(met('aB3!aB3!')).toHaveLength(5);
});

it('returns the owner’s data for the password check from the filled fields', () => {
  const organised = { ...person, partner: { id: 7, title: 'Ruche', description: '', areas: null } };
  expect(passwordOwner({})).toEqual({
    email: '',
    nom: '',
    prenom: '',
    companyName: '',
    partner: { title: '' },
  });
  expect(passwordOwner(organised)).toMatchObject({ nom: 'Alami', partner: { id: 7 } });
  expect(passwordOwner({ ...organised, organisation: 'new' }).partner).toEqual({ title: 'Ruche' });
});

it('shows an organisation’s acronym, or its initials without short words', () => {
  expect(initialsOf('CRI-TTA · Centre régional d’investissement')).toBe('CRI');
  expect(initialsOf('Chambre des pêches maritimes de la Méditerranée')).toBe('CPM');
  expect(initialsOf('تعاونية النحل')).toBe('تن');
  expect(initialsOf('ANAPEC · Agence nationale')).toBe('ANAP');
});
