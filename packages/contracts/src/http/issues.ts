import type { z } from 'zod';

import type { ValidationKey } from '../words/keys.ts';
import fr from '../words/fr.ts';

const fallback: Record<string, ValidationKey> = {
  invalid_type: 'required',
  too_big: 'tooLong',
  too_small: 'required',
  invalid_value: 'unknownCode',
  invalid_format: 'invalid',
};

/** The catalogue key of a zod issue: the schema's own message where it has one, else by kind. */
export function issueKey(issue: Pick<z.core.$ZodIssue, 'code' | 'message'>): ValidationKey {
  const own = issue.message.startsWith('validation.')
    ? issue.message.slice('validation.'.length)
    : undefined;
  if (own !== undefined && Object.hasOwn(fr.validation, own)) return own as ValidationKey;
  return fallback[issue.code] ?? 'invalid';
}
