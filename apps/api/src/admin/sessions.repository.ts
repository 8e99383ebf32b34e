import type { Db } from '../platform/db.ts';

/** Ends every open session; their tokens are refused from the next call on. Returns how many. */
export async function endEverySession(db: Db, at: Date): Promise<number> {
  const { count } = await db.session.updateMany({
    where: { endedAt: null },
    data: { endedAt: at },
  });
  return count;
}
