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

/** {@link activeAgent} as SQL on the table `users` under this alias. It contains no caller's value. */
export function activeAgentSql(table: 'u'): string {
  return [
    `${table}.role = 'PARTENAIRE'`,
    `${table}.email_confirmed_at IS NOT NULL`,
    `${table}.approved_at IS NOT NULL`,
    `${table}.disabled_at IS NULL`,
  ].join(' AND ');
}

/** {@link activeAgent} on `users as u`, for a query builder. */
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
 * SQL condition on `partners` under this alias: other systems may read for the organisation and receive its webhooks.
 * It is approved, not refused since, and has an agent who can sign in. It contains no caller's value.
 */
export function organisationThereSql(table: 'p'): string {
  return [
    `${table}.approved_at IS NOT NULL AND ${table}.refused_at IS NULL`,
    `EXISTS (SELECT FROM users u WHERE u.partner_id = ${table}.id AND ${activeAgentSql('u')})`,
  ].join(' AND ');
}

/** {@link organisationThereSql} on `partners as p`, for a query builder. */
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
