import type { UnreadView } from '@wasl/contracts';
import { sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import {
  build,
  prepared,
  read,
  type Placeholders,
} from '../../platform/database/statements.repository.ts';
import {
  isInRequestScope,
  isInStepScope,
  readerIds,
  type Reader,
  type ReaderIds,
} from '../../policies/scopes.repository.ts';
import { isUnanswered } from './threads.repository.ts';

/** Limit of steps with unread messages in the answer. A beneficiary's other steps still count in the total. */
const maxSteps = 500;
/** Limit of the notice count, because every open page polls it and shows no larger number. */
const maxNotices = 1000;

/**
 * Steps with messages that a beneficiary should read or agents should answer: `id`, `unread`, `latest`. For an
 * organisation only the latest steps are read: every open page polls this and shows no number above 99. A beneficiary's
 * messages are found through their requests.
 */
function waitingSteps(actor: Reader) {
  if (actor.role === 'PARTENAIRE') {
    return build
      .selectFrom('processing_steps as s')
      .where(isInStepScope(actor))
      .where(isUnanswered)
      .orderBy('s.awaits_answer_since', 'desc')
      .orderBy('s.id', 'desc')
      .limit(maxSteps)
      .select((eb) => [
        's.id',
        sql<number>`${eb.ref('s.awaiting_messages')}::int`.as('unread'),
        sql<number>`extract(epoch FROM ${eb.ref('s.awaits_answer_since')})`.as('latest'),
      ]);
  }
  return build
    .selectFrom('requests as r')
    .innerJoin('processing_steps as s', 's.request_id', 'r.id')
    .innerJoin('step_messages as n', 'n.step_id', 's.id')
    .where('n.author_role', '=', sql.lit('PARTENAIRE'))
    .where('n.read_at', 'is', null)
    .where(isInRequestScope(actor))
    .groupBy('s.id')
    .select(({ fn }) => [
      's.id',
      sql<number>`count(*)::int`.as('unread'),
      fn.max<number>('n.id').as('latest'),
    ]);
}

const unread = prepared((ids: Placeholders<ReaderIds>, role: Actor['role']) => {
  const actor = { role, userId: ids.userId, partnerId: ids.partnerId };
  const notices = build
    .selectFrom('notices as n')
    .where('n.user_id', '=', actor.userId)
    .where('n.read_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('n.request_id', 'is', null),
        eb.exists(
          eb
            .selectFrom('requests as r')
            .whereRef('r.id', '=', 'n.request_id')
            .where(isInRequestScope(actor))
            .select('r.id'),
        ),
      ]),
    )
    .limit(maxNotices)
    .select('n.id');
  const placed = build.selectFrom(waitingSteps(actor).as('w')).select(({ fn }) => [
    'w.id',
    'w.unread',
    fn
      .agg<number>('row_number')
      .over((over) => over.orderBy('w.latest', 'desc').orderBy('w.id', 'desc'))
      .as('place'),
  ]);
  return build.selectFrom(placed.as('w')).select((eb) => [
    eb
      .selectFrom(notices.as('counted'))
      .select(sql<number>`count(*)::int`.as('count'))
      .$asScalar()
      .$notNull()
      .as('notices'),
    sql<number>`coalesce(${eb.fn.sum('w.unread')}, 0)::int`.as('messages'),
    eb.fn
      .coalesce(
        eb.fn
          .agg<UnreadView['steps']>('json_agg', [
            jsonBuildObject({ stepId: eb.ref('w.id'), unread: eb.ref('w.unread') }),
          ])
          .orderBy('w.place')
          .filterWhere('w.place', '<=', maxSteps),
        sql<UnreadView['steps']>`'[]'`,
      )
      .as('steps'),
  ]);
});

/** Counts the unread items in one statement, because every open page polls it. */
export async function readUnread(db: Db, actor: Actor): Promise<UnreadView> {
  const [found] = await read(db, 'what is unread', unread(readerIds(actor), actor.role));
  return found ?? { notices: 0, messages: 0, steps: [] };
}
