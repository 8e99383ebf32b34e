/** The rules of a new password one by one (portal.md §5), to tick them off while one types. */
export const passwordRules = [
  { name: 'length', isMet: (password: string) => password.length >= 8 },
  { name: 'upper', isMet: (password: string) => /[A-Z]/.test(password) },
  { name: 'lower', isMet: (password: string) => /[a-z]/.test(password) },
  { name: 'digit', isMet: (password: string) => /\d/.test(password) },
  { name: 'special', isMet: (password: string) => /[!@#$%^&*]/.test(password) },
] as const;
