import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import type { Deps } from '../program/deps.ts';
import { apiKeysRepository } from '../auth/api-keys.repository.ts';
import { knownDevicesRepository } from '../auth/known-devices.ts';
import { outboxRepository } from '../mail/outbox.repository.ts';
import { refusalSentence } from '../storage/store-ownership.ts';
import { recordAccessesRepository } from '../database/record-accesses.repository.ts';
import { endOf, endsBefore } from './retention.ts';
import { housekeepingRepository } from './housekeeping.repository.ts';

const dayMs = 24 * 60 * 60 * 1000;
const everyMs = 60 * 60 * 1000;

type HousekeepingDeps = Pick<
  Deps,
  'db' | 'clock' | 'log' | 'files' | 'storeOwnership' | 'additions'
>;

/** Removes received files that a killed process left behind. */
async function removeAbandonedUploads(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() === true && found.mtimeMs < before) await rm(file, { force: true });
  }
}

/** Removes expired data: orphan files, ended sessions, used tokens, sent mails. */
export async function runHousekeeping(deps: HousekeepingDeps): Promise<void> {
  const now = deps.clock.now();
  const housekeeping = housekeepingRepository(deps.db);
  await housekeeping.removeEndedSessions(endsBefore('sessions', now));
  await housekeeping.removeEndedSecrets(endsBefore('mailedSecrets', now));
  await knownDevicesRepository(deps.db).removeUnseenSince(endsBefore('knownBrowsers', now));
  await housekeeping.removeSpentLimits(now);
  await housekeeping.removeNotices(endsBefore('notices', now));
  await recordAccessesRepository(deps.db).removeBefore(endsBefore('recordAccesses', now));
  await apiKeysRepository(deps.db).removeEnded(endsBefore('apiKeys', now));
  await outboxRepository(deps.db).removeOver(endsBefore('mails', now));
  for (const { rule, removeBefore } of deps.additions.retained)
    await removeBefore(deps.db, endOf(rule, now));
  await deps.files.forgetRemoved(deps.db);
  const { orphans, removed, unfinished, refusal } = await deps.storeOwnership.sweep();
  if (removed > 0) deps.log.info({ event: 'storage.orphans_removed', count: removed });
  if (unfinished > 0) deps.log.info({ event: 'storage.partial_files_found', count: unfinished });
  if (refusal !== null) {
    deps.log.warn({
      event: 'storage.orphans_left',
      count: orphans,
      reason: refusalSentence(refusal),
    });
  }
}

/** Removes received files, whole or in parts, that no call used for a day. */
export async function sweepUploads({
  clock,
  settings,
}: Pick<Deps, 'clock' | 'settings'>): Promise<void> {
  const before = clock.now().getTime() - dayMs;
  for (const folder of ['uploads', 'upload-parts'])
    await removeAbandonedUploads(path.join(settings.dataDir, folder), before);
}

/**
 * Sweeps this machine's upload folder every hour.
 * @returns stops it
 */
export function sweepUploadsHourly(deps: Pick<Deps, 'clock' | 'settings'>): () => void {
  const run = (): void => {
    // `/ready` reports an unreadable folder.
    sweepUploads(deps).catch(() => undefined);
  };
  run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
