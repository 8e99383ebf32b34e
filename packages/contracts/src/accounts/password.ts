import { z } from 'zod';

import { v } from '../wire/text.ts';

const rule = /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[!@#$%^&*])[A-Za-z\d!@#$%^&*]{8,}$/;

// Common words that the rule alone lets through once dressed up with a capital, digits and a sign.
const commonWords = new Set(
  `password passw0rd motdepasse azerty azertyuiop qwerty qwertyuiop admin administrator welcome bienvenue
  letmein iloveyou maroc morocco casablanca tanger tangier rabat tetouan alhoceima raja wydad barcelona
  realmadrid soleil bonjour salam marhaba secret master monkey dragon football superman princess sunshine
  abc abcd abcdef test user root changeme default temp demo`.split(/\s+/),
);

const ornaments = '0123456789!@#$%^&*';

/** The text without the digits and signs around it; an `i` at its end counts as `!`. In one pass, however long it is. */
function bare(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && ornaments.includes(text.charAt(start))) start += 1;
  while (end > start && `${ornaments}i`.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** The words that a password may be under its capital, digits and signs, in lower case: `Passw0rd!` is `password`. */
export function undressed(password: string): string[] {
  const plain = password
    .toLowerCase()
    .replaceAll('@', 'a')
    .replaceAll('$', 's')
    .replaceAll('!', 'i');
  return [
    bare(plain),
    bare(plain.replaceAll('0', 'o')),
    password.toLowerCase().replace(/[\d!@#$%^&*]+/g, ''),
  ];
}

/**
 * Whether the password is a common word dressed up: `Passw0rd!`, `Azerty123!`, `Maroc2026@`. These few are known on both
 * sides; the server refuses what many more people have (docs/security.md S62).
 */
export function isCommonPassword(password: string): boolean {
  return undressed(password).some((word) => word.length === 0 || commonWords.has(word));
}

/** A new password: the specification's alphabet and classes, at most 72 bytes (bcrypt's limit), not a common one. */
export const newPassword = z
  .string({ error: v('passwordRequired') })
  .min(1, v('passwordRequired'))
  .max(72, v('passwordTooLong'))
  .regex(rule, v('passwordRule'))
  .refine((value) => !isCommonPassword(value), v('passwordCommon'));
