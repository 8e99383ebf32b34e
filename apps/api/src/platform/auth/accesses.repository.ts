import type { DB as Tables } from '@wasl/db/tables';
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';

import type { Db } from '../database/db.ts';
import { isActiveAgentRow } from './active-agent.ts';

/** One kind of access of other systems, which a responsable made and answers for: keys, or those of a plugin. */
export interface Accesses {
  /** Organisations with some whose maker left and that have no mark yet. */
  readonly withoutMaker: (db: Db, now: Date) => Promise<number[]>;
  /** Marks those of the organisation to end then, unless they end sooner. @returns their names */
  readonly mark: (tx: Db, partnerId: number, now: Date, endsAt: Date) => Promise<string[]>;
  /** Ends marked ones that have not been confirmed in time; absent where they end by themselves. */
  readonly endUnconfirmed?: (db: Db, now: Date) => Promise<void>;
}

/** Of `x` whether the person who answers for it is no responsable of its organisation, or cannot sign in. */
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
