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

/** Validity of an invitation: 14 days. */
export const invitationSeconds = 14 * 24 * 3600;

/** Single-use secrets sent by mail: 192 random bits. The table stores only their SHA-256. */
export function accountTokensRepository(db: Db) {
  return {
    /**
     * Issues a token of the kind. It revokes older tokens of the same person and kind, unless `keepOlder`. A token with
     * a recipient is about the person and works only for the recipient. `text` sets the secret, for codes that people
     * type.
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

    /** Issues the first token of the kind for many people in one statement. Returns the tokens by user id. */
    async issueMany(
      kind: TokenKind,
      userIds: readonly string[],
      validity: { now: Date; seconds: number },
    ): Promise<ReadonlyMap<string, string>> {
      const tokens = new Map(
        userIds.map((userId) => [userId, randomBytes(24).toString('base64url')]),
      );
      if (tokens.size === 0) return tokens;
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
     * Returns the user of a usable token without consuming it.
     * @param recipientId the caller, for kinds that work only for their recipient
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
     * Consumes the token. Of concurrent calls, exactly one gets the user.
     * @param recipientId the caller, for kinds that work only for their recipient
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
