import type { Endpoints, ResponseOf } from '@wasl/contracts';
import type {
  Details,
  GeneralDetails,
  GeneralResult,
  GeneralRuleSet,
  NordevResult,
  NordevRuleSet,
} from '@wasl/premium';

/** Result of a simulation with its rules, and the id under which it is saved; null when not saved. */
export interface Answer<R, D, S> {
  readonly id: number | null;
  readonly result: R;
  readonly details: D;
  readonly ruleSet: S;
}
export type GeneralAnswer = Answer<GeneralResult, GeneralDetails, GeneralRuleSet>;
export type NordevAnswer = Answer<NordevResult, Details, NordevRuleSet>;

/** Converts the answer of `/simulate`. Its details have the types of the premium package. */
export function generalAnswerOf(
  data: ResponseOf<Endpoints['simulate']>,
  ruleSet: GeneralRuleSet,
): GeneralAnswer {
  const { simulationPrimeId: id, details, ...result } = data;
  return { id, result, details: details as GeneralDetails, ruleSet };
}

/** Converts the answer of `/simulate-nordev`. */
export function nordevAnswerOf(
  data: ResponseOf<Endpoints['simulateNordev']>['data'],
  ruleSet: NordevRuleSet,
): NordevAnswer {
  const { simulationPrimeNordevId: id, details, ...result } = data;
  return { id, result, details: details as Details, ruleSet };
}

export type SavedSimulation = ResponseOf<Endpoints['getSimulation']>;

/** A saved general simulation with its original result and rules, both in the types of the premium package. */
export function savedGeneralAnswer({
  id,
  result,
  details,
  ruleSet,
}: SavedSimulation): GeneralAnswer {
  return { id, result, details, ruleSet } as unknown as GeneralAnswer;
}

/** The same for NORDEV. */
export function savedNordevAnswer({ id, result, details, ruleSet }: SavedSimulation): NordevAnswer {
  return { id, result, details, ruleSet } as unknown as NordevAnswer;
}

/** Converts a saved form to field values: booleans become Oui and Non. */
export function toFieldValues(form: SavedSimulation['form']): SavedSimulation['form'] {
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? (value ? 'Oui' : 'Non') : value,
    ]),
  );
}
