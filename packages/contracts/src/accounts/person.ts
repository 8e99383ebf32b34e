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

/** A member whose value is text, null or absent where it may be. */
type TextMember = z.ZodType<string | null | undefined>;

export type MemberKind =
  | { readonly kind: 'day' | 'choice' }
  | { readonly kind: 'code' | 'place' | 'item'; readonly list: ReferenceParent };

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
export const birthDate = day().refine((value) => value < presentDay(), v('birthDate'));
/** A day that is today or later. */
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
 * Who a person is, besides how they sign in. The one list of these members: the sign-up and its form, the profile, the
 * columns of the database, the import, the demonstration set and the erasure follow it.
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

/** What an individual says besides. */
export const individualDto = z.object({ numCin: cin, profil: refCode(), area: refCode() });

/** What a company says besides; the ID card is its representative's. */
export const organizationDto = z.object({
  companyName: personName(150),
  headquarter: line(250),
  numCin: cin,
  ice,
  ifu,
  area: refCode(),
});

/** Everything said of a beneficiary, in the order in which it is listed. */
export const everyMember = { ...personMembers, ...individualDto.shape, ...organizationDto.shape };
export type PersonMember = keyof typeof everyMember;

/**
 * What a member is, where it is not plain text: a day; a code of a reference list, kept as it is; such a code in
 * Morocco and free text abroad; an item of a list, sent as its code and answered with its label.
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
/** Members of a kind. */
export type MemberOf<K extends MemberKind['kind']> = {
  [M in keyof Kinds]: Kinds[M]['kind'] extends K ? M : never;
}[keyof Kinds];

/** What the member of this name is; undefined for plain text and for what is no member of a person. */
export function kindOf(name: string): MemberKind | undefined {
  return Object.hasOwn(memberKinds, name) ? memberKinds[name as keyof Kinds] : undefined;
}

/** The list that a member's value has to be of: always for codes and items, for a place in Morocco only. */
export function listOfMember(name: string, isInMorocco: boolean): ReferenceParent | undefined {
  const kind = kindOf(name);
  if (kind === undefined || !('list' in kind)) return undefined;
  return kind.kind !== 'place' || isInMorocco ? kind.list : undefined;
}

type MemberView<S extends TextMember, M> =
  M extends MemberOf<'item'>
    ? z.ZodNullable<typeof codeLibelle>
    : z.ZodNullable<z.ZodType<NonNullable<z.output<S>>>>;

/** The same members as they are answered: null where nothing is known. */
function viewsOf<T extends Record<string, TextMember>>(shape: T) {
  const views = Object.entries(shape).map(([name, schema]) => {
    const inner = schema instanceof z.ZodEnum ? schema : z.string();
    return [name, (kindOf(name)?.kind === 'item' ? codeLibelle : inner).nullable()];
  });
  return Object.fromEntries(views) as { [M in keyof T]: MemberView<T[M], M> };
}

/** Who a person is, as their profile answers it. */
export const personViews = { ...viewsOf(everyMember), nom: z.string(), prenom: z.string() };

const { nom, prenom, ...details } = personMembers;
/** Members that every sign-up carries (specification §3). */
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

/** The same number in E.164, with its prefix; call only after `checkPhone`. */
export function withE164<T extends Phone>(value: T): T {
  return { ...value, ...readPhone(value.phone, value.codeCountry) };
}
