import { randomInt } from 'node:crypto';

import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';

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

    /** Leaves a person their latest drafts. */
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
