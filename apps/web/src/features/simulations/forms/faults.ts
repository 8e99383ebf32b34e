import type { ValidationKey } from '@wasl/contracts';
import type { IssueCode } from '@wasl/premium';
import { toNestErrors } from '@hookform/resolvers';
import type { FieldError, FieldValues, Resolver } from 'react-hook-form';

import type { TypedNumber } from '../../../ui/form/index.ts';

/** Value of a number field: '' when empty, marked when not a number. */
export type Typed = TypedNumber;
export type YesNo = 'Oui' | 'Non' | null;

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

/** Null for an unanswered question. */
export function toBoolean(answer: YesNo): boolean | null {
  return answer === null ? null : answer === 'Oui';
}

/**
 * Validates a form of several steps by the calculation itself, without errors of steps not yet reached.
 * @param required message of an empty field
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
      // Only the first error of a field is shown.
      errors[path] ??= { type: 'custom', message: `validation.${key}` };
    }
    return Object.keys(errors).length === 0
      ? { values, errors: {} }
      : { values: {}, errors: toNestErrors<V>(errors, options) };
  };
}

/** Key/value pairs sent with a payload, one per field. */
export function pairsOf(body: Readonly<Record<string, unknown>>): { key: string; value: string }[] {
  return Object.entries(body).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}
