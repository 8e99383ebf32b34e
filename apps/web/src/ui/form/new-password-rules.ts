import { isCommonPassword } from '@wasl/contracts';

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
