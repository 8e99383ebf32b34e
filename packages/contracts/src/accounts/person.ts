import { z } from 'zod';

import { asciiDigits } from '../wire/characters.ts';
import { dayOf } from '../wire/dates.ts';
import { toE164 } from '../wire/phone.ts';
import { line, v } from '../wire/text.ts';
import { day, email, refCode } from '../wire/values.ts';
import { newPassword } from './password.ts';

export const sexes = ['MASCULIN', 'FEMININ'] as const;
export const identityTypes = ['cin', 'passport'] as const;
export const beneficiaryTypes = ['particulier', 'entreprise'] as const;

/** ISO 3166-1 alpha-2, as in the PAYS list. */
const country = z
  .string({ error: v('required') })
  .trim()
  .regex(/^[A-Z]{2}$/, v('required'));

/** Identity numbers are copied from papers and messages: digits of any kind, spaces of any kind. */
const withoutSpaces = (text: string) => asciiDigits(text).replace(/\s/g, '');

/** National ID card number: 1–2 letters and 4–7 digits, upper-cased. */
export const cin = line(20)
  .transform((s) => withoutSpaces(s).toUpperCase())
  .pipe(z.string().regex(/^[A-Z]{1,2}\d{4,7}$/, v('cin')));
/** Common company identifier: 15 digits. */
export const ice = line(20)
  .transform(withoutSpaces)
  .pipe(z.string().regex(/^\d{15}$/, v('ice')));
/** Tax identifier: 7–8 digits. */
export const ifu = line(20)
  .transform(withoutSpaces)
  .pipe(z.string().regex(/^\d{7,8}$/, v('ifu')));

/** Whether the ICE's control holds (the whole number is divisible by 97). A mismatch warns, it does not block. */
export function isIceChecked(value: string): boolean {
  return /^\d{15}$/.test(value) && BigInt(value) % 97n === 0n;
}

/** A day in the past. */
export const birthDate = day().refine((value) => value < dayOf(new Date()), v('birthDate'));
/** A day that is today or later. */
export const idExpirationDate = day().refine(
  (value) => value >= dayOf(new Date()),
  v('idExpirationPast'),
);

export const codeCountry = z
  .string({ error: v('required') })
  .trim()
  .overwrite(asciiDigits)
  .regex(/^\+\d{1,4}$/, v('required'));
export const phone = line(40);

/** Members that every sign-up carries (specification §3). */
export const personShape = {
  nom: line(80, 'nomRequired'),
  prenom: line(80, 'prenomRequired'),
  email: email(),
  password: newPassword,
  confirmedPassword: z
    .string({ error: v('confirmationRequired') })
    .min(1, v('confirmationRequired'))
    .max(200),
  birthDate,
  sex: z.enum(sexes, { error: v('required') }),
  nationality: country,
  countryOfResidence: country,
  address: line(250),
  city: line(100),
  province: line(100),
  phone,
  codeCountry,
  levelOfStudy: refCode(),
};

interface Passwords {
  password: string;
  confirmedPassword: string;
}
interface Phone {
  phone: string;
  codeCountry: string;
}

/** Adds the issue of a confirmation that differs. */
export function checkConfirmation(value: Passwords, ctx: z.RefinementCtx): void {
  if (value.password !== value.confirmedPassword)
    ctx.addIssue({
      code: 'custom',
      path: ['confirmedPassword'],
      message: v('confirmationDiffers'),
    });
}

/** Adds the issue of a phone number that is none. */
export function checkPhone(value: Phone, ctx: z.RefinementCtx): void {
  if (toE164(value.phone, value.codeCountry) === null)
    ctx.addIssue({ code: 'custom', path: ['phone'], message: v('phone') });
}

/** The same member in E.164; call only after `checkPhone`. */
export function withE164<T extends Phone>(value: T): T {
  return { ...value, phone: toE164(value.phone, value.codeCountry) ?? value.phone };
}
