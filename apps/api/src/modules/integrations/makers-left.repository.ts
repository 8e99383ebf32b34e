import type { DB as Tables } from '@wasl/db/tables';
import { expressionBuilder } from 'kysely';

import { hasMakerLeft, type Accesses } from '../../platform/auth/accesses.repository.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';

function isUnmarked(now: Date) {
  const eb = expressionBuilder<Tables & { x: Tables['api_keys'] }, 'x'>();
  return eb.and([
    eb('x.revoked_at', 'is', null),
    eb('x.expires_at', '>', now),
    eb('x.planned_expires_at', 'is', null),
    hasMakerLeft(),
  ]);
}

/** Keys, which end by themselves. */
export const keyAccesses: Accesses = {
  withoutMaker: async (db, now) => {
    const query = build
      .selectFrom('api_keys as x')
      .where(isUnmarked(now))
      .select('x.partner_id as id')
      .distinct();
    return (await rows(db, query)).map(({ id }) => id);
  },
  mark: async (tx, partnerId, now, endsAt) => {
    const query = build
      .updateTable('api_keys as x')
      .set((eb) => ({
        planned_expires_at: eb.ref('x.expires_at'),
        expires_at: eb.fn('least', ['x.expires_at', eb.val(endsAt)]),
      }))
      .where('x.partner_id', '=', partnerId)
      .where(isUnmarked(now))
      .returning('x.name');
    return (await rows(tx, query)).map(({ name }) => name);
  },
};
