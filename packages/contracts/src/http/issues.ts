import type { z } from 'zod';

import type { ValidationKey } from '../words/keys.ts';

const fallback: Record<string, ValidationKey> = {
  invalid_type: 'required',
  too_big: 'tooLong',
  too_small: 'required',
  invalid_value: 'unknownCode',
  invalid_format: 'invalid',
};

const own = 'validation.';

/**
 * The catalogue key of a zod issue: the schema's own message where it has one (`v` lets it name nothing but a key), else by
 * kind. Carries no catalogue: a page in another language would fetch the French one for it.
 */
export function issueKey(issue: Pick<z.core.$ZodIssue, 'code' | 'message'>): ValidationKey {
  if (issue.message.startsWith(own)) return issue.message.slice(own.length) as ValidationKey;
  return fallback[issue.code] ?? 'invalid';
}
