import { dayOf } from '@wasl/contracts';
import type { GeneralRuleSet, NordevRuleSet, RuleSet } from '@wasl/premium';
import { generalRuleSetSchema, nordevRuleSetSchema, ruleSetSchema } from '@wasl/premium/schema';

import type { Clock } from '../../platform/program/clock.ts';
import type { Db } from '../../platform/database/db.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { simulationsRepository, type RuleSetRow } from './simulations.repository.ts';

export interface Stored<R extends RuleSet> {
  readonly id: number;
  readonly ruleSet: R;
}

/** The content of a row's file: the members of the schema. */
function fileOf({ scheme, version, validFrom, source, rules }: RuleSetRow): unknown {
  return { scheme, version, validFrom: validFrom.toISOString().slice(0, 10), source, rules };
}

/** Parses the rule set of a row. @throws ZodError for a row that is not a rule set of its scheme */
export function readRuleSet(row: RuleSetRow): RuleSet {
  return ruleSetSchema.parse(fileOf(row));
}

/**
 * Rule sets in force on the clock's day in Morocco. Rows are never edited, so each is read and checked by its schema
 * once.
 */
export function ruleSets({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  const repository = simulationsRepository(db);
  const generalById = new Map<number, GeneralRuleSet>();
  const nordevById = new Map<number, NordevRuleSet>();

  async function inForce<R extends RuleSet>(
    scheme: R['scheme'],
    known: Map<number, R>,
    schema: { parse: (file: unknown) => R },
  ): Promise<Stored<R>> {
    const id = await repository.idInForce(scheme, dayOf(clock.now()));
    if (id === null) {
      throw new ApiError('UNAVAILABLE', {
        cause: new Error(`No ${scheme} rule set is in force: seed one`),
      });
    }
    const ruleSet = known.get(id) ?? schema.parse(fileOf(await repository.ruleSet(id)));
    known.set(id, ruleSet);
    return { id, ruleSet };
  }

  return {
    /** @throws ApiError UNAVAILABLE when none is in force */
    general: () => inForce('general', generalById, generalRuleSetSchema),
    /** @throws ApiError UNAVAILABLE when none is in force */
    nordev: () => inForce('nordev', nordevById, nordevRuleSetSchema),
  };
}
