/** What one call wrote, to be compared with what another wrote: without what no two calls share, ids, numbers and instants. */
import type { TestApp } from '../../../api/src/testing/index.ts';

/** Tables that calls add to. */
const added = ['history_events', 'notices', 'outbox_mails', 'step_messages', 'step_feedbacks'];
/** Tables of which the rows of one request are compared as they stand. */
const standing = {
  requests: 'id = $1',
  request_services: 'request_id = $1',
  processing_steps: 'request_id = $1',
} as const;

/** Instants, ids, and to whom it goes: the organisation with the fewest open steps is another one for the next. */
const own =
  /(_at|_since|At|_salt|_?hash)$|^(at|date_request|request_date|processing_start_date|id|num_request|merge_key|client_key|body)$|^(step|request)_?[iI]d$/;
const ofReceiver = /^(numRequest|detail|partner_id|user_id|to|name|organisation)$/;
const isOwn = (member: string): boolean => own.test(member) || ofReceiver.test(member);

function shared(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shared);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([member, one]) =>
      // Whether something is there counts, not what it is.
      isOwn(member) ? [[member, one === null ? null : 'there']] : [[member, shared(one)]],
    ),
  );
}

/** Runs a call; answers the rows that it wrote, and those of its request. */
export async function writtenBy(
  { db }: TestApp,
  call: () => Promise<{ requestId: number }>,
): Promise<Record<string, unknown>> {
  const last = new Map<string, number>();
  for (const table of added) {
    const [row] = await db.$queryRawUnsafe<{ last: number }[]>(
      `SELECT coalesce(max(id), 0)::int AS last FROM ${table}`,
    );
    last.set(table, row?.last ?? 0);
  }
  const { requestId } = await call();
  const rows: Record<string, unknown> = {};
  const read = async (table: string, where: string, value: number): Promise<void> => {
    const found = await db.$queryRawUnsafe<{ row: unknown }[]>(
      `SELECT to_jsonb(t) AS row FROM ${table} t WHERE ${where} ORDER BY 1`,
      value,
    );
    const texts = found.map(({ row }) => JSON.stringify(shared(row)));
    rows[table] = texts.toSorted().map((text) => JSON.parse(text) as unknown);
  };
  for (const table of added) await read(table, 'id > $1', last.get(table) ?? 0);
  for (const [table, where] of Object.entries(standing)) await read(table, where, requestId);
  return rows;
}
