import { dayOf, invitationEveryDays, type OpenInvitation } from '@wasl/contracts';

const everyMs = invitationEveryDays * 24 * 60 * 60 * 1000;

/** Columns that decide whether the owner has opened an account. */
export const invitationColumns = {
  importId: true,
  emailConfirmedAt: true,
  disabledAt: true,
  createdAt: true,
  invitedAgainAt: true,
} as const;

/** The same of `users as u` in a Kysely statement. */
export const invited = [
  'u.import_id as importId',
  'u.email_confirmed_at as emailConfirmedAt',
  'u.disabled_at as disabledAt',
  'u.created_at as createdAt',
  'u.invited_again_at as invitedAgainAt',
] as const;

/** Read by the Prisma client, or as JSON, in which instants are text. */
interface Invited {
  readonly importId: number | null;
  readonly emailConfirmedAt: Date | string | null;
  readonly disabledAt: Date | string | null;
  readonly createdAt: Date | string;
  readonly invitedAgainAt: Date | string | null;
}

/**
 * Condition on `users`: imported accounts that were never opened. The link that sets a first password also confirms the
 * address.
 */
export const neverOpened = {
  importId: { not: null },
  emailConfirmedAt: null,
  disabledAt: null,
} as const;

/** The accounts of {@link neverOpened} that may be invited again because the last mail is old enough. */
export function invitableAgain(now: Date) {
  const upTo = { lte: new Date(now.getTime() - everyMs) };
  return {
    ...neverOpened,
    createdAt: upTo,
    OR: [{ invitedAgainAt: null }, { invitedAgainAt: upTo }],
  };
}

/** The open invitation of an account; null for an account that was opened or created by its owner. */
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
