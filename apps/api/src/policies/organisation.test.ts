import { describe, expect, it } from 'vitest';

import type { Actor } from '../platform/auth/actor.ts';
import { canOnOrganisation, isOwnOrganisation, type OrganisationAction } from './organisation.ts';

const own = { id: 4 };
const other = { id: 5 };
const agent: Actor = {
  isKey: false,
  userId: '1c5ad0a4-7a5e-4d3a-9a38-2f7d3f5b6f11',
  email: 'agent@example.org',
  role: 'PARTENAIRE',
  partnerId: own.id,
  isResponsible: false,
  name: 'Sara Alami',
  sessionId: 'session',
  lang: 'fr',
  isSetupDue: false,
};
const responsible: Actor = { ...agent, isResponsible: true };
const decided: OrganisationAction[] = ['update', 'manage-agents', 'manage-integrations'];
const everyday: OrganisationAction[] = ['read-agents', 'add-document-type', 'add-service'];

describe('actions on an organisation', () => {
  it.each(decided)('%s is allowed for its responsables only', (action) => {
    expect(canOnOrganisation(responsible, action, own)).toBe(true);
    expect(canOnOrganisation(agent, action, own)).toBe(false);
  });

  it.each(everyday)('%s is allowed for all its agents', (action) => {
    expect(canOnOrganisation(responsible, action, own)).toBe(true);
    expect(canOnOrganisation(agent, action, own)).toBe(true);
  });

  it.each([...decided, ...everyday])(
    '%s is refused for agents of another organisation',
    (action) => {
      expect(canOnOrganisation(responsible, action, other)).toBe(false);
      expect(canOnOrganisation({ ...responsible, partnerId: null }, action, own)).toBe(false);
    },
  );

  it('are refused for a beneficiary', () => {
    expect(isOwnOrganisation(agent, own)).toBe(true);
    expect(isOwnOrganisation({ ...agent, role: 'BENEFICIAIRE' }, own)).toBe(false);
  });
});
