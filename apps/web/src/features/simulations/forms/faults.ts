import type { ValidationKey } from '@wasl/contracts';
import type { IssueCode } from '@wasl/premium';
import { toNestErrors } from '@hookform/resolvers';
import type { FieldError, FieldValues, Resolver } from 'react-hook-form';

import type { TypedNumber } from '../../../ui/form/index.ts';

/** Something typed in a field: empty text while nothing is, and marked while it is no number. */
export type Typed = TypedNumber;
export type Answer = 'Oui' | 'Non' | null;

/** What is wrong with a field, and the step it stands on. */
export interface Fault {
  readonly path: string;
  readonly code: IssueCode;
  readonly step: number;
}

const words: Readonly<Record<Exclude<IssueCode, 'REQUIRED'>, ValidationKey>> = {
  NOT_A_NUMBER: 'number',
  NEGATIVE: 'negative',
  TOO_LARGE: 'tooLarge',
  TOO_PRECISE: 'twoDecimals',
  NOT_WHOLE: 'whole',
  NOT_POSITIVE: 'notPositive',
  ABOVE_100: 'integrationRate',
  ABOVE_TOTAL: 'aboveTotal',
  UNKNOWN_CODE: 'unknownCode',
  LAND_TYPE_NOT_SELECTED: 'landTypeNotSelected',
};

/** Null while the question is not answered. */
export function isYes(answer: Answer): boolean | null {
  return answer === null ? null : answer === 'Oui';
}

/**
 * Checks a form of several steps by the calculation itself; a step that was not reached is not
 * complained about. `required` is the sentence of an empty field.
 */
export function stepResolver<V extends FieldValues & { step: number }>(
  faultsOf: (values: V) => readonly Fault[],
  required: ValidationKey,
): Resolver<V, unknown, V> {
  return (values, _context, options) => {
    const errors: Record<string, FieldError> = {};
    for (const { path, code, step } of faultsOf(values)) {
      if (step > values.step) continue;
      const key = code === 'REQUIRED' ? required : words[code];
      // The first fault of a field is the one that is said.
      errors[path] ??= { type: 'custom', message: `validation.${key}` };
    }
    return Object.keys(errors).length === 0
      ? { values, errors: {} }
      : { values: {}, errors: toNestErrors<V>(errors, options) };
  };
}

/** The list of key/value pairs that goes along with a payload, one for each field. */
export function pairsOf(body: Readonly<Record<string, unknown>>): { key: string; value: string }[] {
  return Object.entries(body).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}
