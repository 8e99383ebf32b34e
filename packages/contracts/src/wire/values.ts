import { z } from 'zod';

import type { ValidationKey } from '../words/keys.ts';
import { line, v } from './text.ts';

export const langs = ['fr', 'en', 'ar', 'es'] as const;
export type Lang = (typeof langs)[number];
/** The language of an answer; an unknown one means French. */
export const langQuery = z.enum(langs).optional().catch('fr');

/** The largest integer of a 32-bit column. */
export const largestInteger = 2_147_483_647;

/**
 * A whole number of a path, a query or a body: a number, or decimal digits. `Number` would also accept `0x10`, `1e2`,
 * `true` and `[7]`: one row would have many addresses, and bodies outside of the contract would pass.
 */
export const wholeNumber = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    return /^-?\d*$/.test(value) ? Number(value) : Number.NaN;
  }, schema);

/** Database ids: positive 32-bit integers, as path or query text or as JSON numbers. */
export const id = wholeNumber(
  z
    .number({ error: 'validation.number' })
    .int('validation.number')
    .positive('validation.number')
    .max(largestInteger, 'validation.number'),
);

/** Version when the form was opened; absent or null skips the comparison. */
export const sentVersion = z
  .number({ error: 'validation.number' })
  .int('validation.number')
  .positive('validation.number')
  .max(largestInteger, 'validation.number')
  .nullish()
  .transform((version) => version ?? undefined);

/** A code of a reference list, bare or as `{code, libelle}`. Output: the bare code. */
export function refCode(required: ValidationKey = 'required') {
  return z
    .union([line(80, required), z.object({ code: line(80, required) }).transform((o) => o.code)], {
      error: v(required),
    })
    .pipe(z.string());
}

/** `true`/`false`, `'true'`/`'false'`, `'Oui'`/`'Non'` in any case. Output: a boolean. */
export function yesNo(required: ValidationKey = 'required') {
  return z
    .union(
      [
        z.boolean(),
        z
          .string()
          .trim()
          .toLowerCase()
          .pipe(z.enum(['oui', 'non', 'true', 'false']))
          .transform((s) => s === 'oui' || s === 'true'),
      ],
      { error: v(required) },
    )
    .pipe(z.boolean());
}

const datePattern = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the text is a day that exists, between 1900 and 2200. */
export function isDay(value: string): boolean {
  if (!datePattern.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== value) return false;
  const year = date.getUTCFullYear();
  return year >= 1900 && year <= 2200;
}

/** A day, `YYYY-MM-DD`. */
export function day(required: ValidationKey = 'required') {
  return z
    .string({ error: v(required) })
    .min(1, v(required))
    .refine(isDay, v('date'));
}

/** Item of a reference list in answers. */
export const codeLibelle = z.object({ code: z.string(), libelle: z.string() });
export type CodeLibelle = z.infer<typeof codeLibelle>;

// Linear: one bounded class on each side of the sign, no nested repetition.
const emailPattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}$/;

/**
 * Writes an international domain in its ASCII form (`xn--…`), so that each address has one spelling. Letters that only
 * look like ASCII ones (`ｅ`) are left and refused: they would become the address of another domain.
 */
function withAsciiDomain(address: string): string {
  const [, name, domain = ''] = /^([^@]*@)([\p{L}\p{M}\p{N}.-]+)$/u.exec(address) ?? [];
  if (name === undefined || !/[^A-Za-z0-9.-]/.test(domain)) return address;
  try {
    const { hostname } = new URL(`http://${domain}`);
    const labels = hostname.split('.');
    const isFaithful = domain
      .split('.')
      .every(
        (label, at) => /^[A-Za-z0-9-]*$/.test(label) || labels[at]?.startsWith('xn--') === true,
      );
    return isFaithful ? name + hostname : address;
  } catch {
    return address;
  }
}

/** An e-mail address, lower-cased: addresses are compared without case. */
export function email(
  required: ValidationKey = 'emailRequired',
  format: ValidationKey = 'emailFormat',
) {
  return z
    .string({ error: v(required) })
    .trim()
    .min(1, v(required))
    .overwrite(withAsciiDomain)
    .max(254, v(format))
    .regex(emailPattern, v(format))
    .transform((value) => value.toLowerCase());
}
