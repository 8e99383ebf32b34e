import { Prisma } from '@wasl/db';

import type { Actor } from '../platform/auth/actor.ts';
import { codesSql } from '../platform/db.ts';
import { agreementsOpenToPartners, hiddenFromPartners } from './request-actions.ts';

/** `showsContact` (contact.ts) of the step `s` of a query: what a list does not show is not found by trying it either. */
export const showsContactSql = Prisma.sql`s.status <> 'REJECTED'`;

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
          AND s.partner_id = ${actor.partnerId ?? -1} AND s.status <> 'DECLINED')`;
}

/**
 * `processing_steps s` with their requests as `r`: a statement that asks nothing of requests does not read them, for PostgreSQL
 * leaves out what is joined by its key and not used.
 */
export const stepsSql = Prisma.sql`processing_steps s LEFT JOIN requests r ON r.id = s.request_id`;

/** Of {@link stepsSql} those that stepScope(actor) gives. */
export function stepScopeSql(actor: Actor): Prisma.Sql {
  return actor.role === 'BENEFICIAIRE'
    ? ownRequestScopeSql(actor)
    : Prisma.sql`s.partner_id = ${actor.partnerId ?? -1} AND s.status <> 'DECLINED' AND s.request_is_shown`;
}
