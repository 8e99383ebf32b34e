import type { Db } from '../platform/database/db.ts';
import { readMarks } from './seed-records.ts';

const prefix = 'item/';

/** Active items of lists that came from files, in order, without those that agents added. */
export async function seededItems(db: Db) {
  const marks = await readMarks(db, prefix);
  const rows = await db.referenceItem.findMany({
    where: { active: true },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
  return rows.filter(({ parent, code }) => marks.has(`${prefix}${parent}/${code}`));
}

export type SeededItem = Awaited<ReturnType<typeof seededItems>>[number];
