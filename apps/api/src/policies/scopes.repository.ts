import { Prisma } from '@wasl/db';
import type { Expression, SqlBool } from 'kysely';

import type { Actor } from '../platform/auth/actor.ts';
import { codesSql } from '../platform/database/db.ts';
import { conditionOn } from '../platform/database/statements.repository.ts';
import { agreementsOpenToPartners, hiddenFromPartners } from './request-actions.ts';

/** `showsContact` (contact.ts) of the step `s` and the request `r` of a query: what a list does not show is not found by trying it either. */
export const showsContactSql = Prisma.sql`s.status <> 'REJECTED' AND r.status <> 'RETIREE'`;

/** Of `requests r`: agents may see it, if it is their organisation's. */
export const openToPartnersSql = Prisma.sql`r.status NOT IN (${codesSql(hiddenFromPartners)})
  AND r.agreement IN (${codesSql(agreementsOpenToPartners)})`;

/** Of `requests r` those that ownRequestScope(actor) gives. */
export function ownRequestScopeSql({ userId }: Actor): Prisma.Sql {
  return Prisma.sql`r.beneficiary_id = ${userId}::uuid AND r.status <> 'SUPPRIME'`;
}

/** Of `requests r` those that requestScope(actor) gives. */
export function requestScopeSql(actor: Actor): Prisma.Sql {
  return actor.role === 'BENEFICIAIRE'
    ? ownRequestScopeSql(actor)
    : Prisma.sql`${openToPartnersSql}
        AND EXISTS (SELECT 1 FROM processing_steps s WHERE s.request_id = r.id
          AND s.partner_id = ${actor.partnerId ?? -1} AND s.status <> 'DECLINED' AND s.request_is_shown)`;
}

/**
 * What a statement on steps begins with: they keep what scopes and lists ask of their requests, which are joined where the statement
 * itself asks for more. A join that nothing needs would keep PostgreSQL from reading the index alone.
 */
export const stepsSql = Prisma.sql`processing_steps s`;
export const stepsWithRequestsSql = Prisma.sql`processing_steps s JOIN requests r ON r.id = s.request_id`;

/** Of {@link stepsSql} those that stepScope(actor) gives; a beneficiary's need {@link stepsWithRequestsSql}. */
export function stepScopeSql(actor: Actor): Prisma.Sql {
  return actor.role === 'BENEFICIAIRE'
    ? ownRequestScopeSql(actor)
    : Prisma.sql`s.partner_id = ${actor.partnerId ?? -1} AND s.status <> 'DECLINED' AND s.request_is_shown`;
}

/** The same as {@link ownRequestScopeSql}, on `requests as r`. */
export function isOwnRequest({ userId }: Actor): Expression<SqlBool> {
  const eb = conditionOn<'r'>();
  return eb.and([eb('r.beneficiary_id', '=', userId), eb('r.status', '<>', 'SUPPRIME')]);
}

/** The same as {@link stepScopeSql}, on `processing_steps as s`; a beneficiary's needs `requests as r`. */
export function isInStepScope(actor: Actor): Expression<SqlBool> {
  if (actor.role === 'BENEFICIAIRE') return isOwnRequest(actor);
  const eb = conditionOn<'s'>();
  return eb.and([
    eb('s.partner_id', '=', actor.partnerId ?? -1),
    eb('s.status', '<>', 'DECLINED'),
    eb('s.request_is_shown', '=', true),
  ]);
}
