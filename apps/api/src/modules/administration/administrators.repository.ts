import { createHash } from 'node:crypto';

import { plainCode } from '../../platform/auth/totp.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';

/** Of the secrets of links, cookies and recovery codes. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const administratorColumns = {
  id: true,
  email: true,
  name: true,
  passwordHash: true,
  sealedSecret: true,
  nextPasswordHash: true,
  nextSealedSecret: true,
  suspendedAt: true,
  createdAt: true,
} as const;

export interface AdministratorRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Null before the first set-up, as the secret. */
  readonly passwordHash: string | null;
  readonly sealedSecret: string | null;
  readonly nextPasswordHash: string | null;
  readonly nextSealedSecret: string | null;
  readonly suspendedAt: Date | null;
  readonly createdAt: Date;
}

/** Administrators with their passwords and second factors. */
export function administratorsRepository(db: Db) {
  return {
    async list(): Promise<AdministratorRow[]> {
      return await db.administrator.findMany({
        orderBy: { email: 'asc' },
        select: administratorColumns,
      });
    },

    async findByEmail(email: string): Promise<AdministratorRow | null> {
      return await db.administrator.findUnique({ where: { email }, select: administratorColumns });
    },

    /** Locks an administrator until the transaction ends. */
    async lockByEmail(email: string): Promise<AdministratorRow | null> {
      const row = build.selectFrom('administrators').select('id').where('email', '=', email);
      await rows(db, row.forUpdate());
      return await this.findByEmail(email);
    },

    /** @returns null where the e-mail address has an administrator already */
    async add(email: string, name: string): Promise<AdministratorRow | null> {
      const { count } = await db.administrator.createMany({
        data: [{ email, name }],
        skipDuplicates: true,
      });
      return count === 0 ? null : await this.findByEmail(email);
    },

    /** @returns whether the state changed */
    async setSuspended(id: string, at: Date | null): Promise<boolean> {
      const { count } = await db.administrator.updateMany({
        where: { id, suspendedAt: at === null ? { not: null } : null },
        data: { suspendedAt: at },
      });
      return count > 0;
    },

    async propose(id: string, nextPasswordHash: string, nextSealedSecret: string): Promise<void> {
      await db.administrator.update({
        where: { id },
        data: { nextPasswordHash, nextSealedSecret },
        select: { id: true },
      });
    },

    /** Makes the proposed password and secret active. @returns whether this secret was the proposed one */
    async confirm(
      { id, nextPasswordHash, nextSealedSecret }: AdministratorRow,
      step: number,
    ): Promise<boolean> {
      const { count } = await db.administrator.updateMany({
        where: { id, nextSealedSecret, suspendedAt: null },
        data: {
          passwordHash: nextPasswordHash,
          sealedSecret: nextSealedSecret,
          lastStep: step,
          nextPasswordHash: null,
          nextSealedSecret: null,
        },
      });
      return count > 0;
    },

    /** Uses up a code. Of two concurrent calls one finds it used. */
    async useStep(id: string, step: number): Promise<boolean> {
      const { count } = await db.administrator.updateMany({
        where: { id, OR: [{ lastStep: null }, { lastStep: { lt: step } }] },
        data: { lastStep: step },
      });
      return count > 0;
    },

    async useRecoveryCode(administratorId: string, code: string, now: Date): Promise<boolean> {
      const { count } = await db.administratorRecoveryCode.updateMany({
        where: { administratorId, hash: hashOf(plainCode(code)), usedAt: null },
        data: { usedAt: now },
      });
      return count > 0;
    },

    async replaceRecoveryCodes(administratorId: string, codes: readonly string[]): Promise<void> {
      await db.administratorRecoveryCode.deleteMany({ where: { administratorId } });
      await db.administratorRecoveryCode.createMany({
        data: codes.map((code) => ({ administratorId, hash: hashOf(plainCode(code)) })),
      });
    },
  };
}
