import { isCommonPassword } from '@wasl/contracts';
import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';

import { formResolver, type Rule, withRules } from './rules.ts';

/**
 * The rules of a new password one by one (docs/specification.md, portal §5), to tick them off while one types; the last is
 * ours: what meets them all is taken.
 */
export const passwordRules = [
  { name: 'length', isMet: (password: string) => password.length >= 8 },
  { name: 'upper', isMet: (password: string) => /[A-Z]/.test(password) },
  { name: 'lower', isMet: (password: string) => /[a-z]/.test(password) },
  { name: 'digit', isMet: (password: string) => /\d/.test(password) },
  { name: 'special', isMet: (password: string) => /[!@#$%^&*]/.test(password) },
  {
    name: 'uncommon',
    // Nothing can be said of the first letters.
    isMet: (password: string) => password.length >= 8 && !isCommonPassword(password),
  },
] as const;

/**
 * Judges a form that chooses a new password, all fields at once: the schema alone compares the two passwords only
 * when everything else is good.
 */
export function newPasswordResolver<T extends { password: string; confirmPassword: string }>(
  schema: z.ZodType<T>,
): Resolver<T, unknown, T> {
  const differs: Rule<{ password: string; confirmPassword: string }> = {
    at: 'confirmPassword',
    fault: 'validation.confirmationDiffers',
    isBroken: ({ password, confirmPassword }) => confirmPassword !== password,
  };
  return formResolver(withRules<z.ZodType>(schema, [differs]));
}
