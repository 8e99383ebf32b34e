import type { UserView } from '@wasl/contracts';
import { expect, it } from 'vitest';

import { faultsOf } from '../../testing/faults.ts';
import { fieldAt, serverFaults } from '../../ui/form/server-faults.ts';
import { ApiError } from '../../lib/http/http.ts';
import {
  beneficiaryPayload,
  isSameField,
  isSameOrganisation,
  organisationOf,
  personPayload,
  profileOf,
  profilePlaces,
  profileResolver,
} from './profile-rules.ts';

const user = {
  nom: 'Lahlou',
  prenom: 'Nadia',
  address: 'Centre-ville',
  city: 'Tanger',
  province: '01.511',
  phone: '+212600000011',
  codeCountry: '+212',
  partner: null,
} as UserView;
const partner = {
  title: 'CRI',
  description: 'Guichet',
  titleEn: '',
  descriptionEn: '',
  titleAr: '',
  descriptionAr: '',
  titleEs: '',
  descriptionEs: '',
  confirmed: [],
  areas: [],
  supportTypes: [],
  category: null,
  services: [],
  phone: '',
  whatsapp: '',
  email: '',
  address: '',
  openingHours: '',
  website: '',
  version: 1,
};

it('shows the national part of the number and sends it back with its prefix', async () => {
  const values = profileOf(user);
  expect(values.phone).toBe('600000011');
  expect(personPayload(values)).toMatchObject({ phone: '600000011', codeCountry: '+212' });
  expect(await faultsOf(profileResolver, values)).toEqual({});
});

it('keeps a number of another country whole', async () => {
  const values = profileOf({ ...user, phone: '+33612345678', codeCountry: '+33' });
  expect(values.phone).toBe('612345678');
  expect(await faultsOf(profileResolver, values)).toEqual({});
});

it('names every fault at once, those of the organisation under its fields', async () => {
  const faults = await faultsOf(profileResolver, {
    ...profileOf(user),
    nom: '',
    phone: '12',
    partner: { ...partner, title: ' ', phone: '12', website: 'http://cri.ma' },
  });
  expect(faults).toEqual({
    nom: 'validation.nomRequired',
    phone: 'validation.phone',
    'partner.title': 'validation.required',
    'partner.areas': 'validation.required',
    'partner.phone': 'validation.phone',
    'partner.website': 'validation.website',
  });
  expect(fieldAt({ ...profileOf(user), partner }, 'partner.services.3')).toBe('partner.services');
});

it('an organisation on which nothing was typed is the same, whatever the order of its lists', () => {
  const base = { ...partner, areas: ['TOURISME', 'PECHE'] };
  expect(isSameOrganisation(base, { ...base, areas: ['PECHE', 'TOURISME'], version: 4 })).toBe(
    true,
  );
  expect(isSameOrganisation(base, { ...base, title: ' CRI ' })).toBe(true);
  expect(isSameOrganisation(base, { ...base, category: 'PUBLIC' })).toBe(false);
  expect(isSameOrganisation(base, { ...base, openingHours: '8h – 16h' })).toBe(false);
  expect(isSameOrganisation(base, { ...base, services: ['ETUDE'] })).toBe(false);
});

it.each([
  ['title', 'Chambre'],
  ['description', 'Ailleurs'],
  ['category', 'PUBLIC'],
  ['supportTypes', ['CONSEIL']],
  ['areas', ['PECHE']],
  ['services', ['ETUDE']],
  ['phone', '+212539000000'],
  ['whatsapp', '+212600000000'],
  ['email', 'cri@example.org'],
  ['address', 'Route de Rabat'],
  ['openingHours', '8h – 16h'],
  ['website', 'https://cri.example.org'],
] as const)('sees that the %s of an organisation was changed', (field, value) => {
  const changed = { ...partner, [field]: value };
  expect(isSameField(field, partner, changed)).toBe(false);
  expect(isSameOrganisation(partner, changed)).toBe(false);
  expect(isSameOrganisation(changed, { ...changed })).toBe(true);
});

it('sees one more and another of a list', () => {
  const base = { ...partner, areas: ['TOURISME', 'PECHE'] };
  expect(isSameField('areas', base, { ...base, areas: ['TOURISME'] })).toBe(false);
  expect(isSameField('areas', base, { ...base, areas: ['TOURISME', 'PECHE', 'MINES'] })).toBe(
    false,
  );
  expect(isSameField('areas', base, { ...base, areas: ['TOURISME', 'MINES'] })).toBe(false);
});

it('begins with the Moroccan prefix where no number is known, and with the organisation’s version', () => {
  const unknown = profileOf({ ...user, phone: null, codeCountry: null });
  expect(unknown).toMatchObject({ phone: '', codeCountry: '+212', partner: null });
  const view = { ...partner, id: 3, version: 9 } as unknown as Parameters<typeof organisationOf>[0];
  expect(organisationOf(view).version).toBe(9);
  expect(profileOf({ ...user, partner: view }).partner).toMatchObject({ title: 'CRI', version: 9 });
});

it('sends a beneficiary’s own members, and nothing of an organisation', () => {
  const sent = beneficiaryPayload(profileOf(user));
  expect(sent).toMatchObject({ nom: 'Lahlou', phone: '600000011' });
  expect(sent).not.toHaveProperty('partner');
});

it('puts a title that another organisation has at the title', () => {
  const error = new ApiError(409, { code: 'ORGANISATION_TAKEN', message: 'x' });
  expect(serverFaults(error, profileOf(user), profilePlaces)).toEqual([
    { field: 'partner.title', message: 'x' },
  ]);
});
