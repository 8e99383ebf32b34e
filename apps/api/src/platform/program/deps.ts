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
import type { StoreKeeper } from '../storage/keeper.ts';
import type { Storage } from '../storage/storage.ts';
import type { Threads } from '../threads/threads.ts';

/** What the modules are made from. A module's function takes the few of them it needs (`Pick<Deps, …>`). */
export interface Deps {
  readonly settings: Settings;
  readonly log: Logger;
  readonly clock: Clock;
  /** Waits; a test only notes how long. */
  readonly pause: (ms: number) => Promise<void>;
  readonly db: PrismaClient;
  /** A few plain connections beside Prisma's: rate limits and health. */
  readonly pool: Pool;
  /** Tells what has changed, so that what was read may be kept until then. */
  readonly signals: Signals;
  /** Tells open pages what has changed. */
  readonly changes: Changes;
  readonly words: Words;
  readonly tokens: SessionTokens;
  readonly passwords: Passwords;
  readonly sealing: Sealing;
  readonly limits: RateLimits;
  readonly mail: Outbox;
  /** Has messages to telephones looked for after a commit: a code that somebody waits for. */
  readonly wakePhones: () => void;
  /** Links in mails that turn their kind off. */
  readonly unsubscribing: UnsubscribeTokens;
  readonly storage: Storage;
  readonly files: Files;
  /** Documents are drawn in them. */
  readonly threads: Threads;
  readonly storeKeeper: StoreKeeper;
  readonly pdfCheck: PdfCheck;
  readonly additions: Additions;
}
