import { randomInt } from 'node:crypto';

import type { Db } from '../../platform/database/db.ts';

/** A draft as it is kept: what it holds is sealed. */
export interface DraftRow {
  readonly sealed: string;
  readonly version: number;
  readonly savedAt: Date;
}

interface Given {
  readonly sealed: string;
  readonly savedAt: Date;
  /** Of the draft that this one takes the place of; null for none. */
  readonly version: number | null;
}

/** A draft that was let go and begun anew has no version of the one before: a device that saw that one takes it for another. */
const firstVersion = (): number => randomInt(1, 1_000_000_000);

/** What a draft is sealed for: it opens for nobody else and as no other one. */
export const draftSealedFor = (ownerId: string, name: string): string => `draft ${ownerId} ${name}`;

/** Of how many rows a round over all of them takes at once. */
const roundOf = 500;

interface SealedDraft {
  readonly ownerId: string;
  readonly name: string;
  readonly sealed: string;
}

export function draftsRepository(db: Db) {
  return {
    /** The next ones after this one, in the order of their owners and names. */
    async after(last: SealedDraft | undefined): Promise<SealedDraft[]> {
      const { ownerId, name } = last ?? {};
      return await db.accountDraft.findMany({
        ...(ownerId === undefined || name === undefined
          ? {}
          : { where: { OR: [{ ownerId: { gt: ownerId } }, { ownerId, name: { gt: name } }] } }),
        orderBy: [{ ownerId: 'asc' }, { name: 'asc' }],
        take: roundOf,
        select: { ownerId: true, name: true, sealed: true },
      });
    },

    /** The same words under another seal. One that was written meanwhile stays. */
    async seal({ ownerId, name, sealed }: SealedDraft, anew: string): Promise<void> {
      await db.accountDraft.updateMany({
        where: { ownerId, name, sealed },
        data: { sealed: anew },
      });
    },

    async find(ownerId: string, name: string, since: Date): Promise<DraftRow | null> {
      return await db.accountDraft.findFirst({
        where: { ownerId, name, savedAt: { gte: since } },
        select: { sealed: true, version: true, savedAt: true },
      });
    },

    /** Writes a draft in the place of the version that was seen. Answers its version; null where another stands there. */
    async put(
      ownerId: string,
      name: string,
      { sealed, savedAt, version }: Given,
      since: Date,
    ): Promise<number | null> {
      const rows =
        version === null
          ? await db.$queryRaw<{ version: number }[]>`
            INSERT INTO account_drafts AS d (owner_id, name, sealed, version, saved_at)
            VALUES (${ownerId}::uuid, ${name}, ${sealed}, ${firstVersion()}, ${savedAt})
            ON CONFLICT (owner_id, name) DO UPDATE
              SET sealed = excluded.sealed, version = d.version + 1, saved_at = excluded.saved_at
              WHERE d.saved_at < ${since}
            RETURNING d.version`
          : await db.$queryRaw<{ version: number }[]>`
            UPDATE account_drafts SET sealed = ${sealed}, version = version + 1, saved_at = ${savedAt}
            WHERE owner_id = ${ownerId}::uuid AND name = ${name} AND version = ${version}
            RETURNING version`;
      return rows[0]?.version ?? null;
    },

    /** Leaves a person their latest drafts. */
    async keepLatest(ownerId: string, most: number): Promise<void> {
      await db.$executeRaw`
        DELETE FROM account_drafts WHERE owner_id = ${ownerId}::uuid AND name NOT IN (
          SELECT name FROM account_drafts WHERE owner_id = ${ownerId}::uuid ORDER BY saved_at DESC, name LIMIT ${most})`;
    },

    /** @param version only where this one stands there */
    async remove(ownerId: string, name: string, version?: number): Promise<void> {
      await db.accountDraft.deleteMany({
        where: { ownerId, name, ...(version === undefined ? {} : { version }) },
      });
    },

    async removeBefore(day: Date): Promise<void> {
      await db.accountDraft.deleteMany({ where: { savedAt: { lt: day } } });
    },
  };
}
