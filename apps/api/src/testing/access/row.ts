import type { Fixture, Statuses } from './fixture.ts';
import type { TestClient } from '../test-client.ts';

export interface Row {
  readonly call: (client: TestClient, fx: Fixture) => PromiseLike<{ status: number }>;
  readonly statuses: Statuses;
}

export const onlyBeneficiaries = (b: number, a: number): Statuses => [
  401,
  403,
  403,
  b,
  403,
  403,
  a,
];
export const onlyPartners = (q: number, p: number): Statuses => [401, 403, 403, 403, q, p, 403];
export const both = (b: number, q: number, p: number, a: number): Statuses => [
  401,
  403,
  403,
  b,
  q,
  p,
  a,
];
export const everybody = (status: number): Statuses => [
  status,
  status,
  status,
  status,
  status,
  status,
  status,
];

export const person = {
  nom: 'Alami',
  prenom: 'Amina',
  address: 'x',
  city: 'Tanger',
  province: 'Tanger',
  phone: '0612345678',
};
export const dto = (fx: Fixture) =>
  JSON.stringify({ description: 'Besoin', services: [fx.service] });
