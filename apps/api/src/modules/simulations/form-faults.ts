import type { ValidationKey } from '@wasl/contracts';
import type { Issue, IssueCode, Scheme } from '@wasl/premium';

import { ApiError } from '../../platform/http/api-error.ts';

const keys: Record<Exclude<IssueCode, 'REQUIRED'>, ValidationKey> = {
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

function keyOf(scheme: Scheme, { path, code }: Issue): ValidationKey {
  if (code === 'REQUIRED') return scheme === 'nordev' ? 'obligatoire' : 'required';
  // The specification has one sentence for a rate outside of 0 to 100.
  if (path === 'tauxIntegrationLocale' && code === 'NEGATIVE') return 'integrationRate';
  return keys[code];
}

/** The error for an invalid form: every invalid field with its sentence. */
export function formFaults(scheme: Scheme, issues: readonly Issue[]): ApiError {
  return new ApiError('INVALID_INPUT', {
    fields: issues.map((issue) => ({ path: issue.path, key: keyOf(scheme, issue) })),
  });
}
