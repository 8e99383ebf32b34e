import type { Accesses } from '../auth/accesses.repository.ts';
import type { Sealing } from '../auth/sealing.ts';
import type { Db } from '../database/db.ts';
import type { PluginQueue } from '../jobs/queues.repository.ts';
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

export interface Additions {
  readonly queues: readonly PluginQueue[];
  readonly retained: readonly PluginRetention[];
  readonly accesses: readonly Accesses[];
  readonly sealed: readonly SealedRows[];
}

export const noAdditions: Additions = { queues: [], retained: [], accesses: [], sealed: [] };
