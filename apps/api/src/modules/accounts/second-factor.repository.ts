import { createHash } from 'node:crypto';

import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { plainCode } from '../../platform/auth/totp.ts';

export interface SecondFactorRow {
  readonly sealedSecret: string;
  readonly confirmedAt: Date | null;
  /** Of the device that it moves to, and since when that is tried. */
  readonly nextSealedSecret: string | null;
  readonly nextBegunAt: Date | null;
}

const hashOf = (code: string): string => createHash('sha256').update(plainCode(code)).digest('hex');

/** Second factors and recovery codes, on the client or on one transaction of it. */
export function secondFactorRepository(db: Db) {
  return {
    async find(userId: string): Promise<SecondFactorRow | null> {
      return await db.secondFactor.findUnique({
        where: { userId },
        select: {
          sealedSecret: true,
          confirmedAt: true,
          nextSealedSecret: true,
          nextBegunAt: true,
        },
      });
    },

    /** A secret that does not count yet; one that counts stays. Returns whether it was written. */
    async propose(userId: string, sealedSecret: string, now: Date): Promise<boolean> {
      const proposal = build
        .insertInto('second_factors')
        .values({ user_id: userId, sealed_secret: sealedSecret, created_at: now })
        .onConflict((one) =>
          one
            .column('user_id')
            .doUpdateSet((eb) => ({
              sealed_secret: eb.ref('excluded.sealed_secret'),
              created_at: eb.ref('excluded.created_at'),
            }))
            .where('second_factors.confirmed_at', 'is', null),
        )
        .returning('user_id');
      return (await rows(db, proposal)).length > 0;
    },

    /** From now on it counts. Returns whether it did not before. */
    async confirm(userId: string, sealedSecret: string, step: number, now: Date): Promise<boolean> {
      const { count } = await db.secondFactor.updateMany({
        where: { userId, sealedSecret, confirmedAt: null },
        data: { confirmedAt: now, lastStep: step },
      });
      return count > 0;
    },

    /** The secret of another device, which does not count yet. Returns whether one is on that it can take the place of. */
    async proposeNext(userId: string, nextSealedSecret: string, now: Date): Promise<boolean> {
      const { count } = await db.secondFactor.updateMany({
        where: { userId, confirmedAt: { not: null } },
        data: { nextSealedSecret, nextBegunAt: now },
      });
      return count > 0;
    },

    /** From now on the other device counts, and the one before no more. Returns whether it was this one that waited. */
    async move(userId: string, nextSealedSecret: string, step: number): Promise<boolean> {
      const { count } = await db.secondFactor.updateMany({
        where: { userId, nextSealedSecret, confirmedAt: { not: null } },
        data: {
          sealedSecret: nextSealedSecret,
          lastStep: step,
          nextSealedSecret: null,
          nextBegunAt: null,
        },
      });
      return count > 0;
    },

    /** A code works once: of two at the same time one finds its step used. */
    async useStep(userId: string, step: number): Promise<boolean> {
      const { count } = await db.secondFactor.updateMany({
        where: { userId, confirmedAt: { not: null }, lastStep: { lt: step } },
        data: { lastStep: step },
      });
      return count > 0;
    },

    async useRecoveryCode(userId: string, code: string, now: Date): Promise<boolean> {
      const { count } = await db.recoveryCode.updateMany({
        where: { userId, hash: hashOf(code), usedAt: null },
        data: { usedAt: now },
      });
      return count > 0;
    },

    async countRecoveryCodes(userId: string): Promise<number> {
      return await db.recoveryCode.count({ where: { userId, usedAt: null } });
    },

    async replaceRecoveryCodes(userId: string, codes: readonly string[]): Promise<void> {
      await db.recoveryCode.deleteMany({ where: { userId } });
      await db.recoveryCode.createMany({
        data: codes.map((code) => ({ userId, hash: hashOf(code) })),
      });
    },

    /** Returns whether one counted. */
    async remove(userId: string): Promise<boolean> {
      await db.recoveryCode.deleteMany({ where: { userId } });
      const found = await this.find(userId);
      await db.secondFactor.deleteMany({ where: { userId } });
      return (found?.confirmedAt ?? null) !== null;
    },
  };
}
