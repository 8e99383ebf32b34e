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

/** Who signs up (`pAuth`, docs/specification.md, portal §2): a beneficiary, an agent, an agent of the configured organisation. */
export const signUpKinds = ['ben', 'par', 'men'] as const;
export type SignUpKind = (typeof signUpKinds)[number];

export type BeneficiaryType = (typeof beneficiaryTypes)[number];

const personObject = z.object(personShape);
// The sign-up sends codes as the specification writes them (§3).
const asObject = (code: string) => ({ code });
const person = formCodec(personObject, asObject);
const individual = formCodec(individualDto, asObject);
const company = formCodec(organizationDto, asObject);

/** The sign-up as its form holds it, for every kind of person: the contract's members and what the form asks besides. */
export type SignUpValues = FormValues<z.input<typeof personObject>> & {
  type: BeneficiaryType;
  individualDto: FormValues<z.input<typeof individualDto>>;
  organizationDto: FormValues<z.input<typeof organizationDto>>;
  identity: IdentityValues;
  organisation: 'existing' | 'new';
  /** One area, of several that the wire would take. */
  partner: { id: number | null; title: string; description: string; areas: string | null };
  /** Title of the chosen organisation, to name it while its page of the table is not shown. */
  partnerTitle: string;
};

/** An empty sign-up; `type` is the one chosen at an earlier visit. */
export function emptySignUp(type: BeneficiaryType): SignUpValues {
  return {
    ...person.empty,
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

/** The type of beneficiary chosen at an earlier visit (docs/specification.md, portal §3); `particulier` at the first. */
export function rememberedType(): BeneficiaryType {
  const kept = deviceStore.get(typeKey);
  return beneficiaryTypes.find((type) => type === kept) ?? 'particulier';
}

export function rememberType(type: BeneficiaryType): void {
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

/** What the form is asked for just now: a beneficiary's first step alone, or everything. */
export interface SignUpStage {
  readonly kind: SignUpKind;
  readonly isFirstStep: boolean;
}

function judgeOf({ type, organisation }: SignUpValues, { kind, isFirstStep }: SignUpStage) {
  if (kind !== 'ben') return judges[organisation];
  return isFirstStep ? judges.firstStep : judges[type];
}

/** The form's judge; its context says which stage is asked for. */
export const signUpResolver: Resolver<SignUpValues, SignUpStage, SignUpValues> = (
  values,
  stage = { kind: 'ben', isFirstStep: true },
  options,
) => judgeOf(values, stage)(values, stage, options);

/** Whether a field stands on a beneficiary's first step. */
export function isOnFirstStep(name: string): boolean {
  return Object.hasOwn(personShape, name);
}

/** Where the server's faults belong in this form. */
export const signUpPlaces: FaultPlaces = {
  fields: { 'identity.type': 'identity.kind' },
  codes: { EMAIL_TAKEN: 'email', ORGANISATION_TAKEN: 'partner.title' },
};

/** What a beneficiary sends, once the form found no fault. */
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

/** What an agent sends: the id of an organisation that exists, or the data of a new one. */
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

/** Whose password the sign-up's is, as far as the form is filled in. */
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
