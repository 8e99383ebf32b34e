import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { passwords } from './auth/passwords.ts';
import { rateLimits } from './auth/rate-limits.ts';
import { sealing } from './auth/sealing.ts';
import { keptSecret } from './auth/secret.ts';
import { sessionTokens } from './auth/session-tokens.ts';
import { systemClock, type Clock } from './clock.ts';
import { openDatabase, openPool } from './db.ts';
import type { Deps } from './deps.ts';
import type { Settings } from './env.ts';
import { loadWords } from './i18n/words.ts';
import { keepReadings } from './kept.ts';
import { createLogger, type Logger } from './logger.ts';
import { createOutbox } from './mail/outbox.ts';
import { mailSender, type MailSender } from './mail/sender.ts';
import { folderTransport, smtpTransport } from './mail/transport.ts';
import { openReads, type ReadKind, type ReadLimits } from './reads.repository.ts';
import { listenTo, noSignals } from './signals.ts';
import { unsubscribeTokens } from './mail/unsubscribe-tokens.ts';
import { clamdScanner } from './storage/clamd.ts';
import { createFiles } from './storage/files.ts';
import { createStoreKeeper } from './storage/keeper.ts';
import { openStorage } from './storage/open-storage.ts';
import { createScanning, type Scanning } from './storage/scanning.ts';
import type { Storage } from './storage/storage.ts';
import { createThreads } from './threads/threads.ts';

const bcryptCost = 12;

/** The folder where mails are written when no SMTP server is configured. */
export function mailFolder(settings: Settings): string {
  return path.join(settings.dataDir, 'mail');
}

export interface OpenDeps {
  readonly deps: Deps;
  /** Sends the outbox; nothing is sent until it is started or asked. */
  readonly sender: MailSender;
  /** Has stored files scanned; it sleeps until started. Null where no scanner is configured. */
  readonly scanning: Scanning | null;
  readonly close: () => Promise<void>;
}

export interface OpenOptions {
  readonly log?: Logger;
  readonly clock?: Clock;
  /** Lower in tests only. */
  readonly passwordCost?: number;
  /** Mails leave when `sendDue` is called and not by themselves; files are scanned when `scanWaiting` is. */
  readonly isMailHeld?: boolean;
  /**
   * Listens to what changes in the database and keeps what is read often until then, as a process that serves people does.
   * Otherwise everything is read anew each time.
   */
  readonly isListening?: boolean;
  /** Waits the milliseconds that make guessing slow; tests note them instead. */
  readonly pause?: (ms: number) => Promise<void>;
  /** Fewer connections for reads, in tests only. */
  readonly readLimits?: Readonly<Record<ReadKind, ReadLimits>>;
  /** Stands around the store, in tests that need a slow or a failing one. */
  readonly aroundStorage?: (storage: Storage) => Storage;
}

/** Everything the modules are made from, on real services: for the server, the scripts and the tests. */
export async function openDeps(settings: Settings, options: OpenOptions = {}): Promise<OpenDeps> {
  const log = options.log ?? createLogger(settings.logLevel);
  const clock = options.clock ?? systemClock;
  const secret = settings.jwtSecret ?? (await keptSecret(settings.dataDir));
  const opened = await openStorage(settings.storageUrl);
  const storage = options.aroundStorage?.(opened) ?? opened;
  const words = await loadWords();
  const isPooled = settings.databasePooler === 'transaction';
  const db = openDatabase(settings.databaseUrl, isPooled);
  const pool = openPool(settings.databaseUrl, { isPooledByTransaction: isPooled });
  // A connection that the server ends while idle is replaced at the next query.
  pool.on('error', (error) => {
    log.warn({ event: 'database connection lost', err: error });
  });
  const reads = openReads(
    db,
    { url: settings.databaseUrl, isPooledByTransaction: isPooled },
    log,
    options.readLimits,
  );
  const signals =
    options.isListening === true && settings.listenUrl !== null
      ? listenTo(settings.listenUrl, log)
      : noSignals;
  keepReadings(db, signals);
  const transport =
    settings.smtpUrl === null
      ? folderTransport(mailFolder(settings), () => clock.now())
      : smtpTransport(settings.smtpUrl, { tls: settings.smtpTls });
  const unsubscribing = unsubscribeTokens(secret, clock);
  const seals = sealing(secret);
  const sender = mailSender({
    db,
    clock,
    log,
    transport,
    from: settings.mailFrom,
    unsubscribing,
    sealing: seals,
    unsubscribeEmail: settings.mailUnsubscribe,
    publicUrl: settings.publicUrl,
  });
  const threads = createThreads(log);
  const storeKeeper = createStoreKeeper({ db, storage, clock, log });
  const scanning =
    settings.scannerUrl === null
      ? null
      : createScanning({ db, storage, log, scanner: clamdScanner(settings.scannerUrl) });
  return {
    deps: {
      settings,
      log,
      clock,
      pause: options.pause ?? (async (ms) => await delay(ms)),
      db,
      pool,
      signals,
      words,
      tokens: sessionTokens(secret, clock),
      sealing: seals,
      passwords: passwords(options.passwordCost ?? bcryptCost),
      limits: rateLimits(pool, settings.rateLimitFactor),
      mail: createOutbox({
        wake: () => {
          if (options.isMailHeld !== true) sender.wake();
        },
        mergeMinutes: settings.mailMergeMinutes,
        sealing: seals,
        administrator: { email: settings.adminEmail, log },
      }),
      unsubscribing,
      storage,
      storeKeeper,
      threads,
      files: createFiles(
        storage,
        clock,
        storeKeeper,
        scanning === null
          ? null
          : () => {
              if (options.isMailHeld !== true) scanning.wake();
            },
      ),
    },
    sender,
    scanning,
    close: async () => {
      await scanning?.stop();
      await sender.stop();
      await threads.close();
      await signals.close();
      await reads.close();
      await db.$disconnect();
      await pool.end();
    },
  };
}
