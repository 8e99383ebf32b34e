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
 * Catalogue key of a zod issue: the schema's own message (`v` permits only keys), else by kind. It loads no catalogue,
 * because a page in another language would otherwise fetch the French one.
 */
export function issueKey(issue: Pick<z.core.$ZodIssue, 'code' | 'message'>): ValidationKey {
  if (issue.message.startsWith(own)) return issue.message.slice(own.length) as ValidationKey;
  return fallback[issue.code] ?? 'invalid';
}
