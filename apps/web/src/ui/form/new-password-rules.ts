import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';

import { nestFaults } from '../../lib/nest-faults.ts';

/** The rules of a new password one by one (docs/specification.md, portal §5), to tick them off while one types. */
export const passwordRules = [
  { name: 'length', isMet: (password: string) => password.length >= 8 },
  { name: 'upper', isMet: (password: string) => /[A-Z]/.test(password) },
  { name: 'lower', isMet: (password: string) => /[a-z]/.test(password) },
  { name: 'digit', isMet: (password: string) => /\d/.test(password) },
  { name: 'special', isMet: (password: string) => /[!@#$%^&*]/.test(password) },
] as const;

/**
 * Judges a form that chooses a new password, all fields at once: the schema alone compares the two passwords only
 * when everything else is good.
 */
export function newPasswordResolver<T extends { password: string; confirmPassword: string }>(
  schema: z.ZodType,
  order: readonly (keyof T & string)[],
): Resolver<T, unknown, T> {
  return (values) => {
    const faults = new Map<string, string>();
    for (const issue of schema.safeParse(values).error?.issues ?? []) {
      const name = issue.path.join('.');
      if (!faults.has(name)) faults.set(name, issue.message);
    }
    const isOther = values.confirmPassword !== values.password;
    if (values.confirmPassword !== '' && isOther && !faults.has('confirmPassword')) {
      faults.set('confirmPassword', 'validation.confirmationDiffers');
    }
    if (faults.size === 0) return { values, errors: {} };
    return { values: {}, errors: nestFaults<T>(faults, order) };
  };
}
