import type { Expression, SqlBool } from 'kysely';

import { conditionOn } from '../database/statements.repository.ts';

/**
 * Prisma condition for an agent who can sign in: approved, address confirmed, access not closed. SQL and predicate
 * forms follow; a test compares all forms with each other and with the sign-in.
 */
export const activeAgent = {
  role: 'PARTENAIRE',
  emailConfirmedAt: { not: null },
  approvedAt: { not: null },
  disabledAt: null,
} as const;

/** A responsable decides who else is an agent of the organisation and edits its public profile. */
export const activeResponsible = { ...activeAgent, isResponsible: true } as const;

/** {@link activeAgent} as a condition on `users as u`. */
export function isActiveAgentRow(): Expression<SqlBool> {
  const eb = conditionOn<'u'>();
  return eb.and([
    eb('u.role', '=', activeAgent.role),
    eb('u.email_confirmed_at', 'is not', null),
    eb('u.approved_at', 'is not', null),
    eb('u.disabled_at', 'is', null),
  ]);
}

/**
 * Condition on `partners as p`: other systems may read for the organisation and receive its webhooks. It is approved,
 * not refused since, and has an agent who can sign in.
 */
export function isOrganisationThere(): Expression<SqlBool> {
  const eb = conditionOn<'p'>();
  return eb.and([
    eb('p.approved_at', 'is not', null),
    eb('p.refused_at', 'is', null),
    eb.exists(
      eb
        .selectFrom('users as u')
        .whereRef('u.partner_id', '=', 'p.id')
        .where(isActiveAgentRow())
        .select('u.id'),
    ),
  ]);
}

/** {@link activeAgent} as a predicate on a row. */
export function isActiveAgent(user: {
  readonly role: string;
  readonly emailConfirmedAt: Date | null;
  readonly approvedAt: Date | null;
  readonly disabledAt: Date | null;
}): boolean {
  return (
    user.role === activeAgent.role &&
    user.emailConfirmedAt !== null &&
    user.approvedAt !== null &&
    user.disabledAt === null
  );
}

export const attendedPartner = { agents: { some: activeAgent } } as const;
