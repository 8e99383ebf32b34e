import { dayOf } from '@wasl/contracts';
import type { GeneralRuleSet, NordevRuleSet, RuleSet } from '@wasl/premium';
import { generalRuleSetSchema, nordevRuleSetSchema } from '@wasl/premium/schema';

import type { Clock } from '../../platform/program/clock.ts';
import type { Db } from '../../platform/database/db.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { simulationsRepository, type RuleSetRow } from './simulations.repository.ts';

/** A rule set with the id of its row. */
export interface Stored<R extends RuleSet> {
  readonly id: number;
  readonly ruleSet: R;
}

/** A row as its file was: the members that the schema knows. */
function fileOf({ scheme, version, validFrom, source, rules }: RuleSetRow): unknown {
  return { scheme, version, validFrom: validFrom.toISOString().slice(0, 10), source, rules };
}

/** The rule set of a row. @throws ZodError for a row that is no rule set of the general scheme */
export function readGeneralRuleSet(row: RuleSetRow): GeneralRuleSet {
  return generalRuleSetSchema.parse(fileOf(row));
}

/** The rule set of a row. @throws ZodError for a row that is no rule set of NORDEV */
export function readNordevRuleSet(row: RuleSetRow): NordevRuleSet {
  return nordevRuleSetSchema.parse(fileOf(row));
}

/** Rule sets in force by the clock's day in Morocco. A row is never edited, so each is read, and checked by its schema, once. */
export function ruleSets({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  const repository = simulationsRepository(db);
  const generalById = new Map<number, GeneralRuleSet>();
  const nordevById = new Map<number, NordevRuleSet>();

  async function inForce<R extends RuleSet>(
    scheme: R['scheme'],
    known: Map<number, R>,
    read: (row: RuleSetRow) => R,
  ): Promise<Stored<R>> {
    const id = await repository.idInForce(scheme, dayOf(clock.now()));
    if (id === null) {
      throw new ApiError('UNAVAILABLE', {
        cause: new Error(`No ${scheme} rule set is in force: seed one`),
      });
    }
    const ruleSet = known.get(id) ?? read(await repository.ruleSet(id));
    known.set(id, ruleSet);
    return { id, ruleSet };
  }

  return {
    /** @throws ApiError UNAVAILABLE where none is in force */
    general: () => inForce('general', generalById, readGeneralRuleSet),
    /** @throws ApiError UNAVAILABLE where none is in force */
    nordev: () => inForce('nordev', nordevById, readNordevRuleSet),
  };
}
