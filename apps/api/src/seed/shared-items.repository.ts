import type { Db } from '../platform/database/db.ts';

/** Active shared items of every list, in order. Approved services of agents are shared; proposed ones are not. */
export async function sharedItems(db: Db) {
  return await db.referenceItem.findMany({
    where: { active: true, partnerId: null },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
}

export type SharedItem = Awaited<ReturnType<typeof sharedItems>>[number];
