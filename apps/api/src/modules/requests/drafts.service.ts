import { draftDays, type BodyOf, type DraftNow, type Endpoints } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { changedMeanwhile } from '../../platform/http/api-error.ts';
import { draftSealedFor, draftsRepository, type DraftRow } from './drafts.repository.ts';

/** Limit of drafts per person; the latest stay. */
const mostDrafts = 20;
const dayMs = 24 * 60 * 60 * 1000;

type DraftsDeps = Pick<Deps, 'db' | 'clock' | 'sealing'>;

/**
 * Drafts on the account, to continue on another device. Content is sealed for its owner and name. A copy of the
 * database does not reveal it, and a changed secret makes it unreadable.
 */
export function draftsService({ db, clock, sealing }: DraftsDeps) {
  const repository = draftsRepository(db);
  const about = (actor: Actor, name: string): string => draftSealedFor(actor.userId, name);
  const oldest = (): Date => new Date(clock.now().getTime() - draftDays * dayMs);

  function opened(actor: Actor, name: string, row: DraftRow | null): DraftNow | null {
    const text = row === null ? undefined : sealing.open(row.sealed, about(actor, name));
    if (row === null || text === undefined) return null;
    return {
      value: JSON.parse(text) as DraftNow['value'],
      version: row.version,
      savedAt: row.savedAt.toISOString(),
    };
  }

  return {
    async find(actor: Actor, name: string): Promise<{ draft: DraftNow | null }> {
      const row = await repository.find(actor.userId, name, oldest());
      return { draft: opened(actor, name, row) };
    },

    /** @throws ApiError DRAFT_CHANGED with the content that another device saved meanwhile */
    async save(
      actor: Actor,
      name: string,
      { value, version }: BodyOf<Endpoints['saveDraft']>,
    ): Promise<{ version: number; savedAt: string }> {
      const savedAt = clock.now();
      const sealed = sealing.seal(JSON.stringify(value), about(actor, name));
      const given = { sealed, savedAt, version };
      const written = await repository.put(actor.userId, name, given, oldest());
      if (written === null) {
        const row = await repository.find(actor.userId, name, oldest());
        const current = opened(actor, name, row);
        if (current !== null) throw changedMeanwhile('DRAFT_CHANGED', { draft: current });
        // The draft was removed, has expired or has an earlier secret's seal: saves a new one. The version protects
        // content that another device saved meanwhile.
        if (row !== null) await repository.remove(actor.userId, name, row.version);
        return await this.save(actor, name, { value, version: null });
      }
      if (version === null) await repository.keepLatest(actor.userId, mostDrafts);
      return { version: written, savedAt: savedAt.toISOString() };
    },

    async remove(actor: Actor, name: string): Promise<{ success: true }> {
      await repository.remove(actor.userId, name);
      return { success: true };
    },

    /**
     * Seals every draft again with the current key. A draft that no key opens is skipped.
     * @returns the number of resealed drafts
     */
    async reseal(): Promise<number> {
      let count = 0;
      let rows = await repository.after(undefined);
      while (rows.length > 0) {
        for (const row of rows) {
          const sealedFor = draftSealedFor(row.ownerId, row.name);
          const text = sealing.open(row.sealed, sealedFor);
          if (text === undefined) continue;
          await repository.seal(row, sealing.seal(text, sealedFor));
          count += 1;
        }
        rows = await repository.after(rows.at(-1));
      }
      return count;
    },

    async forgetOld(): Promise<void> {
      await repository.removeBefore(oldest());
    },
  };
}

/** Moves the drafts of an account to another account of the person. A draft of the same name there wins. */
export async function moveDrafts(
  tx: Db,
  sealing: Deps['sealing'],
  from: string,
  to: string,
): Promise<void> {
  const repository = draftsRepository(tx);
  const taken = new Set((await repository.allOf(to)).map(({ name }) => name));
  for (const draft of await repository.allOf(from)) {
    const text = sealing.open(draft.sealed, draftSealedFor(from, draft.name));
    if (text === undefined || taken.has(draft.name)) continue;
    await repository.moveTo(to, draft, sealing.seal(text, draftSealedFor(to, draft.name)));
  }
}
