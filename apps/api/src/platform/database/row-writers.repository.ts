import type { Compilable } from 'kysely';

import type { Db } from './handle.ts';

/**
 * How rows of one kind are written: as named parts of one statement. A part may read what an earlier part of the same writer
 * returns, and no other change of the statement. No two parts may change the same row.
 */
export type RowWriter<Row> = (rows: readonly Row[]) => Readonly<Record<string, Compilable>>;

/** Sends the parts as one statement, of which the parameters are counted through. */
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

/** Writes rows of one kind at once; no statement where there are none. */
export async function writeRows<Row>(
  db: Db,
  writer: RowWriter<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length > 0) await sendParts(db, Object.entries(writer(rows)));
}

/** Rows of several kinds that are written together. */
export interface RowBatch {
  /** Adds rows; no statement is sent. */
  readonly add: <Row>(writer: RowWriter<Row>, rows: readonly Row[]) => void;
  /** Writes the rows added so far in one statement. */
  readonly flush: () => Promise<void>;
}

/** @param tx the transaction in which the rows are written */
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
