/** Compares a call of the product with the same call of the baseline, then measures both alternately, sixteen at once. */
import { isDeepStrictEqual } from 'node:util';

import type { TestApp } from '../../api/src/testing/index.ts';
import { send, watchProcessors, type Sent, type Side, type Used } from './processes.ts';

/** Rows of a request and later mails, without ids, instants and numbers, which differ between calls. */
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
  /** Parts of both sides that must be equal; `alone`: the baseline has no such call, only the growth is measured. */
  readonly compare: 'answers' | 'rows' | 'nothing' | 'alone';
  readonly sides: Readonly<Record<SideName, (n: number) => Sent>>;
  /** Limit of calls in a round. */
  readonly most?: number;
}

/** Milliseconds of processor time of one call; `limit` is the baseline, null where there is none. */
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

/** Maximum number of calls by each side. */
export const neededOf = ({ rounds, callsARound }: Ground): number =>
  (rounds + warmUps) * callsARound + 1;

/** Members in which two values differ, at most three. */
function differences(one: unknown, other: unknown, place = ''): string[] {
  // Ids of simulations always differ.
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
  // Both programs are compiled just in time, and each of ten connections caches its plan from the sixth execution on.
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
