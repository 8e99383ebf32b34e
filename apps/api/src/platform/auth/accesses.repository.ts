import type { DB as Tables } from '@wasl/db/tables';
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';

import type { Db } from '../database/db.ts';
import { isActiveAgentRow } from './active-agent.ts';

/** One kind of access for other systems (keys, or those of a plugin). A responsable creates it and answers for it. */
export interface Accesses {
  readonly withoutMaker: (db: Db, now: Date) => Promise<number[]>;
  /**
   * Marks those accesses of the organisation to end at `endsAt`, unless they end sooner.
   * @returns their names
   */
  readonly mark: (tx: Db, partnerId: number, now: Date, endsAt: Date) => Promise<string[]>;
  /** Ends marked accesses that were not confirmed in time. Absent where they expire without it. */
  readonly endUnconfirmed?: (db: Db, now: Date) => Promise<void>;
}

/** SQL condition on `x`: its maker is no longer a responsable of its organisation, or cannot sign in. */
export function hasMakerLeft(): Expression<SqlBool> {
  type Made = Pick<Tables['api_keys'], 'confirmed_by_id' | 'created_by_id' | 'partner_id'>;
  const eb = expressionBuilder<Tables & { x: Made }, 'x'>();
  const maker = eb
    .selectFrom('users as u')
    .where('u.id', '=', eb.fn.coalesce('x.confirmed_by_id', 'x.created_by_id'))
    .whereRef('u.partner_id', '=', 'x.partner_id')
    .where('u.is_responsible', '=', true)
    .where(isActiveAgentRow())
    .select('u.id');
  return eb.not(eb.exists(maker));
}
