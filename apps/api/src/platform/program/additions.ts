import type { Accesses } from '../auth/accesses.repository.ts';
import type { Sealing } from '../auth/sealing.ts';
import type { Db } from '../database/db.ts';
import type { PluginQueue } from '../jobs/queues.repository.ts';
import type { PluginRetention } from '../jobs/retention.ts';

/** Secrets in rows of a plugin, sealed with the token secret. */
export interface SealedRows {
  /** As `secret reseal` names them. */
  readonly what: string;
  /** Seals them again with the secret of now. @returns how many, and how many no secret opens */
  readonly reseal: (
    db: Db,
    sealing: Sealing,
  ) => Promise<{ readonly sealed: number; readonly lost: number }>;
  /** What happens with those that are lost: the end of a sentence. */
  readonly afterLoss: string;
}

/** What plugins add to lists of the core. */
export interface Additions {
  readonly queues: readonly PluginQueue[];
  readonly retained: readonly PluginRetention[];
  readonly accesses: readonly Accesses[];
  readonly sealed: readonly SealedRows[];
}

export const noAdditions: Additions = { queues: [], retained: [], accesses: [], sealed: [] };
