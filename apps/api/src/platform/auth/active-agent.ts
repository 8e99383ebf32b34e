import type { Expression, SqlBool } from 'kysely';

import { conditionOn } from '../database/statements.repository.ts';

/**
 * An agent who can sign in, and therefore somebody who is there to do what is asked of the organisation: approved, the
 * address confirmed, the access not closed. The one definition: as a condition for Prisma, as one for SQL, and as a
 * predicate; a test holds them, and what the sign-in lets through, against each other.
 */
export const activeAgent = {
  role: 'PARTENAIRE',
  emailConfirmedAt: { not: null },
  approvedAt: { not: null },
  disabledAt: null,
} as const;

/** One who decides who else is an agent of the organisation and what it says of itself. */
export const activeResponsible = { ...activeAgent, isResponsible: true } as const;

/** {@link activeAgent} as a condition of SQL on the table `users` under this name; holds no value of a caller. */
export function activeAgentSql(table: 'u'): string {
  return [
    `${table}.role = 'PARTENAIRE'`,
    `${table}.email_confirmed_at IS NOT NULL`,
    `${table}.approved_at IS NOT NULL`,
    `${table}.disabled_at IS NULL`,
  ].join(' AND ');
}

/** The same on `users as u`, for a statement that is built. */
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
 * An organisation for which other systems may read and be told, as a condition of SQL on the table `partners` under this name:
 * approved, not refused since, and with an agent who can sign in. Holds no value of a caller.
 */
export function organisationThereSql(table: 'p'): string {
  return [
    `${table}.approved_at IS NOT NULL AND ${table}.refused_at IS NULL`,
    `EXISTS (SELECT FROM users u WHERE u.partner_id = ${table}.id AND ${activeAgentSql('u')})`,
  ].join(' AND ');
}

/** The same on `partners as p`, for a statement that is built. */
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

/** {@link activeAgent} on a row. */
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

/** An organisation that has one, as a condition for Prisma on `partners`. */
export const attendedPartner = { agents: { some: activeAgent } } as const;
