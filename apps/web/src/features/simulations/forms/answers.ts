import type { Endpoints, ResponseOf } from '@wasl/contracts';
import type { Details, GeneralDetails, GeneralResult, NordevResult } from '@wasl/premium';

/** What a simulation came to, and the number it is kept under; null where nothing is kept. */
export interface Answer<R, D> {
  readonly id: number | null;
  readonly result: R;
  readonly details: D;
}
export type GeneralAnswer = Answer<GeneralResult, GeneralDetails>;
export type NordevAnswer = Answer<NordevResult, Details>;

/** The answer of `/simulate`. Its details are the module's own. */
export function generalAnswerOf(data: ResponseOf<Endpoints['simulate']>): GeneralAnswer {
  const { simulationPrimeId: id, details, ...result } = data;
  return { id, result, details: details as GeneralDetails };
}

/** The answer of `/simulate-nordev`. */
export function nordevAnswerOf(
  data: ResponseOf<Endpoints['simulateNordev']>['data'],
): NordevAnswer {
  const { simulationPrimeNordevId: id, details, ...result } = data;
  return { id, result, details: details as Details };
}
