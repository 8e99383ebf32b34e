import {
  type BodyInputOf,
  contactMembers,
  type Endpoints,
  type OwnPartnerView,
  translatedTexts,
  updateBeneficiaryBody,
  updatePartnerBody,
  type UserView,
} from '@wasl/contracts';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';

import { defaultPrefix } from '../../lib/format/dialling-prefixes.ts';
import { formCodec, type FormValues } from '../../ui/form/codec.ts';
import { nationalDigits } from '../../ui/form/phone-field.tsx';
import { formResolver, withRules } from '../../ui/form/rules.ts';
import type { FaultPlaces } from '../../ui/form/server-faults.ts';
import { phoneRule } from './phone-rule.ts';

export const organisationTexts = [
  'title',
  'description',
  ...translatedTexts,
  ...contactMembers,
] as const;
export type OrganisationText = (typeof organisationTexts)[number];
/** Fields that all agents of an organisation edit. */
export const organisationFields = [
  'title',
  'description',
  ...translatedTexts,
  'category',
  'supportTypes',
  'areas',
  'services',
  ...contactMembers,
] as const;
export type OrganisationField = (typeof organisationFields)[number];

const { partner: organisation, ...own } = updatePartnerBody.in.shape;
const personObject = z.object(own);
const beneficiaryObject = updateBeneficiaryBody.in;
const organisationObject = organisation.unwrap();
const person = formCodec(personObject);
const beneficiary = formCodec(beneficiaryObject);
const organisationCodec = formCodec(organisationObject);

export type OrganisationValues = FormValues<z.input<typeof organisationObject>> & {
  /**
   * Version of the organisation that the values began with. The draft stores it too, so that an outdated draft is
   * detected.
   */
  version: number;
};

/** Values of the profile form; `partner` is null for a beneficiary, `profil` and `area` for an agent. */
export type ProfileValues = FormValues<z.input<typeof beneficiaryObject>> & {
  partner: OrganisationValues | null;
};

export function organisationOf(partner: OwnPartnerView): OrganisationValues {
  return { ...organisationCodec.valuesOf(partner), version: partner.version };
}

/** Whether a field is equal in both organisations, ignoring the order of lists. */
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

/** Whether the organisation is unchanged; saving personal details then sends nothing of it. */
export function isSameOrganisation(a: OrganisationValues, b: OrganisationValues): boolean {
  const isConfirming = a.confirmed.length !== b.confirmed.length;
  return !isConfirming && organisationFields.every((field) => isSameField(field, a, b));
}

export function profileOf(user: UserView): ProfileValues {
  const codeCountry = user.codeCountry ?? defaultPrefix;
  return {
    ...beneficiary.valuesOf(user),
    codeCountry,
    phone: nationalDigits(user.phone ?? '', codeCountry),
    partner: user.partner === null ? null : organisationOf(user.partner),
  };
}

export function personPayload(values: ProfileValues): BodyInputOf<Endpoints['updatePartnerUser']> {
  return person.wireOf(values);
}

export function beneficiaryPayload(
  values: ProfileValues,
): BodyInputOf<Endpoints['updateBeneficiaryUser']> {
  return beneficiary.wireOf(values);
}

const forPerson = formResolver<ProfileValues>(withRules(beneficiaryObject, [phoneRule]));
const forAgent = formResolver<ProfileValues>(withRules(updatePartnerBody.in, [phoneRule]));

export const profileResolver: Resolver<ProfileValues, unknown, ProfileValues> = (
  values,
  context,
  options,
) => (values.partner === null ? forPerson : forAgent)(values, context, options);

export const profilePlaces: FaultPlaces = { codes: { ORGANISATION_TAKEN: 'partner.title' } };
