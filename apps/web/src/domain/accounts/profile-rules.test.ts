import type { UserView } from '@wasl/contracts';
import { expect, it } from 'vitest';

import { faultsOf } from '../../testing/faults.ts';
import { fieldAt } from '../../ui/form/server-faults.ts';
import { isSameOrganisation, personPayload, profileOf, profileResolver } from './profile-rules.ts';

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
  areas: [],
  supportTypes: [],
  category: null,
  services: [],
  phone: '',
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
