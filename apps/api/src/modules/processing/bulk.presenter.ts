import type { BulkResult, CodeLibelle, Messages } from '@wasl/contracts';

import type { ApiError } from '../../platform/http/api-error.ts';

/** The reason why a chosen step was not changed, as text. */
export function presentRefusal(
  { code, options }: ApiError,
  words: Messages,
  status: CodeLibelle | null,
): NonNullable<BulkResult['refusal']> {
  const { fields = [], current } = options;
  const [fault] = fields;
  return {
    code,
    // The message of the invalid field is more specific than the code's.
    message: fault === undefined ? words.errors[code] : words.validation[fault.key],
    owner: current !== undefined && 'owner' in current ? current.owner : null,
    status,
  };
}
