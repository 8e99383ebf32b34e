import { inTransaction, type Db, type PrismaClient } from '../database/db.ts';
import type { Logger } from '../program/logger.ts';
import { now } from '../queue/queue.repository.ts';
import { queueWorker, type QueueWorker } from '../queue/queue-worker.ts';
import { filesRepository, type FileToScan } from './files.repository.ts';
import { NoVerdict, type Scanner } from './scanner.ts';
import { StoredFileMissing, type Storage } from './storage.ts';

/** Delay before a file without a verdict is scanned again. */
const pauseSeconds = 15;

/** Scans stored files after their upload. Until then, and while the scanner is unavailable, they are not served. */
export interface Scanning extends Pick<QueueWorker, 'wake' | 'start' | 'stop'> {
  /**
   * Scans all waiting files. A file without a verdict stays waiting and does not block the others.
   * @throws when the scanner is unavailable; finished scans stay
   */
  scanWaiting(): Promise<void>;
  /** Registers a callback that runs once for each infected file, in the transaction that records it. */
  onInfected(notify: NotifyInfected): void;
}

export type NotifyInfected = (tx: Db, fileId: number) => Promise<void>;

export function createScanning(deps: {
  db: PrismaClient;
  storage: Storage;
  scanner: Scanner;
  log: Logger;
}): Scanning {
  const { storage, scanner, log } = deps;
  const files = filesRepository(deps.db);
  let notifyInfected: NotifyInfected = () => Promise.resolve();

  const scanOne = async ({ id, key, hasActiveContent }: FileToScan): Promise<void> => {
    let virus: string | null;
    try {
      virus = await scanner.scan(await storage.open(key));
    } catch (error) {
      if (error instanceof NoVerdict) {
        log.warn({ event: 'file.scan_failed', fileId: id, err: error });
        await files.scanLater(id, pauseSeconds);
        return;
      }
      // Its bytes are gone, so there is nothing to serve or scan.
      if (!(error instanceof StoredFileMissing)) {
        await files.scanLater(id, 0);
        throw error;
      }
      virus = null;
    }
    await inTransaction(deps.db, async (tx) => {
      const safe = hasActiveContent ? 'CAUTION' : 'CLEAN';
      const isNews = await filesRepository(tx).markScanned(id, virus === null ? safe : 'INFECTED');
      if (isNews && virus !== null) await notifyInfected(tx, id);
    });
    if (virus !== null) log.warn({ event: 'file.quarantined', fileId: id, virus });
  };

  const { runDue, ...worker } = queueWorker<FileToScan>(deps, {
    name: 'scans',
    table: 'stored_files',
    now: () => now,
    // The scanner gets one file at a time from each process.
    atOnce: 1,
    take: async (lease, limit) => await files.takeForScan(lease, limit),
    work: scanOne,
  });
  return {
    ...worker,
    scanWaiting: runDue,
    onInfected: (notify) => {
      notifyInfected = notify;
    },
  };
}
