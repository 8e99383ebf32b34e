import type { BulkResult, CodeLibelle, Messages } from '@wasl/contracts';

import type { ApiError } from '../../platform/http/api-error.ts';

/** Why one of the chosen steps was left as it was, in words. */
export function presentRefusal(
  { code, options }: ApiError,
  words: Messages,
  status: CodeLibelle | null,
): NonNullable<BulkResult['refusal']> {
  const { fields = [], current } = options;
  const [fault] = fields;
  return {
    code,
    // What is wrong says more than that something is.
    message: fault === undefined ? words.errors[code] : words.validation[fault.key],
    owner: current !== undefined && 'owner' in current ? current.owner : null,
    status,
  };
}
