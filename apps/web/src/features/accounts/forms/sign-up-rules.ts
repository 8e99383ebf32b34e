import {
  beneficiaryTypes,
  type BodyInputOf,
  consentVersion,
  type Endpoints,
  individualDto,
  newPartner,
  organizationDto,
  personShape,
} from '@wasl/contracts';
import type { DeepPartial, Resolver } from 'react-hook-form';
import { z } from 'zod';

import { deviceStore } from '../../../lib/drafts/device-store.ts';
import { defaultPrefix } from '../../../lib/format/dialling-prefixes.ts';
import { formCodec, type FormValues } from '../../../ui/form/codec.ts';
import { formResolver, type Rule, withRules } from '../../../ui/form/rules.ts';
import type { FaultPlaces } from '../../../ui/form/server-faults.ts';
import type { PasswordOwner } from '../../../ui/form/use-password-check.ts';
import { phoneRule } from '../../../domain/accounts/phone-rule.ts';
import { identityPaper, type IdentityValues, noIdentity } from './identity-rules.ts';

/**
 * Kind of sign-up (`pAuth`, docs/specification.md, portal §2): a beneficiary, an agent, or an agent of the configured
 * organisation.
 */
export const signUpKinds = ['ben', 'par', 'men'] as const;
export type SignUpKind = (typeof signUpKinds)[number];

export type BeneficiaryType = (typeof beneficiaryTypes)[number];

const personObject = z.object(personShape);
// The sign-up sends codes as objects, as the specification requires (§3).
const asObject = (code: string) => ({ code });
const person = formCodec(personObject, asObject);
const individual = formCodec(individualDto, asObject);
const company = formCodec(organizationDto, asObject);

/** Form values for all kinds of sign-up: members of the contract and additional fields. */
export type SignUpValues = FormValues<z.input<typeof personObject>> & {
  type: BeneficiaryType;
  individualDto: FormValues<z.input<typeof individualDto>>;
  organizationDto: FormValues<z.input<typeof organizationDto>>;
  identity: IdentityValues;
  organisation: 'existing' | 'new';
  /** One area, although the API accepts several. */
  partner: { id: number | null; title: string; description: string; areas: string | null };
  /** Title of the chosen organisation, to show it when its page of the table is not visible. */
  partnerTitle: string;
};

/** An empty sign-up. @param type type chosen at an earlier visit */
export function emptySignUp(type: BeneficiaryType): SignUpValues {
  return {
    ...person.empty,
    // Most people are Moroccan and live in Morocco; both lists have all countries.
    nationality: 'MA',
    countryOfResidence: 'MA',
    codeCountry: defaultPrefix,
    type,
    individualDto: individual.empty,
    organizationDto: company.empty,
    identity: noIdentity,
    organisation: 'existing',
    partner: { id: null, title: '', description: '', areas: null },
    partnerTitle: '',
  };
}

const typeKey = 'typeBeneficiaire';

/** Type chosen at an earlier visit (docs/specification.md, portal §3); `particulier` at the first. */
export function storedType(): BeneficiaryType {
  const stored = deviceStore.get(typeKey);
  return beneficiaryTypes.find((type) => type === stored) ?? 'particulier';
}

export function storeType(type: BeneficiaryType): void {
  deviceStore.set(typeKey, type);
}

const rules: readonly Rule<z.output<typeof personObject>>[] = [
  {
    at: 'confirmedPassword',
    fault: 'validation.confirmationDiffers',
    isBroken: (values) => values.confirmedPassword !== values.password,
  },
  phoneRule,
];
const judge = (more: z.ZodRawShape) =>
  formResolver<SignUpValues, SignUpStage>(withRules<z.ZodType>(personObject.extend(more), rules));

const identity = z.discriminatedUnion('kind', [z.object({ kind: z.null() }), identityPaper]);
const judges = {
  firstStep: judge({}),
  particulier: judge({ individualDto, identity }),
  entreprise: judge({ organizationDto, identity }),
  existing: judge({
    partner: z.object({
      id: z.number({ error: 'validation.required' }).positive('validation.required'),
    }),
  }),
  new: judge({
    partner: newPartner.omit({ id: true }).extend({ areas: newPartner.shape.areas.element }),
  }),
};

/** Fields to validate now: a beneficiary's first step only, or all. */
export interface SignUpStage {
  readonly kind: SignUpKind;
  readonly isFirstStep: boolean;
}

function judgeOf({ type, organisation }: SignUpValues, { kind, isFirstStep }: SignUpStage) {
  if (kind !== 'ben') return judges[organisation];
  return isFirstStep ? judges.firstStep : judges[type];
}

export const signUpResolver: Resolver<SignUpValues, SignUpStage, SignUpValues> = (
  values,
  stage = { kind: 'ben', isFirstStep: true },
  options,
) => judgeOf(values, stage)(values, stage, options);

export function isOnFirstStep(name: string): boolean {
  return Object.hasOwn(personShape, name);
}

export const signUpPlaces: FaultPlaces = {
  fields: { 'identity.type': 'identity.kind' },
  codes: { EMAIL_TAKEN: 'email', ORGANISATION_TAKEN: 'partner.title' },
};

/** Expects a form without errors. */
export function beneficiaryPayload(
  values: SignUpValues,
): BodyInputOf<Endpoints['signUpBeneficiary']> {
  const { kind, idExpirationDate: expiry } = values.identity;
  return {
    ...person.wireOf(values),
    role: { name: 'BENEFICIAIRE' },
    consent: consentVersion,
    ...(values.type === 'particulier'
      ? { individualDto: individual.wireOf(values.individualDto) }
      : { organizationDto: company.wireOf(values.organizationDto) }),
    ...(kind === null || expiry === null
      ? {}
      : { identity: { type: kind, idExpirationDate: expiry } }),
  };
}

/** Payload of an agent: the id of an existing organisation, or the data of a new one. */
export function agentPayload(values: SignUpValues): BodyInputOf<Endpoints['signUpAgentPartner']> {
  const { id, title, description, areas } = values.partner;
  return {
    ...person.wireOf(values),
    role: { name: 'PARTENAIRE' },
    consent: consentVersion,
    partner:
      values.organisation === 'existing'
        ? { id: id ?? 0 }
        : { id: null, title, description, areas: [{ code: areas ?? '' }] },
  };
}

export function passwordOwner(values: DeepPartial<SignUpValues>): PasswordOwner {
  const { id, title } = values.partner ?? {};
  return {
    email: values.email ?? '',
    nom: values.nom ?? '',
    prenom: values.prenom ?? '',
    companyName: values.organizationDto?.companyName ?? '',
    partner: values.organisation === 'existing' ? { id: id ?? null } : { title: title ?? '' },
  };
}
