import { z } from 'zod';

import { phone } from '../accounts/person.ts';
import { hasAddress, plainName } from '../wire/names.ts';
import { parseUrl } from '../wire/url.ts';
import { toE164 } from '../wire/phone.ts';
import { line, v } from '../wire/text.ts';
import { email } from '../wire/values.ts';

/** Default prefix of an organisation's number: organisations are in Morocco. */
const prefix = '+212';

/** One line of text without links; addresses have their own members. */
const shownLine = (max: number) =>
  line(max)
    .overwrite(plainName)
    .refine((text) => !hasAddress(text), v('textHasAddress'));

/**
 * Normalizes the address of a public website; null when invalid. It needs https and a named host, without credentials.
 * Other scripts in the host become `xn--`, so that lookalikes are visible.
 */
export function toWebsite(text: string): string | null {
  const url = /^https:\/\//i.test(text) ? parseUrl(text) : null;
  if (url === null) return null;
  const { href, hostname, username, password, port } = url;
  const isNamed = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+$/.test(hostname);
  if (!isNamed || username !== '' || password !== '' || port !== '') return null;
  return href.replace(/^(https:\/\/[^/]+)\/$/, '$1');
}

/** In E.164. */
const number = phone
  .refine((text) => toE164(text, prefix) !== null, v('phone'))
  .transform((text) => toE164(text, prefix) ?? text);

const members = {
  phone: number,
  whatsapp: number,
  email: email(),
  address: shownLine(250),
  openingHours: shownLine(150),
  website: line(250)
    .refine((text) => toWebsite(text) !== null, v('website'))
    .transform((text) => toWebsite(text) ?? text),
} as const satisfies Record<string, z.ZodType<string, string>>;

/** Contact members of an organisation, in display order. */
export const contactMembers = [
  'phone',
  'whatsapp',
  'email',
  'address',
  'openingHours',
  'website',
] as const;
export type ContactMember = (typeof contactMembers)[number];

/** A member in its stored form; undefined for an invalid value. */
export function contactValue(member: ContactMember, text: string): string | undefined {
  return members[member].safeParse(text).data;
}

/** Absent leaves the stored value; null and an empty text remove it. */
export function clearable(schema: z.ZodType<string, string>) {
  return z
    .string({ error: v('invalid') })
    .nullish()
    .transform((text, ctx) => {
      if (text === undefined || text === null) return text;
      if (text.trim() === '') return null;
      const { data, error } = schema.safeParse(text);
      if (error === undefined) return data;
      for (const { message } of error.issues) ctx.addIssue({ code: 'custom', message });
      return z.NEVER;
    });
}

/** Contact members that a responsable writes, each on its own. */
export const organisationContact = {
  phone: clearable(members.phone),
  whatsapp: clearable(members.whatsapp),
  email: clearable(members.email),
  address: clearable(members.address),
  openingHours: clearable(members.openingHours),
  website: clearable(members.website),
} satisfies Record<ContactMember, z.ZodType>;

const text = z.string().nullable();
/** Public contact of an organisation; null for empty members. `phone` and `whatsapp` in E.164, `website` https. */
export const organisationContactView = z.object({
  phone: text,
  whatsapp: text,
  email: text,
  address: text,
  openingHours: text,
  website: text,
} satisfies Record<ContactMember, z.ZodType>);
export type OrganisationContactView = z.infer<typeof organisationContactView>;
