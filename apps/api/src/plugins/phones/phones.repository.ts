import type { PhoneChannel, PhoneMessageKind } from '@wasl/contracts/plugins/phones';

import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';

const columns = {
  number: true,
  channel: true,
  kinds: true,
  verifiedAt: true,
  unreachableAt: true,
  sealedCode: true,
  codeExpiresAt: true,
  codeTries: true,
} as const;

/** Limit of attempts per sent code. */
export const mostTries = 5;

export function phonesRepository(db: Db) {
  return {
    async find(userId: string) {
      return await db.messagePhone.findUnique({ where: { userId }, select: columns });
    },

    /** Whether the last code for the person could not be sent. */
    async hasCodeFailed(userId: string): Promise<boolean> {
      const last = await db.phoneMessage.findFirst({
        where: { userId, kind: 'CODE' },
        orderBy: { id: 'desc' },
        select: { state: true },
      });
      return last?.state === 'FAILED';
    },

    /** Sets a number as unverified with a pending code. The chosen kinds stay. */
    async name(
      userId: string,
      given: { readonly number: string; readonly channel: PhoneChannel },
      code: { readonly sealed: string; readonly expiresAt: Date },
    ): Promise<void> {
      // Deletes a pending code of the earlier number, which would go to this number.
      await db.phoneMessage.deleteMany({ where: { userId, kind: 'CODE', state: 'WAITING' } });
      const row = {
        ...given,
        verifiedAt: null,
        unreachableAt: null,
        sealedCode: code.sealed,
        codeExpiresAt: code.expiresAt,
        codeTries: 0,
      };
      await db.messagePhone.upsert({
        where: { userId },
        create: { userId, kinds: [], ...row },
        update: row,
      });
    },

    /** Counts an attempt. @returns the pending code; null when there is none */
    async tryCode(userId: string, now: Date): Promise<string | null> {
      const counted = build
        .updateTable('message_phones')
        .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
        .where('user_id', '=', userId)
        .where('code_expires_at', '>', now)
        .where('code_tries', '<', mostTries)
        .returning('sealed_code as sealedCode');
      const [row] = await rows(db, counted);
      return row?.sealedCode ?? null;
    },

    /** Verifies the number. A code works once, for the number that it was sent to. */
    async verify(userId: string, sealedCode: string, now: Date): Promise<boolean> {
      const { count } = await db.messagePhone.updateMany({
        where: { userId, sealedCode },
        data: { verifiedAt: now, sealedCode: null, codeExpiresAt: null },
      });
      return count > 0;
    },

    /** @returns false for a person without a number */
    async choose(
      userId: string,
      chosen: { readonly wanted: readonly PhoneMessageKind[]; readonly channel: PhoneChannel },
      now: Date,
    ): Promise<boolean> {
      const { count } = await db.messagePhone.updateMany({
        where: { userId },
        data: { kinds: [...chosen.wanted], channel: chosen.channel, chosenAt: now },
      });
      return count > 0;
    },

    async remove(userId: string): Promise<void> {
      await db.messagePhone.deleteMany({ where: { userId } });
    },
  };
}
