import { testKind, type DeliveryFault } from '@wasl/contracts/plugins/webhooks';
import type { WebhookOff } from '@wasl/db';
import { sql } from 'kysely';

import { isOrganisationThere } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { free, isFree, leasable, type Lease } from '../../platform/queue/queue.repository.ts';
import type { Outcome } from './post-message.ts';

export interface DueMessage {
  readonly id: string;
  readonly endpointId: string;
  readonly kind: string;
  readonly data: object;
  readonly createdAt: Date;
  /** Including the current attempt. */
  readonly attempts: number;
  readonly url: string;
  /** Sealed, like `secretBefore`, which is null when no previous secret is valid. */
  readonly secret: string;
  readonly secretBefore: string | null;
}

function messagesUnderWay(db: Db) {
  return {
    /**
     * Leases due messages, a few of each address, so that no address blocks the others. A failing address gets one
     * message, after all others; a paused one only tests.
     * @param options.busy number of running deliveries by address in this process
     */
    async take(options: {
      readonly now: Date;
      readonly lease: Lease;
      readonly limit: number;
      readonly ofOne: number;
      readonly busy: ReadonlyMap<string, number>;
    }): Promise<DueMessage[]> {
      const { now, lease, limit, ofOne, busy } = options;
      const underWay = JSON.stringify(Object.fromEntries(busy));
      const query = build
        .with('due', (statement) =>
          statement
            .selectFrom('webhook_endpoints as e')
            .innerJoin('partners as p', 'p.id', 'e.partner_id')
            .where(isOrganisationThere())
            .where('e.off_at', 'is', null)
            .crossJoinLateral((eb) => {
              const ofAny = eb.case().when('e.failing_since', 'is', null).then(ofOne).else(1).end();
              const ofBusy = sql`coalesce((${underWay}::jsonb->>${eb.ref('e.id')}::text)::int, 0)`;
              const due = eb
                .selectFrom('webhook_deliveries as m')
                .whereRef('m.endpoint_id', '=', 'e.id')
                .where('m.state', '=', sql.lit('WAITING'))
                .where('m.next_attempt_at', '<=', now)
                .orderBy('m.next_attempt_at')
                .orderBy('m.id')
                .limit(sql<number>`greatest(0, ${ofAny} - ${ofBusy})`)
                .select(['m.id', 'm.next_attempt_at'])
                .$call(leasable(now));
              const ofAnyKind = due.where('e.paused_at', 'is', null).as('of_any_kind');
              // Uses a separate index: other waiting messages of a paused address are not read.
              const tests = due
                .where('e.paused_at', 'is not', null)
                .where('m.kind', '=', sql.lit(testKind))
                .as('tests');
              return eb
                .selectFrom(ofAnyKind)
                .selectAll()
                .unionAll(eb.selectFrom(tests).selectAll())
                .as('d');
            })
            .orderBy((eb) => eb('e.failing_since', 'is not', null))
            .orderBy('d.next_attempt_at')
            .limit(limit)
            .select('d.id'),
        )
        .updateTable('webhook_deliveries as m')
        .from('webhook_endpoints as e')
        .set((eb) => ({
          ...lease,
          attempts: eb('m.attempts', '+', 1),
          last_attempt_at: now,
        }))
        // As an array, so that the primary key is used for any number of messages.
        .where('m.id', '=', (eb) => sql`any(array${eb.selectFrom('due').select('due.id')})`)
        .whereRef('e.id', '=', 'm.endpoint_id')
        .returning((eb) => [
          'm.id',
          'e.id as endpointId',
          'm.kind',
          eb.ref('m.data').$castTo<object>().as('data'),
          'm.created_at as createdAt',
          'm.attempts',
          'e.url',
          'e.secret',
          eb
            .case()
            .when('e.secret_before_until', '>', now)
            .then(eb.ref('e.secret_before'))
            .end()
            .as('secretBefore'),
        ]);
      return await rows(db, query);
    },

    /**
     * Stores the result of an attempt; `retryAt` null: no retry. A failure also stores since when the address fails.
     * @returns since when
     */
    async storeOutcome(
      { id, endpointId, kind }: Pick<DueMessage, 'id' | 'endpointId' | 'kind'>,
      holder: string,
      outcome: Outcome,
      retryAt: Date | null,
      now: Date,
    ): Promise<Date | null> {
      const { isDelivered, httpStatus, fault, durationMs } = outcome;
      const state = isDelivered ? 'DELIVERED' : retryAt === null ? 'FAILED' : 'WAITING';
      const query = build
        .with('stored', (statement) =>
          statement
            .updateTable('webhook_deliveries')
            .set({
              state,
              ...free,
              http_status: httpStatus,
              fault,
              duration_ms: durationMs,
              ...(retryAt === null ? {} : { next_attempt_at: retryAt }),
            })
            .where('id', '=', id)
            .where('held_by', '=', holder)
            .returning('id'),
        )
        .updateTable('webhook_endpoints')
        .set((eb) => {
          if (isDelivered) return { failing_since: null };
          const since = eb.ref('failing_since');
          // A test does not change the state of the address.
          return { failing_since: kind === testKind ? since : eb.fn.coalesce(since, eb.val(now)) };
        })
        .where('id', '=', endpointId)
        .where((eb) => eb.exists(eb.selectFrom('stored').select('stored.id')))
        .returning('failing_since as failingSince');
      const [address] = await rows(db, query);
      return address?.failingSince ?? null;
    },
  };
}

function messagesGivenUp(db: Db) {
  return {
    /**
     * Disables an address: no new messages are written, and waiting ones are dropped. @returns whether it was enabled
     */
    async disable(id: string, reason: WebhookOff, now: Date): Promise<boolean> {
      const fault: DeliveryFault = 'ENDPOINT_OFF';
      const query = build
        .with('given_up', (statement) =>
          statement
            .updateTable('webhook_deliveries')
            .set((eb) => ({
              state: 'FAILED',
              fault: eb.fn.coalesce('fault', eb.val(fault)),
              ...free,
            }))
            .where('endpoint_id', '=', id)
            .where('state', '=', sql.lit('WAITING'))
            .returning('id'),
        )
        .updateTable('webhook_endpoints')
        .set({ off_at: now, off_reason: reason, off_told_at: null })
        .where('id', '=', id)
        .where('off_at', 'is', null)
        // Locks in the order of `storeOutcome`: the message before its address.
        .where((eb) => eb(eb.selectFrom('given_up').select(eb.fn.countAll().as('count')), '>=', 0))
        .returning('id');
      return (await rows(db, query)).length > 0;
    },

    /**
     * Drops, for each address, messages due since before `dueBefore`, and the oldest ones beyond `most`. Messages in
     * progress stay. The address shows the number since `reportedSince`.
     * @returns the dropped number of each address that had too many
     */
    async dropExcess(options: {
      readonly now: Date;
      readonly most: number;
      readonly dueBefore: Date;
      readonly reportedSince: Date;
    }): Promise<
      { readonly endpointId: string; readonly partnerId: number; readonly count: number }[]
    > {
      const { now, most, dueBefore, reportedSince } = options;
      const [many, old] = ['TOO_MANY_WAITED', 'WAITED_TOO_LONG'] as const satisfies DeliveryFault[];
      const query = build
        .with('dropped', (statement) =>
          statement
            .updateTable('webhook_deliveries as d')
            .from((all) =>
              all
                .selectFrom('webhook_endpoints as e')
                .crossJoinLateral((eb) => {
                  const waiting = eb
                    .selectFrom('webhook_deliveries as m')
                    .whereRef('m.endpoint_id', '=', 'e.id')
                    .where('m.state', '=', sql.lit('WAITING'))
                    .where(isFree(now))
                    .select('m.id');
                  const beyondMost = waiting
                    .orderBy('m.created_at', 'desc')
                    .orderBy('m.id', 'desc')
                    .offset(most);
                  return waiting
                    .where('m.next_attempt_at', '<', dueBefore)
                    .union((one) => one.parens(beyondMost))
                    .as('x');
                })
                .select('x.id')
                .as('excess'),
            )
            .set((eb) => ({
              state: 'FAILED',
              fault: eb.case().when('d.next_attempt_at', '<', dueBefore).then(old).else(many).end(),
              ...free,
            }))
            .whereRef('d.id', '=', 'excess.id')
            .where('d.state', '=', sql.lit('WAITING'))
            .where(isFree(now))
            .returning('d.endpoint_id as id'),
        )
        .with('counted', (statement) =>
          statement
            .selectFrom('dropped')
            .groupBy('dropped.id')
            .select(['dropped.id', sql<number>`count(*)::int`.as('count')]),
        )
        .updateTable('webhook_endpoints as e')
        .from('counted as c')
        .set((eb) => {
          const before = eb
            .case()
            .when('e.dropped_at', '>=', reportedSince)
            .then(eb.ref('e.dropped'));
          return { dropped: eb('c.count', '+', before.else(0).end()), dropped_at: now };
        })
        .whereRef('e.id', '=', 'c.id')
        .returning(['e.id as endpointId', 'e.partner_id as partnerId', 'c.count']);
      return await rows(db, query);
    },
  };
}

export function deliveriesRepository(db: Db) {
  return { ...messagesUnderWay(db), ...messagesGivenUp(db) };
}
