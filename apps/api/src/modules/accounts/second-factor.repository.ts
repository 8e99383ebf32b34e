import { createHash } from 'node:crypto';

import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { plainCode } from '../../platform/auth/totp.ts';

export interface SecondFactorRow {
  readonly sealedSecret: string;
  readonly confirmedAt: Date | null;
  /** The secret of a new device, and the start of the move to it. */
  readonly nextSealedSecret: string | null;
  readonly nextBegunAt: Date | null;
}

const hashOf = (code: string): string => createHash('sha256').update(plainCode(code)).digest('hex');

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

    /** Writes an unconfirmed secret, unless a confirmed secret exists. @returns whether it was written */
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

    /** Confirms the secret. @returns whether it was unconfirmed before */
    async confirm(userId: string, sealedSecret: string, step: number, now: Date): Promise<boolean> {
      const { count } = await db.secondFactor.updateMany({
        where: { userId, sealedSecret, confirmedAt: null },
        data: { confirmedAt: now, lastStep: step },
      });
      return count > 0;
    },

    /**
     * Writes the unconfirmed secret of another device.
     * @returns whether a confirmed secret exists that it can replace
     */
    async proposeNext(userId: string, nextSealedSecret: string, now: Date): Promise<boolean> {
      const { count } = await db.secondFactor.updateMany({
        where: { userId, confirmedAt: { not: null } },
        data: { nextSealedSecret, nextBegunAt: now },
      });
      return count > 0;
    },

    /** Replaces the secret by the confirmed secret of the other device. @returns whether this secret was pending */
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

    /** Uses up a code. Of two concurrent calls one finds it used. */
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

    /** @returns whether a confirmed second factor existed */
    async remove(userId: string): Promise<boolean> {
      await db.recoveryCode.deleteMany({ where: { userId } });
      const found = await this.find(userId);
      await db.secondFactor.deleteMany({ where: { userId } });
      return (found?.confirmedAt ?? null) !== null;
    },
  };
}
