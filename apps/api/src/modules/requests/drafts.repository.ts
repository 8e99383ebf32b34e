import { randomInt } from 'node:crypto';

import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';

export interface DraftRow {
  readonly sealed: string;
  readonly version: number;
  readonly savedAt: Date;
}

interface Given {
  readonly sealed: string;
  readonly savedAt: Date;
  /** The version that this draft replaces; null for a new draft. */
  readonly version: number | null;
}

/** A random start: after a removal the new draft has another version, so a device with the old version sees a conflict. */
const firstVersion = (): number => randomInt(1, 1_000_000_000);

/** The sealing context: the content opens only for this owner and this draft. */
export const draftSealedFor = (ownerId: string, name: string): string => `draft ${ownerId} ${name}`;

/** Rows per batch when all drafts are read. */
const roundOf = 500;

interface SealedDraft {
  readonly ownerId: string;
  readonly name: string;
  readonly sealed: string;
}

export function draftsRepository(db: Db) {
  return {
    /** The next drafts after `last`, by owner and name. */
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

    /** Replaces the seal of unchanged content. A draft that changed meanwhile stays. */
    async seal({ ownerId, name, sealed }: SealedDraft, resealed: string): Promise<void> {
      await db.accountDraft.updateMany({
        where: { ownerId, name, sealed },
        data: { sealed: resealed },
      });
    },

    async find(ownerId: string, name: string, since: Date): Promise<DraftRow | null> {
      return await db.accountDraft.findFirst({
        where: { ownerId, name, savedAt: { gte: since } },
        select: { sealed: true, version: true, savedAt: true },
      });
    },

    /** Writes a draft when the stored version is the expected version. @returns the new version; null on a conflict */
    async put(
      ownerId: string,
      name: string,
      { sealed, savedAt, version }: Given,
      since: Date,
    ): Promise<number | null> {
      const query =
        version === null
          ? build
              .insertInto('account_drafts')
              .values({
                owner_id: ownerId,
                name,
                sealed,
                version: firstVersion(),
                saved_at: savedAt,
              })
              .onConflict((there) =>
                there
                  .columns(['owner_id', 'name'])
                  .doUpdateSet((eb) => ({
                    sealed: eb.ref('excluded.sealed'),
                    version: eb('account_drafts.version', '+', 1),
                    saved_at: eb.ref('excluded.saved_at'),
                  }))
                  .where('account_drafts.saved_at', '<', since),
              )
              .returning('account_drafts.version')
          : build
              .updateTable('account_drafts')
              .set((eb) => ({ sealed, version: eb('version', '+', 1), saved_at: savedAt }))
              .where('owner_id', '=', ownerId)
              .where('name', '=', name)
              .where('version', '=', version)
              .returning('version');
      const [written] = await rows<{ version: number }>(db, query);
      return written?.version ?? null;
    },

    async keepLatest(ownerId: string, most: number): Promise<void> {
      const query = build
        .deleteFrom('account_drafts')
        .where('owner_id', '=', ownerId)
        .where('name', 'not in', (eb) =>
          eb
            .selectFrom('account_drafts')
            .where('owner_id', '=', ownerId)
            .orderBy('saved_at', 'desc')
            .orderBy('name')
            .limit(most)
            .select('name'),
        );
      await rows(db, query);
    },

    /** @param version removes the draft only when it has this version */
    async remove(ownerId: string, name: string, version?: number): Promise<void> {
      await db.accountDraft.deleteMany({
        where: { ownerId, name, ...(version === undefined ? {} : { version }) },
      });
    },

    /** Gives the draft to another owner, who has none of this name. @param sealed its content for that owner */
    async moveTo(to: string, { ownerId, name }: SealedDraft, sealed: string): Promise<void> {
      await db.accountDraft.update({
        where: { ownerId_name: { ownerId, name } },
        data: { ownerId: to, sealed },
        select: { name: true },
      });
    },

    async allOf(ownerId: string): Promise<SealedDraft[]> {
      return await db.accountDraft.findMany({
        where: { ownerId },
        select: { ownerId: true, name: true, sealed: true },
      });
    },

    async removeBefore(day: Date): Promise<void> {
      await db.accountDraft.deleteMany({ where: { savedAt: { lt: day } } });
    },
  };
}
