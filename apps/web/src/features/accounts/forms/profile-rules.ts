import {
  type BodyInputOf,
  type PartnerView,
  toE164,
  updatePartnerBody,
  type UserView,
  type Endpoints,
} from '@wasl/contracts';
import type { FieldErrors, Resolver } from 'react-hook-form';
import type { z } from 'zod';

import { defaultPrefix } from '../../../lib/dialling-prefixes.ts';
import { nationalDigits } from '../../../ui/form/phone-field.tsx';

/** The fields that the agents of an organisation edit together. */
export const organisationFields = [
  'title',
  'description',
  'category',
  'supportTypes',
  'areas',
  'services',
] as const;
export type OrganisationField = (typeof organisationFields)[number];

export interface OrganisationValues {
  title: string;
  description: string;
  areas: string[];
  supportTypes: string[];
  category: string | null;
  services: string[];
  /** Of the organisation that these values began with. It goes with a draft: an older one is found older. */
  version: number;
}

/** The profile as its form holds it; `partner` is null for a beneficiary. */
export interface ProfileValues {
  nom: string;
  prenom: string;
  address: string;
  province: string | null;
  city: string;
  codeCountry: string | null;
  phone: string;
  partner: OrganisationValues | null;
}

const codes = (items: readonly { readonly code: string }[]) => items.map(({ code }) => code);

/** The organisation of the form that the server knows. */
export function organisationOf(
  partner: PartnerView & { readonly version: number },
): OrganisationValues {
  return {
    title: partner.title,
    description: partner.description,
    areas: codes(partner.areas),
    supportTypes: codes(partner.supportTypes),
    category: partner.category?.code ?? null,
    services: codes(partner.services),
    version: partner.version,
  };
}

/** Whether two organisations say the same in a field; the order of a list says nothing. */
export function isSameField(
  field: OrganisationField,
  a: OrganisationValues,
  b: OrganisationValues,
): boolean {
  const [one, other] = [a[field], b[field]];
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((code) => other.includes(code));
  return typeof one === 'string' && typeof other === 'string'
    ? one.trim() === other.trim()
    : one === other;
}

/** Whether nothing was typed on the organisation: whoever saves their own details only sends nothing of it. */
export function isSameOrganisation(a: OrganisationValues, b: OrganisationValues): boolean {
  return organisationFields.every((field) => isSameField(field, a, b));
}

/** The form of the person the server knows. */
export function profileOf(user: UserView): ProfileValues {
  const prefix = user.codeCountry ?? defaultPrefix;
  return {
    nom: user.nom,
    prenom: user.prenom,
    address: user.address ?? '',
    province: user.province,
    city: user.city ?? '',
    codeCountry: prefix,
    phone: nationalDigits(user.phone ?? '', prefix),
    partner: user.partner === null ? null : organisationOf(user.partner),
  };
}

/** What is sent of one's own details. */
export function personPayload(
  values: ProfileValues,
): BodyInputOf<Endpoints['updateBeneficiaryUser']> {
  return {
    nom: values.nom,
    prenom: values.prenom,
    address: values.address,
    city: values.city,
    province: values.province ?? '',
    phone: values.phone,
    codeCountry: values.codeCountry ?? defaultPrefix,
  };
}

/** The field a fault belongs to: `partner.areas.0` is the field `partner.areas`. */
export function fieldOfPath(path: string): string {
  return /^partner\.\w+/.exec(path)?.[0] ?? path;
}

const person = updatePartnerBody.in.omit({ partner: true });

/** Faults by field, all of them at once, first of each field, in the order of the fields. */
export function profileFaults(values: ProfileValues): Map<string, string> {
  const schema: z.ZodType = values.partner === null ? person : updatePartnerBody.in;
  const issues = schema.safeParse({ ...personPayload(values), partner: values.partner }).error
    ?.issues;
  const faults = new Map<string, string>();
  for (const issue of issues ?? []) {
    const name = fieldOfPath(issue.path.join('.'));
    if (!faults.has(name)) faults.set(name, issue.message);
  }
  const prefix = values.codeCountry ?? defaultPrefix;
  if (!faults.has('phone') && toE164(values.phone, prefix) === null) {
    faults.set('phone', values.phone === '' ? 'validation.required' : 'validation.phone');
  }
  return faults;
}

/** The form's judge. */
export const profileResolver: Resolver<ProfileValues, unknown, ProfileValues> = (values) => {
  const faults = profileFaults(values);
  if (faults.size === 0) return { values, errors: {} };
  const fault = (message: string) => ({ type: 'custom', message });
  const errors: Record<string, unknown> = {};
  const partner: Record<string, unknown> = {};
  for (const [name, message] of faults) {
    const member = name.split('.')[1];
    if (member === undefined) errors[name] = fault(message);
    else partner[member] = fault(message);
  }
  if (Object.keys(partner).length > 0) errors['partner'] = partner;
  return { values: {}, errors: errors as FieldErrors<ProfileValues> };
};
