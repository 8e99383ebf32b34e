import type { Sealing } from '../platform/auth/sealing.ts';
import type { Db } from '../platform/database/db.ts';

/** Ends every open session; their tokens are refused from the next call on. Returns the count. */
export async function endEverySession(db: Db, at: Date): Promise<number> {
  const { count } = await db.session.updateMany({
    where: { endedAt: null },
    data: { endedAt: at },
  });
  return count;
}

/** Encrypts every second factor with the current key. @returns how many, and how many no key opens */
export async function resealSecondFactors(
  db: Db,
  sealing: Sealing,
): Promise<{ readonly sealed: number; readonly lost: number }> {
  let sealed = 0;
  let lost = 0;
  const factors = await db.secondFactor.findMany({
    select: { userId: true, sealedSecret: true, nextSealedSecret: true },
  });
  for (const { userId, sealedSecret, nextSealedSecret } of factors) {
    // The secret of a new device during its setup.
    const next = nextSealedSecret === null ? undefined : sealing.open(nextSealedSecret, userId);
    if (next !== undefined)
      await db.secondFactor.updateMany({
        where: { userId, nextSealedSecret },
        data: { nextSealedSecret: sealing.seal(next, userId) },
      });
    const secret = sealing.open(sealedSecret, userId);
    if (secret === undefined) {
      lost += 1;
      continue;
    }
    // A secret that its owner replaced meanwhile stays.
    const { count } = await db.secondFactor.updateMany({
      where: { userId, sealedSecret },
      data: { sealedSecret: sealing.seal(secret, userId) },
    });
    sealed += count;
  }
  return { sealed, lost };
}
