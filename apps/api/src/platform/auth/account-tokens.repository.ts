import { createHash, randomBytes } from 'node:crypto';

import type { TokenKind } from '@wasl/db';

import type { Db } from '../database/db.ts';

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

const usable = (
  kinds: readonly TokenKind[],
  token: string,
  now: Date,
  recipientId: string | null,
) => ({
  hash: hashOf(token),
  kind: { in: [...kinds] },
  recipientId,
  consumedAt: null,
  expiresAt: { gt: now },
});

/** How long an invitation can be taken up: 14 days. */
export const invitationSeconds = 14 * 24 * 3600;

/** Secrets sent by mail: 192 random bits, of which only the SHA-256 is kept, used once. */
export function accountTokensRepository(db: Db) {
  return {
    /**
     * A new token of the kind; older ones of the same person and kind die, unless `keepOlder`. One with a recipient is
     * about the person and works for the recipient alone. `text` is the secret itself, where people type it.
     */
    async issue(
      kind: TokenKind,
      userId: string,
      validity: {
        now: Date;
        seconds: number;
        keepOlder?: boolean;
        recipientId?: string;
        text?: string;
      },
    ): Promise<string> {
      const token = validity.text ?? randomBytes(24).toString('base64url');
      if (validity.keepOlder !== true) {
        await db.accountToken.updateMany({
          where: { kind, userId, consumedAt: null },
          data: { consumedAt: validity.now },
        });
      }
      const expiresAt = new Date(validity.now.getTime() + validity.seconds * 1000);
      const recipientId = validity.recipientId ?? null;
      await db.accountToken.create({
        data: { kind, userId, recipientId, hash: hashOf(token), expiresAt },
      });
      return token;
    },

    /** A first token of the kind for each of many people, in one statement. Returns the tokens by user. */
    async issueMany(
      kind: TokenKind,
      userIds: readonly string[],
      validity: { now: Date; seconds: number },
    ): Promise<ReadonlyMap<string, string>> {
      const tokens = new Map(
        userIds.map((userId) => [userId, randomBytes(24).toString('base64url')]),
      );
      const expiresAt = new Date(validity.now.getTime() + validity.seconds * 1000);
      await db.accountToken.createMany({
        data: [...tokens].map(([userId, token]) => ({
          kind,
          userId,
          hash: hashOf(token),
          expiresAt,
        })),
      });
      return tokens;
    },

    /**
     * The user a usable token is about, without using it up.
     * @param recipientId who calls, for kinds that work for their recipient alone
     */
    async peek(
      kinds: readonly TokenKind[],
      token: string,
      now: Date,
      recipientId: string | null = null,
    ): Promise<string | undefined> {
      const row = await db.accountToken.findFirst({
        where: usable(kinds, token, now, recipientId),
        select: { userId: true },
      });
      return row?.userId;
    },

    /**
     * Uses the token up: of twenty at once, one gets the user.
     * @param recipientId who calls, for kinds that work for their recipient alone
     */
    async consume(
      kinds: readonly TokenKind[],
      token: string,
      now: Date,
      recipientId: string | null = null,
    ): Promise<string | undefined> {
      const rows = await db.accountToken.updateManyAndReturn({
        where: usable(kinds, token, now, recipientId),
        data: { consumedAt: now },
        select: { userId: true },
      });
      return rows[0]?.userId;
    },
  };
}
