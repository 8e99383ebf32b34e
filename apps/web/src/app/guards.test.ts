import { describe, expect, it } from 'vitest';

import { sessionOf } from '../lib/session/session.ts';
import { signedToken } from '../testing/token.ts';
import { guard } from './guards.ts';

const beneficiary = sessionOf(signedToken());
const partner = sessionOf(signedToken({ role: 'PARTENAIRE' }));

it('redirects to the second factor until it is active, when it is required', () => {
  const due = sessionOf(signedToken({ role: 'PARTENAIRE', setupDue: true }));
  expect(guard(['PARTENAIRE'], due)).toBe('/secondFactor');
  expect(guard(null, due)).toBe('/secondFactor');
  expect(guard('session', due)).toBeNull();
  expect(guard('everyone', due)).toBeNull();
});

it('redirects to the consent text until the person agrees', () => {
  const due = sessionOf(signedToken({ consentDue: true, setupDue: true }));
  expect(guard(['BENEFICIAIRE'], due)).toBe('/consent');
  expect(guard(null, due)).toBe('/consent');
  expect(guard('anonymous', due)).toBe('/requests');
  expect(guard('session', due)).toBeNull();
  expect(guard('everyone', due)).toBeNull();
});

describe('guard', () => {
  it.each([
    ['a page of beneficiaries', ['BENEFICIAIRE'], '/login', null, '/unauthorized'],
    ['a page of both roles', ['BENEFICIAIRE', 'PARTENAIRE'], '/login', null, null],
    ['a page of any session', 'session', '/login', null, null],
    ['sign-up', 'anonymous', null, '/requests', '/requests'],
    ['a mailed link', 'everyone', null, null, null],
    ['an unknown address', null, '/login', '/requests', '/requests'],
  ] as const)(
    'controls the access to %s',
    (_, access, forAnonymous, forBeneficiary, forPartner) => {
      expect(guard(access, null)).toBe(forAnonymous);
      expect(guard(access, beneficiary)).toBe(forBeneficiary);
      expect(guard(access, partner)).toBe(forPartner);
    },
  );
});
