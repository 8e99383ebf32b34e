import { z } from 'zod';

import type { ReferenceParent } from '../reference/params.ts';
import { asciiDigits } from '../wire/characters.ts';
import { presentDay } from '../wire/dates.ts';
import { personName } from '../wire/names.ts';
import { readPhone, toE164 } from '../wire/phone.ts';
import { line, v } from '../wire/text.ts';
import { codeLibelle, day, email, refCode } from '../wire/values.ts';
import { newPassword } from './password.ts';

export const sexes = ['MASCULIN', 'FEMININ'] as const;
export const identityTypes = ['cin', 'passport'] as const;
export const beneficiaryTypes = ['particulier', 'entreprise'] as const;

type TextMember = z.ZodType<string | null | undefined>;

export type MemberKind =
  | { readonly kind: 'day' | 'choice' }
  | { readonly kind: 'code' | 'place' | 'item'; readonly list: ReferenceParent };

/** ISO 3166-1 alpha-2, as in the PAYS list. */
const country = z
  .string({ error: v('required') })
  .trim()
  .regex(/^[A-Z]{2}$/, v('required'));

/** Identity numbers are copied from papers and messages, with digits and spaces of any kind. */
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

/** Whether the ICE's check digits are valid (the number is divisible by 97). A mismatch only warns. */
export function isIceChecked(value: string): boolean {
  return /^\d{15}$/.test(value) && BigInt(value) % 97n === 0n;
}

export const birthDate = day().refine((value) => value < presentDay(), v('birthDate'));
export const idExpirationDate = day().refine(
  (value) => value >= presentDay(),
  v('idExpirationPast'),
);

export const codeCountry = z
  .string({ error: v('required') })
  .trim()
  .overwrite(asciiDigits)
  .regex(/^\+\d{1,4}$/, v('required'));
export const phone = line(40);

/**
 * Personal data apart from credentials. Sign-up, profile, database columns, import, demonstration data and erasure all
 * derive from this list.
 */
export const personMembers = {
  nom: personName(80, 'nomRequired'),
  prenom: personName(80, 'prenomRequired'),
  birthDate,
  sex: z.enum(sexes, { error: v('required') }),
  nationality: country,
  countryOfResidence: country,
  address: line(250),
  city: line(100),
  province: line(100),
  codeCountry,
  phone,
  levelOfStudy: refCode(),
} satisfies Record<string, TextMember>;

export const individualDto = z.object({ numCin: cin, profil: refCode(), area: refCode() });

/** Additional members of a company; the ID card is its representative's. */
export const organizationDto = z.object({
  companyName: personName(150),
  headquarter: line(250),
  numCin: cin,
  ice,
  ifu,
  area: refCode(),
});

/** Every member of a beneficiary, in display order. */
export const everyMember = { ...personMembers, ...individualDto.shape, ...organizationDto.shape };
export type PersonMember = keyof typeof everyMember;

/**
 * Kinds of members that are not plain text: a day; a code of a reference list, stored as such; a code in Morocco and
 * free text abroad; an item of a list, sent as its code and returned with its label.
 */
export const memberKinds = {
  birthDate: { kind: 'day' },
  sex: { kind: 'choice' },
  nationality: { kind: 'code', list: 'PAYS' },
  countryOfResidence: { kind: 'code', list: 'PAYS' },
  province: { kind: 'place', list: 'PROVINCE' },
  codeCountry: { kind: 'choice' },
  levelOfStudy: { kind: 'item', list: 'NIVEAU_ETUDE' },
  profil: { kind: 'item', list: 'PROFIL' },
  area: { kind: 'item', list: 'SECTEUR_ACTIVITE' },
} as const satisfies Partial<Record<PersonMember, MemberKind>>;
type Kinds = typeof memberKinds;
export type MemberOf<K extends MemberKind['kind']> = {
  [M in keyof Kinds]: Kinds[M]['kind'] extends K ? M : never;
}[keyof Kinds];

/** Kind of a member; undefined for plain text and for other names. */
export function kindOf(name: string): MemberKind | undefined {
  return Object.hasOwn(memberKinds, name) ? memberKinds[name as keyof Kinds] : undefined;
}

/** The list that a member's value must be in: always for codes and items, for a place only in Morocco. */
export function listOfMember(name: string, isInMorocco: boolean): ReferenceParent | undefined {
  const kind = kindOf(name);
  if (kind === undefined || !('list' in kind)) return undefined;
  return kind.kind !== 'place' || isInMorocco ? kind.list : undefined;
}

type MemberView<S extends TextMember, M> =
  M extends MemberOf<'item'>
    ? z.ZodNullable<typeof codeLibelle>
    : z.ZodNullable<z.ZodType<NonNullable<z.output<S>>>>;

/** The members in answers: null for unknown values. */
function viewsOf<T extends Record<string, TextMember>>(shape: T) {
  const views = Object.entries(shape).map(([name, schema]) => {
    const inner = schema instanceof z.ZodEnum ? schema : z.string();
    return [name, (kindOf(name)?.kind === 'item' ? codeLibelle : inner).nullable()];
  });
  return Object.fromEntries(views) as { [M in keyof T]: MemberView<T[M], M> };
}

/** Personal data in a profile's answer. */
export const personViews = { ...viewsOf(everyMember), nom: z.string(), prenom: z.string() };

const { nom, prenom, ...details } = personMembers;
/** Members of every sign-up (specification §3). */
export const personShape = {
  nom,
  prenom,
  email: email(),
  password: newPassword,
  confirmedPassword: z
    .string({ error: v('confirmationRequired') })
    .min(1, v('confirmationRequired'))
    .max(200),
  ...details,
};

interface Passwords {
  password: string;
  confirmedPassword: string;
}
interface Phone {
  phone: string;
  codeCountry: string;
}

export function checkConfirmation(value: Passwords, ctx: z.RefinementCtx): void {
  if (value.password !== value.confirmedPassword)
    ctx.addIssue({
      code: 'custom',
      path: ['confirmedPassword'],
      message: v('confirmationDiffers'),
    });
}

export function checkPhone(value: Phone, ctx: z.RefinementCtx): void {
  if (toE164(value.phone, value.codeCountry) === null)
    ctx.addIssue({ code: 'custom', path: ['phone'], message: v('phone') });
}

/** Converts the number to E.164 with its prefix; call it only after `checkPhone`. */
export function withE164<T extends Phone>(value: T): T {
  return { ...value, ...readPhone(value.phone, value.codeCountry) };
}
