import type { Sealing } from '../platform/auth/sealing.ts';
import type { Db } from '../platform/database/db.ts';
import { sealedAbout } from '../platform/webhooks/sealed-secret.ts';

/** Ends every open session; their tokens are refused from the next call on. Returns how many. */
export async function endEverySession(db: Db, at: Date): Promise<number> {
  const { count } = await db.session.updateMany({
    where: { endedAt: null },
    data: { endedAt: at },
  });
  return count;
}

/** Seals every second factor anew with the key of now. @returns how many, and how many no key opens */
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
    // Of a device that it is moving to.
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
    // One that its owner has set up anew meanwhile stays.
    const { count } = await db.secondFactor.updateMany({
      where: { userId, sealedSecret },
      data: { sealedSecret: sealing.seal(secret, userId) },
    });
    sealed += count;
  }
  return { sealed, lost };
}

/** The same for the secrets that sign messages to other systems; the one of before goes, where no key opens it. */
export async function resealWebhooks(
  db: Db,
  sealing: Sealing,
): Promise<{ readonly sealed: number; readonly lost: number }> {
  let sealed = 0;
  let lost = 0;
  const endpoints = await db.webhookEndpoint.findMany({
    select: { id: true, secret: true, secretBefore: true },
  });
  for (const { id, secret, secretBefore } of endpoints) {
    const about = sealedAbout(id);
    const [now, before] = [secret, secretBefore].map((one) =>
      one === null ? undefined : sealing.open(one, about),
    );
    if (now === undefined) {
      lost += 1;
      continue;
    }
    // One that was made anew meanwhile stays.
    const { count } = await db.webhookEndpoint.updateMany({
      where: { id, secret },
      data: {
        secret: sealing.seal(now, about),
        secretBefore: before === undefined ? null : sealing.seal(before, about),
      },
    });
    sealed += count;
  }
  return { sealed, lost };
}
