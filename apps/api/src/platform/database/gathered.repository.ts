import type { DB as Tables } from '@wasl/db/tables';
import type { QueryCreator } from 'kysely';

import { build } from './build.ts';
import type { Db, Part, Parts } from './handle.ts';

/**
 * How rows of one kind are written: as named parts of one statement, which may read what an earlier part of theirs returns
 * and nothing else of the transaction. No two parts, of whatever kind, may change the same row.
 */
export type RowWriter<Row> = (rows: readonly Row[]) => Parts;

/** Rows that a transaction holds back at most: an import of thousands does not grow with its file. */
const mostRows = 500;

async function sendParts(db: Db, parts: readonly (readonly [string, Part])[]): Promise<void> {
  const all = parts.reduce<QueryCreator<Tables>>(
    (before, [name, part]) => before.with(name, () => part) as QueryCreator<Tables>,
    build,
  );
  const { sql: text, parameters: values } = all.selectNoFrom([]).compile();
  await db.$queryRawUnsafe(text, ...values);
}

/** Writes what the transaction has gathered so far, in one statement: for whoever reads it again before the end. */
export async function writeGatheredNow(db: Db): Promise<void> {
  const gathered = db.ofTransaction?.gathered;
  if (gathered === undefined || gathered.size === 0) return;
  const parts = [...gathered.values()].flatMap((one) => Object.entries(one.parts()));
  gathered.clear();
  await sendParts(db, parts);
}

/**
 * Writes rows that the transaction itself does not read again: history, notices, mails. They wait for its end, and go with
 * everything else that was gathered in one statement. Outside a transaction they are written at once.
 */
export async function writeGathered<Row>(
  db: Db,
  writer: RowWriter<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const gathered = db.ofTransaction?.gathered;
  if (gathered === undefined) {
    await sendParts(db, Object.entries(writer(rows)));
    return;
  }
  const before = gathered.get(writer);
  if (before === undefined) {
    const all = [...rows];
    gathered.set(writer, { rows: all, parts: () => writer(all) });
  } else before.rows.push(...rows);
  let count = 0;
  for (const one of gathered.values()) count += one.rows.length;
  if (count > mostRows) await writeGatheredNow(db);
}
