import { dayOf } from '@wasl/contracts';
import type { GeneralRuleSet, NordevRuleSet, RuleSet } from '@wasl/premium';
import { generalRuleSetSchema, nordevRuleSetSchema } from '@wasl/premium/schema';

import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { simulationsRepository, type RuleSetRow } from './simulations.repository.ts';

/** A rule set with the id of its row. */
export interface Stored<R extends RuleSet> {
  readonly id: number;
  readonly ruleSet: R;
}

/** A row as its file was: the members that the schema knows. */
export function fileOf({ scheme, version, validFrom, source, rules }: RuleSetRow): unknown {
  return { scheme, version, validFrom: validFrom.toISOString().slice(0, 10), source, rules };
}

/** Rule sets in force by the clock's day in Morocco. A row is never edited, so each is checked by its schema once. */
export function ruleSets({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  const repository = simulationsRepository(db);
  const checked = new Map<number, Stored<RuleSet>>();

  async function rowOf(scheme: RuleSet['scheme']): Promise<RuleSetRow> {
    const row = await repository.ruleSetInForce(scheme, dayOf(clock.now()));
    if (row) return row;
    throw new ApiError('UNAVAILABLE', {
      cause: new Error(`No ${scheme} rule set is in force: seed one`),
    });
  }

  return {
    /** @throws ApiError UNAVAILABLE where none is in force */
    async general(): Promise<Stored<GeneralRuleSet>> {
      const row = await rowOf('general');
      const known = checked.get(row.id);
      if (known?.ruleSet.scheme === 'general') return { id: row.id, ruleSet: known.ruleSet };
      const stored = { id: row.id, ruleSet: generalRuleSetSchema.parse(fileOf(row)) };
      checked.set(row.id, stored);
      return stored;
    },

    /** @throws ApiError UNAVAILABLE where none is in force */
    async nordev(): Promise<Stored<NordevRuleSet>> {
      const row = await rowOf('nordev');
      const known = checked.get(row.id);
      if (known?.ruleSet.scheme === 'nordev') return { id: row.id, ruleSet: known.ruleSet };
      const stored = { id: row.id, ruleSet: nordevRuleSetSchema.parse(fileOf(row)) };
      checked.set(row.id, stored);
      return stored;
    },
  };
}
