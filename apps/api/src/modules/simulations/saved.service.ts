import type { RuleSet } from '@wasl/premium';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { savedSimulationsRepository, type SavedRow, type ListedRow } from './saved.repository.ts';
import { readRuleSet } from './rule-sets.ts';

type SavedSimulationsDeps = Pick<Deps, 'db' | 'clock' | 'limits'>;

export interface Opened {
  readonly row: SavedRow;
  readonly form: Readonly<Record<string, unknown>>;
  readonly result: Readonly<Record<string, unknown>>;
  readonly details: Readonly<Record<string, unknown>>;
  readonly ruleSet: RuleSet;
  /** The end of a valid link. */
  readonly sharedUntil: Date | null;
}

type Stored = Readonly<Record<string, unknown>>;

/** The saved simulations of a person. Simulations of other people are not found. */
export function savedSimulationsService({ db, clock, limits }: SavedSimulationsDeps) {
  const repository = savedSimulationsRepository(db);

  return {
    async list(actor: Actor): Promise<ListedRow[]> {
      return await repository.list(actor, clock.now());
    },

    /** @throws ApiError NOT_FOUND */
    async open(actor: Actor, id: number): Promise<Opened> {
      const row = await repository.find(actor, id);
      if (row === null) throw new ApiError('NOT_FOUND');
      const { details, ...result } = row.result as { details: Stored } & Stored;
      const ruleSet = readRuleSet(row.ruleSet);
      const until = row.share?.expiresAt ?? null;
      const sharedUntil = until !== null && until > clock.now() ? until : null;
      return { row, form: row.input as Stored, result, details, ruleSet, sharedUntil };
    },

    /** @throws ApiError NOT_FOUND */
    async rename(actor: Actor, id: number, name: string): Promise<void> {
      if (!(await repository.rename(actor, id, name))) throw new ApiError('NOT_FOUND');
    },

    /** @throws ApiError NOT_FOUND, TOO_MANY_REQUESTS above the hour's quota of simulations */
    async copy(actor: Actor, id: number, name: string): Promise<number> {
      await limits.consume('simulation', { account: actor.userId });
      const row = await repository.find(actor, id);
      if (row === null) throw new ApiError('NOT_FOUND');
      return await repository.copy(actor, row, name, clock.now());
    },

    /** @throws ApiError NOT_FOUND */
    async remove(actor: Actor, id: number): Promise<void> {
      if (!(await repository.remove(actor, id))) throw new ApiError('NOT_FOUND');
    },
  };
}
