import {
  administratorActsRepository,
  type AdministratorWord,
} from '../../platform/database/administrator-acts.repository.ts';
import { inTransaction } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { referenceRepository } from './reference.repository.ts';

const decisions = {
  approve: { write: 'shareService', kind: 'SERVICE_APPROVED', event: 'admin.service_approved' },
  refuse: { write: 'refuseService', kind: 'SERVICE_REFUSED', event: 'admin.service_refused' },
} as const;

/** Decisions of administrators on proposed services. Each act is recorded with its author. */
export function serviceApprovalService({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>) {
  async function decide(
    decision: keyof typeof decisions,
    code: string,
    { by, reason }: AdministratorWord,
  ): Promise<boolean> {
    const { write, kind, event } = decisions[decision];
    return await inTransaction(db, async (tx) => {
      const partnerId = await referenceRepository(tx)[write](code);
      if (partnerId === undefined) return false;
      const word = { by, reason: reason === null ? code : `${code}: ${reason}` };
      await administratorActsRepository(tx).record(kind, { partnerId }, word, clock.now());
      log.info({ event, code, by: 'administrator' });
      return true;
    });
  }

  return {
    /** Makes a proposed service shared. @returns false when no such service awaits approval */
    approve: async (code: string, word: AdministratorWord) => await decide('approve', code, word),

    /** Makes a proposed service unavailable. @returns false when no such service awaits approval */
    refuse: async (code: string, word: AdministratorWord & { readonly reason: string }) =>
      await decide('refuse', code, word),
  };
}
