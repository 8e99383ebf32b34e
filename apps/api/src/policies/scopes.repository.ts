import { type Expression, sql, type SqlBool } from 'kysely';

import type { Actor } from '../platform/auth/actor.ts';
import { conditionOn } from '../platform/database/statements.repository.ts';
import { agreementsOpenToPartners, hiddenFromPartners } from './request-actions.ts';

/** An actor in a scope: with their ids, or with the placeholders of a prepared statement. */
export interface Reader {
  readonly role: Actor['role'];
  readonly userId: string | Expression<string>;
  readonly partnerId: number | null | Expression<number>;
}

/** The ids that a prepared statement binds to the placeholders of a {@link Reader}. */
export interface ReaderIds {
  readonly userId: string;
  readonly partnerId: number;
}
export const readerIds = ({ userId, partnerId }: Actor): ReaderIds => ({
  userId,
  // The id of no organisation.
  partnerId: partnerId ?? -1,
});

/**
 * `showsContact` (contact.ts) on `processing_steps as s` and `requests as r`, so that a search cannot find hidden
 * contact data.
 */
export function isContactShown(): Expression<SqlBool> {
  const eb = conditionOn<'s' | 'r'>();
  return eb.and([
    eb('s.status', '<>', sql.lit('REJECTED')),
    eb('r.status', '<>', sql.lit('RETIREE')),
  ]);
}

/** ownRequestScope(actor) as a condition on `requests as r`. */
export function isOwnRequest({ userId }: Pick<Reader, 'userId'>): Expression<SqlBool> {
  const eb = conditionOn<'r'>();
  return eb.and([eb('r.beneficiary_id', '=', userId), eb('r.status', '<>', sql.lit('SUPPRIME'))]);
}

/** requestScope(actor) as a condition on `requests as r`. */
export function isInRequestScope(actor: Reader): Expression<SqlBool> {
  if (actor.role === 'BENEFICIAIRE') return isOwnRequest(actor);
  const eb = conditionOn<'r'>();
  return eb.and([
    eb(
      'r.status',
      'not in',
      hiddenFromPartners.map((code) => sql.lit(code)),
    ),
    eb(
      'r.agreement',
      'in',
      agreementsOpenToPartners.map((code) => sql.lit(code)),
    ),
    eb.exists(
      eb
        .selectFrom('processing_steps as s')
        .whereRef('s.request_id', '=', 'r.id')
        .where(isInStepScope(actor))
        .select('s.id'),
    ),
  ]);
}

/**
 * stepScope(actor) as a condition on `processing_steps as s`; for a beneficiary it needs `requests as r`. Steps have
 * copies of the request's columns for scopes and lists, so that PostgreSQL can read the index alone without a join.
 */
export function isInStepScope(actor: Reader): Expression<SqlBool> {
  if (actor.role === 'BENEFICIAIRE') return isOwnRequest(actor);
  const eb = conditionOn<'s'>();
  return eb.and([
    eb('s.partner_id', '=', actor.partnerId ?? -1),
    eb('s.status', '<>', sql.lit('DECLINED')),
    eb('s.request_is_shown', '=', sql.lit(true)),
  ]);
}
