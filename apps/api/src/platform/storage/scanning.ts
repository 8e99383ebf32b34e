import { inTransaction, type Db, type PrismaClient } from '../database/db.ts';
import type { Logger } from '../program/logger.ts';
import { now } from '../queue/queue.repository.ts';
import { queueWorker, type QueueWorker } from '../queue/queue-worker.ts';
import { filesRepository, type StoredFile } from './files.repository.ts';
import { NoVerdict, type Scanner } from './scanner.ts';
import { StoredFileMissing, type Storage } from './storage.ts';

/** Until the scanner has a file again on which it had no verdict. */
const pauseSeconds = 15;

/** Has stored files scanned after their upload; until then, and while the scanner is away, they are not served. */
export interface Scanning extends Pick<QueueWorker, 'wake' | 'start' | 'stop'> {
  /**
   * Scans all that wait; a file on which the scanner has no verdict goes on waiting and keeps no other from its turn.
   * @throws when the scanner is away; what it has scanned stays scanned
   */
  scanWaiting(): Promise<void>;
  /** Runs with each file that turns out to be infected, in the transaction that says so: once for each. */
  onInfected(tell: NotifyInfected): void;
}

/** Notifies the owner of an infected file. */
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

  const scanOne = async ({ id, key }: { id: number; key: string }): Promise<void> => {
    let virus: string | null;
    try {
      virus = await scanner.scan(await storage.open(key));
    } catch (error) {
      if (error instanceof NoVerdict) {
        log.warn({ event: 'file.scan_failed', fileId: id, err: error });
        await files.scanLater(id, pauseSeconds);
        return;
      }
      // Its bytes are gone: there is nothing to serve and nothing to scan.
      if (!(error instanceof StoredFileMissing)) {
        await files.scanLater(id, 0);
        throw error;
      }
      virus = null;
    }
    await inTransaction(deps.db, async (tx) => {
      const isNews = await filesRepository(tx).markScanned(
        id,
        virus === null ? 'CLEAN' : 'INFECTED',
      );
      if (isNews && virus !== null) await notifyInfected(tx, id);
    });
    if (virus !== null) log.warn({ event: 'file.quarantined', fileId: id, virus });
  };

  const { runDue, ...worker } = queueWorker<Pick<StoredFile, 'id' | 'key'>>(deps, {
    name: 'scans',
    table: 'stored_files',
    now: () => now,
    // The scanner has one file at a time from each process.
    atOnce: 1,
    take: async (lease, limit) => await files.takeForScan(lease, limit),
    work: scanOne,
  });
  return {
    ...worker,
    scanWaiting: runDue,
    onInfected: (tell) => {
      notifyInfected = tell;
    },
  };
}
