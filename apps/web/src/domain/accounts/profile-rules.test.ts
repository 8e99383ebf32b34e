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

it('shows the national part of the number and sends it with its prefix', async () => {
  const values = profileOf(user);
  expect(values.phone).toBe('600000011');
  expect(personPayload(values)).toMatchObject({ phone: '600000011', codeCountry: '+212' });
  expect(await faultsOf(profileResolver, values)).toEqual({});
});

it('shows a foreign number with its prefix', async () => {
  const values = profileOf({ ...user, phone: '+33612345678', codeCountry: '+33' });
  expect(values.phone).toBe('612345678');
  expect(await faultsOf(profileResolver, values)).toEqual({});
});

it('reports every fault at once, with those of the organisation at their fields', async () => {
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

it('treats an untouched organisation as unchanged, whatever the order of its lists', () => {
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
] as const)('detects a change of the %s of an organisation', (field, value) => {
  const changed = { ...partner, [field]: value };
  expect(isSameField(field, partner, changed)).toBe(false);
  expect(isSameOrganisation(partner, changed)).toBe(false);
  expect(isSameOrganisation(changed, { ...changed })).toBe(true);
});

it('detects added, removed and replaced items of a list', () => {
  const base = { ...partner, areas: ['TOURISME', 'PECHE'] };
  expect(isSameField('areas', base, { ...base, areas: ['TOURISME'] })).toBe(false);
  expect(isSameField('areas', base, { ...base, areas: ['TOURISME', 'PECHE', 'MINES'] })).toBe(
    false,
  );
  expect(isSameField('areas', base, { ...base, areas: ['TOURISME', 'MINES'] })).toBe(false);
});

it('starts with the Moroccan prefix without a known number, and with the organisation’s version', () => {
  const unknown = profileOf({ ...user, phone: null, codeCountry: null });
  expect(unknown).toMatchObject({ phone: '', codeCountry: '+212', partner: null });
  const view = { ...partner, id: 3, version: 9 } as unknown as Parameters<typeof organisationOf>[0];
  expect(organisationOf(view).version).toBe(9);
  expect(profileOf({ ...user, partner: view }).partner).toMatchObject({ title: 'CRI', version: 9 });
});

it('sends the members of a beneficiary only', () => {
  const sent = beneficiaryPayload(profileOf(user));
  expect(sent).toMatchObject({ nom: 'Lahlou', phone: '600000011' });
  expect(sent).not.toHaveProperty('partner');
});

it('shows the fault of a taken title at the title', () => {
  const error = new ApiError(409, { code: 'ORGANISATION_TAKEN', message: 'x' });
  expect(serverFaults(error, profileOf(user), profilePlaces)).toEqual([
    { field: 'partner.title', message: 'x' },
  ]);
});
