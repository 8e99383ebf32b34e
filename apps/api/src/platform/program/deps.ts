import type { Passwords } from '../auth/passwords.ts';
import type { RateLimits } from '../auth/rate-limits.ts';
import type { Sealing } from '../auth/sealing.ts';
import type { SessionTokens } from '../auth/session-tokens.ts';
import type { Changes } from '../database/changes.ts';
import type { Additions } from './additions.ts';
import type { Clock } from './clock.ts';
import type { Pool, PrismaClient } from '../database/db.ts';
import type { Settings } from '../settings/env.ts';
import type { Words } from '../i18n/words.ts';
import type { Logger } from './logger.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { Signals } from '../database/signals.ts';
import type { UnsubscribeTokens } from '../mail/unsubscribe-tokens.ts';
import type { PdfCheck } from '../pdf-check/pdf-check.ts';
import type { Files } from '../storage/files.ts';
import type { StoreOwnership } from '../storage/store-ownership.ts';
import type { Storage } from '../storage/storage.ts';
import type { Threads } from '../threads/threads.ts';

/** Dependencies of the modules. A module's function takes only those it needs (`Pick<Deps, …>`). */
export interface Deps {
  readonly settings: Settings;
  readonly log: Logger;
  readonly clock: Clock;
  /** Waits; tests only record the duration. */
  readonly pause: (ms: number) => Promise<void>;
  readonly db: PrismaClient;
  /** A small pool of plain connections for rate limits and health. */
  readonly pool: Pool;
  /** Change notifications, which invalidate caches. */
  readonly signals: Signals;
  /** Event streams of open pages. */
  readonly changes: Changes;
  readonly words: Words;
  readonly tokens: SessionTokens;
  readonly passwords: Passwords;
  readonly sealing: Sealing;
  readonly limits: RateLimits;
  readonly mail: Outbox;
  /** Has mails, and what plugins send in their place, looked for after a commit. */
  readonly wakeOutboxes: () => void;
  /** Links in mails that unsubscribe from their kind. */
  readonly unsubscribing: UnsubscribeTokens;
  readonly storage: Storage;
  readonly files: Files;
  /** Threads that draw documents. */
  readonly threads: Threads;
  readonly storeOwnership: StoreOwnership;
  readonly pdfCheck: PdfCheck;
  readonly additions: Additions;
}
