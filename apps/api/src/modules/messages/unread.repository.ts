import type { UnreadView } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { readRows } from '../../platform/database/reads.repository.ts';
import { requestScopeSql, stepScopeSql } from '../../policies/scopes.repository.ts';
import { isUnanswered } from './threads.repository.ts';

/** Steps with unread messages that are named to the client; of a beneficiary's more of them only count. */
const maxSteps = 500;
/** Notices are counted up to here: nobody reads a larger number, and every open page asks for it. */
const maxNotices = 1000;

/**
 * Steps whose messages the person's side has not read (a beneficiary) or not answered (agents): `id`, `unread`, `latest`.
 * Of an organisation's only the latest are read: every open page of every agent asks again and again, and shows no number
 * above 99. A beneficiary's messages are found from their requests.
 */
function waitingSteps(actor: Actor): Prisma.Sql {
  if (actor.role === 'PARTENAIRE') {
    return Prisma.sql`
      SELECT s.id, s.awaiting_messages::int AS unread, extract(epoch FROM s.awaits_answer_since) AS latest
      FROM processing_steps s
      WHERE ${stepScopeSql(actor)} AND ${isUnanswered}
      ORDER BY s.awaits_answer_since DESC, s.id DESC LIMIT ${maxSteps}`;
  }
  return Prisma.sql`
    SELECT s.id, count(*)::int AS unread, max(n.id) AS latest
    FROM requests r JOIN processing_steps s ON s.request_id = r.id
      JOIN step_messages n ON n.step_id = s.id AND n.author_role = 'PARTENAIRE' AND n.read_at IS NULL
    WHERE ${requestScopeSql(actor)} GROUP BY s.id`;
}

/** What waits for a person, in one statement: every open page asks for it again and again. */
export async function readUnread(db: Db, actor: Actor): Promise<UnreadView> {
  const [found] = await readRows<UnreadView>(
    db,
    'what is unread',
    Prisma.sql`
    SELECT
      (SELECT count(*)::int FROM (SELECT 1 FROM notices n
        WHERE n.user_id = ${actor.userId}::uuid AND n.read_at IS NULL
          AND (n.request_id IS NULL
            OR EXISTS (SELECT 1 FROM requests r WHERE r.id = n.request_id AND ${requestScopeSql(actor)}))
        LIMIT ${maxNotices}) AS counted) AS notices,
      coalesce(sum(w.unread), 0)::int AS messages,
      coalesce(json_agg(json_build_object('stepId', w.id, 'unread', w.unread) ORDER BY w.place)
        FILTER (WHERE w.place <= ${maxSteps}), '[]') AS steps
    FROM (SELECT w.id, w.unread, row_number() OVER (ORDER BY w.latest DESC, w.id DESC) AS place
      FROM (${waitingSteps(actor)}) AS w) AS w`,
  );
  return found ?? { notices: 0, messages: 0, steps: [] };
}
