import { places, type Role } from '@wasl/contracts';
import { matchPath } from 'react-router-dom';
import { describe, expect, it } from 'vitest';

import { worklistState } from '../features/processing/rules/worklist-state.ts';
import { readState } from '../lib/routing/address-state.ts';
import { guard } from './guards.ts';
import { appRoutes } from './routes.ts';

const routeAt = (address: string) => {
  const { pathname } = new URL(address, 'https://x.ma');
  return appRoutes.find(({ path }) => matchPath(path, pathname) !== null);
};

const session = (role: Role) => ({ role }) as Parameters<typeof guard>[1];
const beneficiary = ['BENEFICIAIRE'] as const;
const agent = ['PARTENAIRE'] as const;
const both = [...beneficiary, ...agent];

/** Each target of mails and notices: its page and its roles. */
const table: Record<
  Exclude<keyof typeof places, 'landing'>,
  readonly [string, string, readonly Role[] | 'everyone' | 'anonymous']
> = {
  confirmEmail: [places.confirmEmail('T0ken'), '/emailConfirmation/:token', 'everyone'],
  forgotPassword: [places.forgotPassword(), '/forgotPassword', 'anonymous'],
  newPassword: [places.newPassword('T0ken'), '/reinitialiserMotPasse/:token', 'everyone'],
  approveAgent: [places.approveAgent('T0ken'), '/approveAgent/:token', agent],
  mailPreferences: [places.mailPreferences(), '/account/notifications', both],
  secondFactor: [places.secondFactor(), '/secondFactor', both],
  profile: [places.profile(), '/profileSettings', both],
  ownSessions: [places.ownSessions(), '/account/security', both],
  otherSystems: [places.otherSystems(), '/organisation/integrations', agent],
  colleagues: [places.colleagues(), '/organisation/colleagues', agent],
  requests: [places.requests(), '/requests', both],
  ownSteps: [places.ownSteps(), '/requests', agent],
  request: [places.request(12), '/requests/:id', beneficiary],
  followUp: [places.followUp(12), '/requests/:id/follow', beneficiary],
  stepFile: [places.stepFile(12, 34), '/requests/:id/steps/:stepId', agent],
  receipt: [places.receipt(12), '/requests/:id/receipt', beneficiary],
  editRequest: [places.editRequest(12), '/editRequest/:id', beneficiary],
  conversation: [places.conversation(34), '/messages/:stepId', both],
  conversations: [places.conversations(), '/messages', both],
  worklistPart: [places.worklistPart('half'), '/requests', agent],
  worklist: [places.worklist('2026-000012'), '/requests', agent],
};

describe('a link in a mail or a notice opens an existing page that its reader may access', () => {
  it.each(Object.entries(table))('for %s', (_, [address, path, readers]) => {
    const found = routeAt(address);
    expect(found?.path).toBe(path);
    const access = found?.access ?? null;
    if (typeof readers === 'string') expect(access).toBe(readers);
    else for (const role of readers) expect(guard(access, session(role))).toBeNull();
    // Without a session, the person signs in and then returns to the address.
    if (access !== 'everyone' && access !== 'anonymous') expect(guard(access, null)).toBe('/login');
  });

  it('opens the dialog of a step in the worklist, as earlier mails do', () => {
    const { searchParams } = new URL(
      places.worklist('2026-000012', { id: 34, opens: 'documents' }),
      'https://x.ma',
    );
    expect(readState(worklistState, searchParams)).toMatchObject({
      number: '2026-000012',
      step: 34,
      open: 'documents',
    });
  });
});
