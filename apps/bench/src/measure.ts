/** One call of the product beside the same call of the limit: first compared, then measured in turn, sixteen at once. */
import { isDeepStrictEqual } from 'node:util';

import type { TestApp } from '../../api/src/testing/index.ts';
import { send, watchProcessors, type Sent, type Side, type Used } from './processes.ts';

/** The rows of a request, and the mails since: without ids, instants and numbers, which no two calls share. */
async function rowsOf({ db }: TestApp, requestId: number, lastMail: number): Promise<unknown> {
  return await db.$queryRawUnsafe(
    `WITH s AS (SELECT * FROM processing_steps WHERE request_id = $1)
     SELECT * FROM (
       SELECT 'request' AS of, concat_ws(' ', status, percent, submitted_at IS NULL) AS row FROM requests WHERE id = $1
       UNION ALL SELECT 'service', item_id::text FROM request_services WHERE request_id = $1
       UNION ALL SELECT 'step', concat_ws(' ', position, title_item_id, status, percent, version, days, due_on, awaits_documents, awaiting_messages) FROM s
       UNION ALL SELECT 'message', concat_ws(' ', author_role, body) FROM step_messages WHERE step_id IN (SELECT id FROM s)
       UNION ALL SELECT 'feedback', concat_ws(' ', kind, percent, text) FROM step_feedbacks WHERE step_id IN (SELECT id FROM s)
       UNION ALL SELECT 'history', concat_ws(' ', kind, from_status, to_status, percent, actor_role) FROM history_events WHERE request_id = $1
       UNION ALL SELECT 'notice', concat_ws(' ', kind, params) FROM notices WHERE request_id = $1
       UNION ALL SELECT 'mail', concat_ws(' ', template, lang, priority, merge_key IS NULL) FROM outbox_mails WHERE id > $2) w
     ORDER BY 1, 2`,
    requestId,
    lastMail,
  );
}

const atOnce = 16;
const warmUps = 3;

type SideName = 'wasl' | 'bare';
export interface Call {
  readonly name: string;
  /** What of both sides has to be the same; `alone`: the limit has no such call, it is watched as the database grows. */
  readonly compare: 'answers' | 'rows' | 'nothing' | 'alone';
  /** The n-th call of each side. */
  readonly sides: Readonly<Record<SideName, (n: number) => Sent>>;
  /** Calls of a round at most. */
  readonly most?: number;
}

/** Milliseconds of processor time of one call; `limit` is null where there is none. */
export interface Measured {
  readonly name: string;
  readonly own: Used;
  readonly limit: Used | null;
  readonly differs: readonly string[];
}

export interface Ground extends Readonly<Record<SideName, Side>> {
  readonly app: TestApp;
  readonly postmaster: number;
  readonly rounds: number;
  readonly callsARound: number;
}

/** How often a call is made by each side at most. */
export const neededOf = ({ rounds, callsARound }: Ground): number =>
  (rounds + warmUps) * callsARound + 1;

/** The members in which two values differ, at most three. */
function differences(one: unknown, other: unknown, place = ''): string[] {
  // No two simulations are kept under one number.
  if (isDeepStrictEqual(one, other) || /simulationPrime(?:Nordev)?Id$/.test(place)) return [];
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null;
  if (!isObject(one) || !isObject(other))
    return [`${place}: ${JSON.stringify(one)} | ${JSON.stringify(other)}`];
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return keys.flatMap((key) => differences(one[key], other[key], `${place}.${key}`)).slice(0, 3);
}

export async function measure(ground: Ground, call: Call): Promise<Measured> {
  const { app, postmaster, rounds } = ground;
  const names: readonly SideName[] = call.compare === 'alone' ? ['wasl'] : ['wasl', 'bare'];
  const callsARound = Math.min(ground.callsARound, call.most ?? Infinity);
  const place = { wasl: 0, bare: 0 };
  const next = async (side: SideName) => {
    const sent = call.sides[side](place[side]++);
    return { ...(await send(ground[side].port, sent)), requestId: sent.requestId };
  };
  const sendMany = async (side: SideName): Promise<void> => {
    const end = place[side] + callsARound;
    const one = async (): Promise<void> => {
      while (place[side] < end) await next(side);
    };
    await Promise.all(Array.from({ length: atOnce }, one));
  };

  const seen: unknown[] = [];
  for (const side of names) {
    const last = await app.db.outboxMail.findFirst({ orderBy: { id: 'desc' } });
    const { text, requestId } = await next(side);
    const answered = JSON.parse(text) as { id?: number };
    const id = requestId ?? answered.id ?? 0;
    seen.push(call.compare === 'rows' ? await rowsOf(app, id, last?.id ?? 0) : answered);
  }
  const isCompared = ['answers', 'rows'].includes(call.compare);
  const differs = isCompared ? differences(seen[0], seen[1]) : [];
  // Both programs are compiled while they run, and each of ten connections keeps its plan from the sixth time on.
  for (let pass = 0; pass < warmUps; pass += 1) for (const side of names) await sendMany(side);
  const totals = { wasl: { node: 0, postgres: 0 }, bare: { node: 0, postgres: 0 } };
  for (let round = 0; round < rounds; round += 1)
    for (const side of names) {
      const used = watchProcessors(ground[side].pid, postmaster);
      await sendMany(side);
      const { node, postgres } = used();
      totals[side].node += node / callsARound / rounds;
      totals[side].postgres += postgres / callsARound / rounds;
    }
  const limit = call.compare === 'alone' ? null : totals.bare;
  return { name: call.name, own: totals.wasl, limit, differs };
}
