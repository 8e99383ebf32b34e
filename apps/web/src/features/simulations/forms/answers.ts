import type { Endpoints, ResponseOf } from '@wasl/contracts';
import type {
  Details,
  GeneralDetails,
  GeneralResult,
  GeneralRuleSet,
  NordevResult,
  NordevRuleSet,
} from '@wasl/premium';

/** What a simulation came to by which rules, and the number it is kept under; null where nothing is kept. */
export interface Answer<R, D, S> {
  readonly id: number | null;
  readonly result: R;
  readonly details: D;
  readonly ruleSet: S;
}
export type GeneralAnswer = Answer<GeneralResult, GeneralDetails, GeneralRuleSet>;
export type NordevAnswer = Answer<NordevResult, Details, NordevRuleSet>;

/** The answer of `/simulate`. Its details are the module's own. */
export function generalAnswerOf(
  data: ResponseOf<Endpoints['simulate']>,
  ruleSet: GeneralRuleSet,
): GeneralAnswer {
  const { simulationPrimeId: id, details, ...result } = data;
  return { id, result, details: details as GeneralDetails, ruleSet };
}

/** The answer of `/simulate-nordev`. */
export function nordevAnswerOf(
  data: ResponseOf<Endpoints['simulateNordev']>['data'],
  ruleSet: NordevRuleSet,
): NordevAnswer {
  const { simulationPrimeNordevId: id, details, ...result } = data;
  return { id, result, details: details as Details, ruleSet };
}

/** A simulation as it was kept. */
export type Kept = ResponseOf<Endpoints['getSimulation']>;

/** A kept general simulation as it was computed then, by the rules of then. Both are the module's own. */
export function keptGeneralAnswer({ id, result, details, ruleSet }: Kept): GeneralAnswer {
  return { id, result, details, ruleSet } as unknown as GeneralAnswer;
}

/** The same of NORDEV. */
export function keptNordevAnswer({ id, result, details, ruleSet }: Kept): NordevAnswer {
  return { id, result, details, ruleSet } as unknown as NordevAnswer;
}

/** A kept form as its fields hold it: answers in their words. */
export function answersInWords(form: Kept['form']): Kept['form'] {
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? (value ? 'Oui' : 'Non') : value,
    ]),
  );
}
