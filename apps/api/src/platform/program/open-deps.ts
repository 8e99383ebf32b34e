import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { passwords } from '../auth/passwords.ts';
import { rateLimits } from '../auth/rate-limits.ts';
import { sealing } from '../auth/sealing.ts';
import { storedSecret } from '../auth/secret.ts';
import { sessionTokens } from '../auth/session-tokens.ts';
import { createChanges } from '../database/changes.ts';
import { noAdditions, type Additions } from './additions.ts';
import { systemClock, type Clock } from './clock.ts';
import { openDatabaseWithPool, openPool, type Pool } from '../database/db.ts';
import type { Deps } from './deps.ts';
import type { Settings } from '../settings/env.ts';
import { loadWords } from '../i18n/words.ts';
import { enableCache } from '../database/cached.ts';
import { createLogger, type Logger } from './logger.ts';
import { createOutbox } from '../mail/outbox.ts';
import type { StandIn } from '../mail/stand-in.ts';
import type { OutboxSender, PluginWorker } from '../queue/queue-worker.ts';
import { mailSender } from '../mail/sender.ts';
import { folderTransport, smtpTransport } from '../mail/transport.ts';
import { openPdfCheck } from '../pdf-check/pdf-check.ts';
import { openReads, type ReadKind, type ReadLimits } from '../database/reads.repository.ts';
import { listenTo, noSignals } from '../database/signals.ts';
import { unsubscribeTokens } from '../mail/unsubscribe-tokens.ts';
import { createFiles } from '../storage/files.ts';
import { createStoreOwnership } from '../storage/store-ownership.ts';
import { openStorage } from '../storage/open-storage.ts';
import { createScanning, type Scanning } from '../storage/scanning.ts';
import type { Scanner } from '../storage/scanner.ts';
import type { Storage } from '../storage/storage.ts';
import { createThreads } from '../threads/threads.ts';

const bcryptCost = 12;

/** Folder of mails without an SMTP server. */
export function mailFolder(settings: Settings): string {
  return path.join(settings.dataDir, 'mail');
}

export interface OpenDeps {
  readonly deps: Deps;
  /** Mail sender; idle until it is started or called. */
  readonly sender: OutboxSender;
  /** Those of plugins by the plugins' names; likewise. */
  readonly workers: Readonly<Record<string, PluginWorker>>;
  /** Virus scanning of stored files, idle until started. Null without {@link PluginParts.scanner}. */
  readonly scanning: Scanning | null;
  /** Connection pools of this process by purpose. */
  readonly pools: Readonly<Record<string, Pool>>;
  readonly close: () => Promise<void>;
}

export interface PluginParts {
  /** Scans stored files; without one no file is scanned. */
  readonly scanner: Scanner | undefined;
  readonly standIn: StandIn | undefined;
  readonly additions: Additions;
  readonly workers: (deps: Deps) => Readonly<Record<string, PluginWorker>>;
}

export interface OpenOptions {
  readonly plugins?: PluginParts;
  readonly log?: Logger;
  readonly clock?: Clock;
  /** Lower in tests only. */
  readonly passwordCost?: number;
  /** If true, mails leave only through `sendDue`, and scans run only through `scanWaiting`. */
  readonly isMailPaused?: boolean;
  /** Subscribes to changes and caches frequent reads, as servers do. Otherwise every read goes to the database. */
  readonly isListening?: boolean;
  /** Uses one connection for everything and waits for it, in a check of a database that is busy. */
  readonly isOneConnection?: boolean;
  /** Waits the milliseconds that slow down guessing; tests only record them. */
  readonly pause?: (ms: number) => Promise<void>;
  /** Fewer connections for reads, in tests only. */
  readonly readLimits?: Readonly<Record<Exclude<ReadKind, 'own' | 'report'>, ReadLimits>>;
  /** Wraps the store, for tests with a slow or failing one. */
  readonly aroundStorage?: (storage: Storage) => Storage;
}

/** Creates the dependencies on real services, for the server, the scripts and the tests. */
export async function openDeps(settings: Settings, options: OpenOptions = {}): Promise<OpenDeps> {
  const log = options.log ?? createLogger(settings.logLevel);
  const clock = options.clock ?? systemClock;
  const secret = settings.jwtSecret ?? (await storedSecret(settings.dataDir));
  const opened = await openStorage(settings.storageUrl);
  const storage = options.aroundStorage?.(opened) ?? opened;
  const words = await loadWords();
  const isPooled = settings.isPooledByTransaction;
  const isOne = options.isOneConnection === true;
  const { db, pool: writes } = openDatabaseWithPool(
    settings.databaseUrl,
    isPooled,
    isOne ? { max: 1, waitMs: 20_000 } : undefined,
  );
  const pool = isOne ? writes : openPool(settings.databaseUrl, { isPooledByTransaction: isPooled });
  // The pool replaces a connection that the server closes while idle.
  pool.on('error', (error) => log.warn({ event: 'db.connection_lost', err: error }));
  const reads = openReads(
    db,
    {
      url: settings.databaseUrl,
      reportUrl: settings.databaseReadUrl,
      isPooledByTransaction: isPooled,
    },
    log,
    options.readLimits,
  );
  const signals = options.isListening === true ? listenTo(settings.listenUrl, log) : noSignals;
  enableCache(db, signals);
  const changes = createChanges(signals);
  const transport =
    settings.smtpUrl === null
      ? folderTransport(mailFolder(settings), () => clock.now())
      : smtpTransport(settings.smtpUrl, { tls: settings.smtpTls });
  const unsubscribing = unsubscribeTokens(secret, clock, settings.jwtSecretAlso);
  const seals = sealing(secret, settings.jwtSecretAlso);
  const sender = mailSender({
    db,
    clock,
    log,
    transport,
    from: settings.mailFrom,
    unsubscribing,
    sealing: seals,
    publicUrl: settings.publicUrl,
    ofPlugins: options.plugins?.additions.mails ?? [],
  });
  let workers: OpenDeps['workers'] = {};
  const wakeOutboxes = (): void => {
    if (options.isMailPaused === true) return;
    sender.wake();
    for (const { wakesOn, wake } of Object.values(workers)) if (wakesOn === 'mail') wake();
  };
  const standIn = options.plugins?.standIn;
  const threads = createThreads(log);
  const pdfCheck = openPdfCheck(log);
  const storeOwnership = createStoreOwnership({ db, storage, clock, log });
  const scanning =
    options.plugins?.scanner === undefined
      ? null
      : createScanning({ db, storage, log, scanner: options.plugins.scanner });
  const deps: Deps = {
    settings,
    log,
    clock,
    pause: options.pause ?? (async (ms) => await delay(ms)),
    db,
    pool,
    signals,
    changes,
    words,
    tokens: sessionTokens(secret, clock, settings.jwtSecretAlso),
    sealing: seals,
    passwords: passwords(options.passwordCost ?? bcryptCost),
    limits: rateLimits(pool, settings.rateLimitFactor, {
      importUnknownPeople: settings.importUnknownPeoplePerDay,
    }),
    mail: createOutbox({
      wake: wakeOutboxes,
      mergeMinutes: settings.mailMergeMinutes,
      standIn: standIn?.isOffered(settings) === true ? standIn : undefined,
      sealing: seals,
      administrator: { email: settings.adminEmail, log },
    }),
    wakeOutboxes,
    unsubscribing,
    storage,
    storeOwnership,
    threads,
    pdfCheck,
    files: createFiles(
      storage,
      clock,
      storeOwnership,
      settings.mostFiles,
      scanning === null
        ? null
        : () => {
            if (options.isMailPaused !== true) scanning.wake();
          },
    ),
    additions: options.plugins?.additions ?? noAdditions,
  };
  workers = options.plugins?.workers(deps) ?? {};
  return {
    deps,
    sender,
    workers,
    scanning,
    pools: { write: writes, ...reads.pools, plain: pool },
    close: async () => {
      changes.close();
      await scanning?.stop();
      await sender.stop();
      for (const worker of Object.values(workers)) await worker.stop();
      await threads.close();
      await pdfCheck.close();
      await signals.close();
      await reads.close();
      await db.$disconnect();
      if (!isOne) await pool.end();
    },
  };
}
