import type { Accesses } from '../auth/accesses.repository.ts';
import type { Sealing } from '../auth/sealing.ts';
import type { Db } from '../database/db.ts';
import type { PluginQueue } from '../jobs/queues.repository.ts';
import type { PluginMail } from '../mail/define-mail.ts';
import type { PluginRetention } from '../jobs/retention.ts';

/** Encrypted secrets in a plugin's rows. */
export interface SealedRows {
  /** Name in the output of `secret reseal`. */
  readonly what: string;
  /** Encrypts them again with the current secret. @returns how many, and how many no secret opens */
  readonly reseal: (
    db: Db,
    sealing: Sealing,
  ) => Promise<{ readonly sealed: number; readonly lost: number }>;
  /** What happens with lost secrets: the end of a sentence. */
  readonly afterLoss: string;
}

/** Rows of a plugin about a person (law 09-08). */
export interface PersonalRows {
  /** Members of the file with all data about the person; no secrets. */
  readonly read: (db: Db, userId: string) => Promise<object>;
  readonly erase: (tx: Db, userId: string) => Promise<void>;
  /** Moves what another account of the same person takes over. Its own rows win. `erase` of `from` follows. */
  readonly move: (tx: Db, from: string, to: string) => Promise<void>;
  /** Columns with people, such as `phone_messages.user_id`, which this answers for. */
  readonly columns: readonly string[];
}

/** What plugins add to lists of the core. */
export interface Additions {
  readonly queues: readonly PluginQueue[];
  /** Mails of plugins, so that waiting rows can be composed. */
  readonly mails: readonly PluginMail<never>[];
  readonly retained: readonly PluginRetention[];
  readonly accesses: readonly Accesses[];
  readonly sealed: readonly SealedRows[];
  readonly personal: readonly PersonalRows[];
}

export const noAdditions: Additions = {
  queues: [],
  mails: [],
  retained: [],
  accesses: [],
  sealed: [],
  personal: [],
};
