import { dayOf, invitationEveryDays, type OpenInvitation } from '@wasl/contracts';

const everyMs = invitationEveryDays * 24 * 60 * 60 * 1000;

/** What says of an account whether its owner has ever opened it. */
export const invitationColumns = {
  importId: true,
  emailConfirmedAt: true,
  disabledAt: true,
  createdAt: true,
  invitedAgainAt: true,
} as const;

/** The same of `users as u`, in a statement that is built. */
export const invited = [
  'u.import_id as importId',
  'u.email_confirmed_at as emailConfirmedAt',
  'u.disabled_at as disabledAt',
  'u.created_at as createdAt',
  'u.invited_again_at as invitedAgainAt',
] as const;

/** Read by the client, or as JSON, where instants are text. */
interface Invited {
  readonly importId: number | null;
  readonly emailConfirmedAt: Date | string | null;
  readonly disabledAt: Date | string | null;
  readonly createdAt: Date | string;
  readonly invitedAgainAt: Date | string | null;
}

/**
 * Accounts that a file made and nobody has opened, as a condition of the `users` table: the link that sets a first password also
 * confirms the address.
 */
export const neverOpened = {
  importId: { not: null },
  emailConfirmedAt: null,
  disabledAt: null,
} as const;

/** The same accounts, of those that may be invited again: the last mail is old enough. */
export function invitableAgain(now: Date) {
  const upTo = { lte: new Date(now.getTime() - everyMs) };
  return {
    ...neverOpened,
    createdAt: upTo,
    OR: [{ invitedAgainAt: null }, { invitedAgainAt: upTo }],
  };
}

/** The invitation that nobody has taken up; null for an account that was opened, or made by its owner. */
export function openInvitationOf(person: Invited, now: Date): OpenInvitation | null {
  const { importId, emailConfirmedAt, disabledAt } = person;
  if (importId === null || emailConfirmedAt !== null || disabledAt !== null) return null;
  const createdAt = new Date(person.createdAt);
  const invitedAgainAt = person.invitedAgainAt === null ? null : new Date(person.invitedAgainAt);
  const next = new Date((invitedAgainAt ?? createdAt).getTime() + everyMs);
  return {
    invitedOn: dayOf(createdAt),
    remindedOn: invitedAgainAt === null ? null : dayOf(invitedAgainAt),
    nextOn: next > now ? dayOf(next) : null,
  };
}
