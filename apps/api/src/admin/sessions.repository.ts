import type { Sealing } from '../platform/auth/sealing.ts';
import type { Db } from '../platform/database/db.ts';

/** Ends every open session, also those of administrators. The next call with one is refused. Returns the count. */
export async function endEverySession(db: Db, at: Date): Promise<number> {
  const { count } = await db.session.updateMany({
    where: { endedAt: null },
    data: { endedAt: at },
  });
  const { count: ofAdministrators } = await db.administratorSession.deleteMany();
  return count + ofAdministrators;
}

interface Resealed {
  readonly sealed: number;
  readonly lost: number;
}

/** Encrypts the second factors of administrators with the current key. @returns how many, and how many no key opens */
async function resealAdministrators(db: Db, sealing: Sealing): Promise<Resealed> {
  let sealed = 0;
  let lost = 0;
  const administrators = await db.administrator.findMany({
    where: { OR: [{ sealedSecret: { not: null } }, { nextSealedSecret: { not: null } }] },
    select: { id: true, sealedSecret: true, nextSealedSecret: true },
  });
  for (const { id, sealedSecret, nextSealedSecret } of administrators) {
    const again = (text: string | null): string | null => {
      const secret = text === null ? undefined : sealing.open(text, id);
      return secret === undefined ? text : sealing.seal(secret, id);
    };
    if (sealedSecret !== null && sealing.open(sealedSecret, id) === undefined) lost += 1;
    // A secret that its owner replaced meanwhile stays.
    const { count } = await db.administrator.updateMany({
      where: { id, sealedSecret, nextSealedSecret },
      data: { sealedSecret: again(sealedSecret), nextSealedSecret: again(nextSealedSecret) },
    });
    sealed += count;
  }
  return { sealed: sealed - lost, lost };
}

/** Encrypts every second factor with the current key. @returns how many, and how many no key opens */
export async function resealSecondFactors(db: Db, sealing: Sealing): Promise<Resealed> {
  let { sealed, lost } = await resealAdministrators(db, sealing);
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
