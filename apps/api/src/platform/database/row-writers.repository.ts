import type { Compilable } from 'kysely';

import type { Db } from './handle.ts';

/**
 * Writes rows of one kind as named parts of one statement. A part may read the results of earlier parts of the same
 * writer, but no other change of the statement. No two parts may change the same row.
 */
export type RowWriter<Row> = (rows: readonly Row[]) => Readonly<Record<string, Compilable>>;

/** Sends the parts as one statement, with its parameters renumbered. */
async function sendParts(db: Db, parts: readonly (readonly [string, Compilable])[]): Promise<void> {
  const values: unknown[] = [];
  const texts = parts.map(([name, part]) => {
    const { sql, parameters } = part.compile();
    const before = values.length;
    values.push(...parameters);
    const text = sql.replaceAll(/\$(\d+)/g, (_, place) => `$${String(before + Number(place))}`);
    return `"${name}" as (${text})`;
  });
  await db.$queryRawUnsafe(`with ${texts.join(', ')} select`, ...values);
}

export async function writeRows<Row>(
  db: Db,
  writer: RowWriter<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length > 0) await sendParts(db, Object.entries(writer(rows)));
}

/** Rows of several kinds that are written together. */
export interface RowBatch {
  readonly add: <Row>(writer: RowWriter<Row>, rows: readonly Row[]) => void;
  /** Writes the added rows in one statement. */
  readonly flush: () => Promise<void>;
}

export function rowBatch(tx: Db): RowBatch {
  const groups = new Map<
    unknown,
    { readonly rows: unknown[]; readonly parts: () => ReturnType<RowWriter<never>> }
  >();
  return {
    add: (writer, rows) => {
      if (rows.length === 0) return;
      const before = groups.get(writer);
      if (before === undefined) {
        const all = [...rows];
        groups.set(writer, { rows: all, parts: () => writer(all) });
      } else for (const row of rows) before.rows.push(row);
    },
    flush: async () => {
      if (groups.size === 0) return;
      const parts = [...groups.values()].flatMap((group) => Object.entries(group.parts()));
      groups.clear();
      await sendParts(tx, parts);
    },
  };
}
