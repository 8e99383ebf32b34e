import { places, type Role } from '@wasl/contracts';
import { matchPath } from 'react-router-dom';
import { describe, expect, it } from 'vitest';

import { worklistState } from '../features/processing/rules/worklist-state.ts';
import { readState } from '../lib/routing/address-state.ts';
import { guard } from './guards.ts';
import { appRoutes } from './routes.ts';

/** Page of an address, and the dialog that the address opens there. */
function pageAt(address: string) {
  const { pathname } = new URL(address, 'https://x.ma');
  for (const route of appRoutes) {
    if (matchPath(route.path, pathname) !== null) return { route, dialog: null };
    const dialog = route.dialogs?.find((one) => matchPath(`${route.path}/${one}`, pathname));
    if (dialog !== undefined) return { route, dialog };
  }
  return undefined;
}

const session = (role: Role) => ({ role }) as Parameters<typeof guard>[1];
const beneficiary = ['BENEFICIAIRE'] as const;
const agent = ['PARTENAIRE'] as const;
const both = [...beneficiary, ...agent];

/** Each target of mails and notices: its page, its dialog and its roles. */
const table: Record<
  Exclude<keyof typeof places, 'landing'>,
  readonly [string, string, string | null, readonly Role[] | 'everyone' | 'anonymous']
> = {
  confirmEmail: [places.confirmEmail('T0ken'), '/emailConfirmation/:token', null, 'everyone'],
  forgotPassword: [places.forgotPassword(), '/forgotPassword', null, 'anonymous'],
  newPassword: [places.newPassword('T0ken'), '/reinitialiserMotPasse/:token', null, 'everyone'],
  approveAgent: [places.approveAgent('T0ken'), '/approveAgent/:token', null, agent],
  mailPreferences: [places.mailPreferences(), '/profileSettings', null, both],
  secondFactor: [places.secondFactor(), '/secondFactor', null, both],
  profile: [places.profile(), '/profileSettings', null, both],
  ownSessions: [places.ownSessions(), '/profileSettings', null, both],
  otherSystems: [places.otherSystems(), '/profileSettings', null, both],
  colleagues: [places.colleagues(), '/profileSettings', null, both],
  requests: [places.requests(), '/requests', null, both],
  ownSteps: [places.ownSteps(), '/requests', null, agent],
  request: [places.request(12), '/requests/:id', null, beneficiary],
  followUp: [places.followUp(12), '/requests/:id', 'follow', beneficiary],
  stepFile: [places.stepFile(12, 34), '/requests/:id/steps/:stepId', null, agent],
  receipt: [places.receipt(12), '/requests/:id/receipt', null, beneficiary],
  editRequest: [places.editRequest(12), '/editRequest/:id', null, beneficiary],
  conversation: [places.conversation(34), '/messages/:stepId', null, both],
  conversations: [places.conversations(), '/messages', null, both],
  worklistPart: [places.worklistPart('half'), '/requests', null, agent],
  worklist: [places.worklist('2026-000012'), '/requests', null, agent],
};

describe('a mail or a notice leads to a page that is there, and lets its reader in', () => {
  it.each(Object.entries(table))('%s', (_, [address, path, dialog, readers]) => {
    const found = pageAt(address);
    expect([found?.route.path, found?.dialog]).toEqual([path, dialog]);
    const access = found?.route.access ?? null;
    if (typeof readers === 'string') expect(access).toBe(readers);
    else for (const role of readers) expect(guard(access, session(role))).toBeNull();
    // Without a session, the person signs in and then returns to the address.
    if (access !== 'everyone' && access !== 'anonymous') expect(guard(access, null)).toBe('/login');
  });

  it('opens the dialog of a step in the worklist: mails that are sent already lead there', () => {
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
