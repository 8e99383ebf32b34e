import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import type { Deps } from '../deps.ts';
import { knownDays, knownDevicesRepository } from '../auth/known-devices.ts';
import { outboxRepository } from '../mail/outbox.repository.ts';
import { refusalSentence } from '../storage/keeper.ts';
import { accessesKeptDays, recordAccessesRepository } from '../record-accesses.repository.ts';
import { housekeepingRepository } from './housekeeping.repository.ts';

const dayMs = 24 * 60 * 60 * 1000;
const everyMs = 60 * 60 * 1000;

type HousekeepingDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'files' | 'storeKeeper' | 'settings'>;

/** Received files that a killed process left in the folder they pass through. */
async function removeAbandonedUploads(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() === true && found.mtimeMs < before) await rm(file, { force: true });
  }
}

/** Removes what is of no use any more: orphan files, abandoned uploads, ended sessions, spent tokens, sent mails. */
export async function keepHouse(deps: HousekeepingDeps): Promise<void> {
  const now = deps.clock.now();
  const housekeeping = housekeepingRepository(deps.db);
  await housekeeping.removeEnded(new Date(now.getTime() - 30 * dayMs));
  await knownDevicesRepository(deps.db).removeUnseenSince(
    new Date(now.getTime() - knownDays * dayMs),
  );
  await housekeeping.removeSpentLimits(now);
  await housekeeping.removePresences(new Date(now.getTime() - everyMs));
  await housekeeping.removeNotices(new Date(now.getTime() - 180 * dayMs));
  await recordAccessesRepository(deps.db).removeBefore(
    new Date(now.getTime() - accessesKeptDays * dayMs),
  );
  await outboxRepository(deps.db).removeOver(new Date(now.getTime() - 30 * dayMs));
  await removeAbandonedUploads(path.join(deps.settings.dataDir, 'uploads'), now.getTime() - dayMs);
  await deps.files.forgetRemoved(deps.db);
  const { orphans, removed, unfinished, refusal } = await deps.storeKeeper.sweep();
  if (removed > 0) deps.log.info({ event: 'orphan files removed', count: removed });
  if (unfinished > 0) deps.log.info({ event: 'half-written files found', count: unfinished });
  if (refusal !== null) {
    deps.log.warn({ event: 'orphan files kept', count: orphans, reason: refusalSentence(refusal) });
  }
}

/** Keeps house every hour until stopped, and does with it what the modules have to do by the hour. */
export function startHousekeeping(
  deps: HousekeepingDeps,
  chores: readonly (() => Promise<unknown>)[] = [],
): () => void {
  const run = (): void => {
    for (const chore of [() => keepHouse(deps), ...chores]) {
      chore().catch((error: unknown) => {
        deps.log.warn({ event: 'housekeeping failed', err: error });
      });
    }
  };
  const timer = setInterval(run, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
