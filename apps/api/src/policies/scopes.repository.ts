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
 * `processing_steps s` with the state of their requests as `r`, each looked up by its id: for what stops after some rows of an
 * organisation and asks nothing else of requests. A join would be planned to read every request of the portal along.
 */
export const stepsOneByOneSql = Prisma.sql`processing_steps s CROSS JOIN LATERAL (
  SELECT q.status, q.agreement FROM requests q WHERE q.id = s.request_id OFFSET 0) AS r`;

/** Of `processing_steps s JOIN requests r` those that stepScope(actor) gives. */
export function stepScopeSql(actor: Actor): Prisma.Sql {
  return actor.role === 'BENEFICIAIRE'
    ? ownRequestScopeSql(actor)
    : Prisma.sql`s.partner_id = ${actor.partnerId ?? -1} AND s.status <> 'DECLINED' AND ${openToPartnersSql}`;
}
