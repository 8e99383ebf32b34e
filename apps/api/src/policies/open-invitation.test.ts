import { describe, expect, it } from 'vitest';

import { openInvitationOf } from './open-invitation.ts';

const invited = {
  importId: 3,
  emailConfirmedAt: null,
  disabledAt: null,
  createdAt: new Date('2026-03-02T10:00:00Z'),
  invitedAgainAt: null,
};
const at = (time: string) => new Date(time);

describe('an unused invitation', () => {
  it('can be repeated seven days after the import', () => {
    expect(openInvitationOf(invited, at('2026-03-09T09:59:59Z'))).toEqual({
      invitedOn: '2026-03-02',
      remindedOn: null,
      nextOn: '2026-03-09',
    });
    expect(openInvitationOf(invited, at('2026-03-09T10:00:00Z'))?.nextOn).toBeNull();
  });

  it('can be repeated seven days after the last repetition', () => {
    const again = { ...invited, invitedAgainAt: at('2026-03-20T10:00:00Z') };
    expect(openInvitationOf(again, at('2026-03-26T10:00:00Z'))).toEqual({
      invitedOn: '2026-03-02',
      remindedOn: '2026-03-20',
      nextOn: '2026-03-27',
    });
    expect(openInvitationOf(again, at('2026-03-28T10:00:00Z'))?.nextOn).toBeNull();
  });

  it.each([
    ['was opened', { emailConfirmedAt: at('2026-03-03T10:00:00Z') }],
    ['was made by its owner', { importId: null }],
    ['is disabled', { disabledAt: at('2026-03-03T10:00:00Z') }],
  ])('does not exist when the account %s', (_, change) => {
    expect(openInvitationOf({ ...invited, ...change }, at('2026-04-01T10:00:00Z'))).toBeNull();
  });
});
