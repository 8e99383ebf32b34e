import type { SimulateForm, SimulateNordevForm } from '@wasl/contracts';
import { simulateGeneral, simulateNordev } from '@wasl/premium';
import type {
  Details,
  GeneralDetails,
  GeneralResult,
  GeneralRuleSet,
  NordevResult,
  NordevRuleSet,
  Scheme,
} from '@wasl/premium';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { formFaults } from './form-faults.ts';
import { ruleSets } from './rule-sets.ts';
import { simulationsRepository } from './simulations.repository.ts';

export type SimulationsDeps = Pick<Deps, 'db' | 'clock' | 'limits'>;

/** A result with the id of its stored simulation. */
export interface SavedResult<R, D> {
  readonly id: number;
  readonly result: R;
  readonly details: D;
}

/** Both simulators: they read the rule set in force today, calculate, and store the simulation for its report. */
export function simulationsService({ db, clock, limits }: SimulationsDeps) {
  const repository = simulationsRepository(db);
  const rules = ruleSets({ db, clock });

  async function save<R extends object, D>(
    scheme: Scheme,
    actor: Actor,
    ruleSetId: number,
    input: object,
    { result, details }: Pick<SavedResult<R, D>, 'result' | 'details'>,
  ): Promise<SavedResult<R, D>> {
    const id = await repository.insert({
      scheme,
      ownerId: actor.userId,
      ruleSetId,
      input,
      result: { ...result, details },
      createdAt: clock.now(),
    });
    return { id, result, details };
  }

  return {
    /**
     * @throws ApiError INVALID_INPUT with every invalid field, NOT_ELIGIBLE with the missing conditions of each route
     * in `details`, TOO_MANY_REQUESTS above the hour's quota
     */
    async simulate(
      actor: Actor,
      form: SimulateForm,
    ): Promise<SavedResult<GeneralResult, GeneralDetails>> {
      await limits.consume('simulation', { account: actor.userId });
      const { id: ruleSetId, ruleSet } = await rules.general();
      const outcome = simulateGeneral(form, ruleSet);
      if (outcome.kind === 'invalid') throw formFaults('general', outcome.issues);
      if (outcome.kind === 'refused') {
        throw new ApiError('NOT_ELIGIBLE', { details: outcome.refusal });
      }
      return await save('general', actor, ruleSetId, form, outcome);
    },

    /** @throws ApiError INVALID_INPUT with every invalid field, TOO_MANY_REQUESTS above the hour's quota */
    async simulateNordev(
      actor: Actor,
      form: SimulateNordevForm,
    ): Promise<SavedResult<NordevResult, Details>> {
      await limits.consume('simulation', { account: actor.userId });
      const { id: ruleSetId, ruleSet } = await rules.nordev();
      const outcome = simulateNordev(form, ruleSet);
      if (outcome.kind === 'invalid') throw formFaults('nordev', outcome.issues);
      return await save('nordev', actor, ruleSetId, form, outcome);
    },

    async rulesInForce(scheme: Scheme): Promise<GeneralRuleSet | NordevRuleSet> {
      const { ruleSet } = await (scheme === 'general' ? rules.general() : rules.nordev());
      return ruleSet;
    },
  };
}
