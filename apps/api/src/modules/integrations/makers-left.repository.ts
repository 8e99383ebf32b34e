import type { DB as Tables } from '@wasl/db/tables';
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';

import { isActiveAgentRow } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';

/** Of `x` whether the person who answers for it is no responsable of its organisation, or cannot sign in. */
function hasLeft(): Expression<SqlBool> {
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

/** Keys and addresses whose maker left. */
export function makersLeftRepository(db: Db) {
  const isUnmarkedKey = (now: Date) => {
    const eb = expressionBuilder<Tables & { x: Tables['api_keys'] }, 'x'>();
    return eb.and([
      eb('x.revoked_at', 'is', null),
      eb('x.expires_at', '>', now),
      eb('x.planned_expires_at', 'is', null),
      hasLeft(),
    ]);
  };
  const isUnmarkedWebhook = () => {
    const eb = expressionBuilder<Tables & { x: Tables['webhook_endpoints'] }, 'x'>();
    return eb.and([eb('x.off_at', 'is', null), eb('x.ends_at', 'is', null), hasLeft()]);
  };
  return {
    /** Organisations with such keys or addresses that have no mark yet. */
    async organisations(now: Date): Promise<number[]> {
      const query = build
        .selectFrom('api_keys as x')
        .where(isUnmarkedKey(now))
        .select('x.partner_id as id')
        .union(
          build
            .selectFrom('webhook_endpoints as x')
            .where(isUnmarkedWebhook())
            .select('x.partner_id as id'),
        );
      return (await rows(db, query)).map(({ id }) => id);
    },

    /** Marks those of the organisation to end then, unless they end sooner. @returns their names */
    async mark(partnerId: number, now: Date, endsAt: Date): Promise<string[]> {
      const keys = build
        .updateTable('api_keys as x')
        .set((eb) => ({
          planned_expires_at: eb.ref('x.expires_at'),
          expires_at: eb.fn('least', ['x.expires_at', eb.val(endsAt)]),
        }))
        .where('x.partner_id', '=', partnerId)
        .where(isUnmarkedKey(now))
        .returning('x.name');
      const webhooks = build
        .updateTable('webhook_endpoints as x')
        .set({ ends_at: endsAt })
        .where('x.partner_id', '=', partnerId)
        .where(isUnmarkedWebhook())
        .returning('x.description as name');
      const marked = [...(await rows(db, keys)), ...(await rows(db, webhooks))];
      return marked.map(({ name }) => name);
    },

    /** Addresses that nobody has confirmed in time. */
    async unconfirmed(now: Date): Promise<string[]> {
      const where = { offAt: null, endsAt: { lte: now } };
      const due = await db.webhookEndpoint.findMany({ where, select: { id: true }, take: 100 });
      return due.map(({ id }) => id);
    },
  };
}
