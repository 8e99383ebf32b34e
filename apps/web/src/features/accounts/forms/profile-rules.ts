import {
  type BodyInputOf,
  toE164,
  type updateBeneficiaryUser,
  updatePartnerUser,
  type UserView,
} from '@wasl/contracts';
import type { FieldErrors, Resolver } from 'react-hook-form';
import type { z } from 'zod';

import { defaultPrefix } from '../../../lib/dialling-prefixes.ts';
import { nationalDigits } from '../../../ui/form/phone-field.tsx';

/** The profile as its form holds it; `partner` is null for a beneficiary. */
export interface ProfileValues {
  nom: string;
  prenom: string;
  address: string;
  province: string | null;
  city: string;
  codeCountry: string | null;
  phone: string;
  partner: {
    title: string;
    description: string;
    areas: string[];
    supportTypes: string[];
    category: string | null;
    services: string[];
  } | null;
}

const codes = (items: readonly { readonly code: string }[]) => items.map(({ code }) => code);

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
    partner:
      user.partner === null
        ? null
        : {
            title: user.partner.title,
            description: user.partner.description,
            areas: codes(user.partner.areas),
            supportTypes: codes(user.partner.supportTypes),
            category: user.partner.category?.code ?? null,
            services: codes(user.partner.services),
          },
  };
}

/** What is sent of one's own details. */
export function personPayload(values: ProfileValues): BodyInputOf<typeof updateBeneficiaryUser> {
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

const person = updatePartnerUser.body.in.omit({ partner: true });

/** Faults by field, all of them at once, first of each field, in the order of the fields. */
export function profileFaults(values: ProfileValues): Map<string, string> {
  const schema: z.ZodType = values.partner === null ? person : updatePartnerUser.body.in;
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
