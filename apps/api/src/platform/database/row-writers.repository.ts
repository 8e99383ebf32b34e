import type { DB as Tables } from '@wasl/db/tables';
import type { QueryCreator } from 'kysely';

import { build } from './build.ts';
import type { Db, Part, Parts } from './handle.ts';

/**
 * How rows of one kind are written: as named parts of one statement. A part may read what an earlier part of the same writer
 * returns, and no other change of the statement. No two parts may change the same row.
 */
export type RowWriter<Row> = (rows: readonly Row[]) => Parts;

async function sendParts(db: Db, parts: readonly (readonly [string, Part])[]): Promise<void> {
  const all = parts.reduce<QueryCreator<Tables>>(
    (before, [name, part]) => before.with(name, () => part) as QueryCreator<Tables>,
    build,
  );
  const { sql: text, parameters: values } = all.selectNoFrom([]).compile();
  await db.$queryRawUnsafe(text, ...values);
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
  const groups = new Map<unknown, { readonly rows: unknown[]; readonly parts: () => Parts }>();
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
