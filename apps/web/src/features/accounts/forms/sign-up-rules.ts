import {
  beneficiaryTypes,
  type BodyInputOf,
  idExpirationDate,
  type identityTypes,
  individualDto,
  newPartner,
  organizationDto,
  personShape,
  toE164,
  type Endpoints,
} from '@wasl/contracts';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';

import { deviceStore } from '../../../lib/device-store.ts';
import { defaultPrefix } from '../../../lib/dialling-prefixes.ts';
import { nestFaults } from '../../../lib/nest-faults.ts';

/** Who signs up (`pAuth`, docs/specification.md, portal §2): a beneficiary, an agent, an agent of the configured organisation. */
export const signUpKinds = ['ben', 'par', 'men'] as const;
export type SignUpKind = (typeof signUpKinds)[number];

export type BeneficiaryType = (typeof beneficiaryTypes)[number];
export type IdentityType = (typeof identityTypes)[number];

/** The sign-up as its form holds it, for every kind of person. Members are named as on the wire. */
export interface SignUpValues {
  nom: string;
  prenom: string;
  birthDate: string | null;
  sex: string | null;
  nationality: string | null;
  levelOfStudy: string | null;
  countryOfResidence: string | null;
  province: string | null;
  city: string;
  address: string;
  codeCountry: string | null;
  phone: string;
  email: string;
  password: string;
  confirmedPassword: string;
  type: BeneficiaryType;
  individualDto: { numCin: string; profil: string | null; area: string | null };
  organizationDto: {
    companyName: string;
    headquarter: string;
    numCin: string;
    ice: string;
    ifu: string;
    area: string | null;
  };
  /** `kind` is the wire's `type`: the form library takes a member of that name for a fault. */
  identity: { kind: IdentityType | null; idExpirationDate: string | null; file: File | null };
  organisation: 'existing' | 'new';
  partner: { id: number | null; title: string; description: string; areas: string | null };
  /** Title of the chosen organisation, to name it while its page of the table is not shown. */
  partnerTitle: string;
}

/** An empty sign-up; `type` is the one chosen at an earlier visit. */
export function emptySignUp(type: BeneficiaryType): SignUpValues {
  return {
    nom: '',
    prenom: '',
    birthDate: null,
    sex: null,
    nationality: null,
    levelOfStudy: null,
    countryOfResidence: 'MA',
    province: null,
    city: '',
    address: '',
    codeCountry: defaultPrefix,
    phone: '',
    email: '',
    password: '',
    confirmedPassword: '',
    type,
    individualDto: { numCin: '', profil: null, area: null },
    organizationDto: {
      companyName: '',
      headquarter: '',
      numCin: '',
      ice: '',
      ifu: '',
      area: null,
    },
    identity: { kind: null, idExpirationDate: null, file: null },
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

type Fault = readonly [name: string, message: string];

function faultsOf(schema: z.ZodType, value: unknown, prefix = ''): Fault[] {
  return (schema.safeParse(value).error?.issues ?? []).map((issue) => [
    prefix + issue.path.join('.'),
    issue.message,
  ]);
}

const person = z.object(personShape);

function personFaults(values: SignUpValues): Fault[] {
  const { password, confirmedPassword, phone, codeCountry } = values;
  const faults = faultsOf(person, values);
  if (confirmedPassword !== '' && confirmedPassword !== password) {
    faults.push(['confirmedPassword', 'validation.confirmationDiffers']);
  }
  if (phone !== '' && codeCountry !== null && toE164(phone, codeCountry) === null) {
    faults.push(['phone', 'validation.phone']);
  }
  return faults;
}

function identityFaults({ identity }: SignUpValues): Fault[] {
  if (identity.kind === null) return [];
  return [
    ...faultsOf(idExpirationDate, identity.idExpirationDate, 'identity.idExpirationDate'),
    ...(identity.file === null ? [['identity.file', 'validation.fileRequired'] as const] : []),
  ];
}

function beneficiaryFaults(values: SignUpValues): Fault[] {
  return [
    ...(values.type === 'particulier'
      ? faultsOf(individualDto, values.individualDto, 'individualDto.')
      : faultsOf(organizationDto, values.organizationDto, 'organizationDto.')),
    ...identityFaults(values),
  ];
}

function organisationFaults({ organisation, partner }: SignUpValues): Fault[] {
  if (organisation === 'existing') {
    return partner.id === null || partner.id < 1 ? [['partner.id', 'validation.required']] : [];
  }
  const areas = partner.areas === null ? [] : [partner.areas];
  return faultsOf(
    newPartner,
    { title: partner.title, description: partner.description, areas },
    'partner.',
  );
}

/** What the form is asked for just now: a beneficiary's first step alone, or everything. */
export interface SignUpStage {
  readonly kind: SignUpKind;
  readonly isFirstStep: boolean;
}

/** Faults by field, all of them at once, first of each field. */
export function signUpFaults(values: SignUpValues, stage: SignUpStage): Map<string, string> {
  const faults = [
    ...personFaults(values),
    ...(stage.kind !== 'ben'
      ? organisationFaults(values)
      : stage.isFirstStep
        ? []
        : beneficiaryFaults(values)),
  ];
  const byName = new Map<string, string>();
  for (const [name, message] of faults) if (!byName.has(name)) byName.set(name, message);
  return byName;
}

/** Whether a field stands on a beneficiary's first step. */
export function isOnFirstStep(name: string): boolean {
  return Object.hasOwn(personShape, name);
}

const {
  individualDto: one,
  organizationDto: many,
  identity,
  partner,
  ...rest
} = emptySignUp('particulier');
const fieldOrder = [
  ...Object.keys(rest),
  ...Object.keys(one).map((name) => `individualDto.${name}`),
  ...Object.keys(many).map((name) => `organizationDto.${name}`),
  ...Object.keys(identity).map((name) => `identity.${name}`),
  ...Object.keys(partner).map((name) => `partner.${name}`),
];

/** The field a fault of the server belongs to: `partner.areas.0` is the field `partner.areas`. */
export function fieldOfPath(path: string): string {
  if (path === 'identity.type') return 'identity.kind';
  return fieldOrder.find((name) => path === name || path.startsWith(`${name}.`)) ?? path;
}

/** The form's judge; its context says which stage is asked for. */
export const signUpResolver: Resolver<SignUpValues, SignUpStage, SignUpValues> = (
  values,
  stage,
) => {
  const faults = signUpFaults(values, stage ?? { kind: 'ben', isFirstStep: true });
  if (faults.size === 0) return { values, errors: {} };
  return { values: {}, errors: nestFaults<SignUpValues>(faults, fieldOrder) };
};

const text = (value: string | null) => value ?? '';

function personPayload(values: SignUpValues) {
  return {
    nom: values.nom,
    prenom: values.prenom,
    email: values.email,
    password: values.password,
    confirmedPassword: values.confirmedPassword,
    birthDate: text(values.birthDate),
    sex: values.sex === 'FEMININ' ? ('FEMININ' as const) : ('MASCULIN' as const),
    nationality: text(values.nationality),
    countryOfResidence: text(values.countryOfResidence),
    address: values.address,
    city: values.city,
    province: text(values.province),
    phone: values.phone,
    codeCountry: values.codeCountry ?? defaultPrefix,
    levelOfStudy: { code: text(values.levelOfStudy) },
  };
}

/** What a beneficiary sends, once the form found no fault. */
export function beneficiaryPayload(
  values: SignUpValues,
): BodyInputOf<Endpoints['signUpBeneficiary']> {
  const { kind, idExpirationDate: expiry } = values.identity;
  return {
    ...personPayload(values),
    role: { name: 'BENEFICIAIRE' },
    ...(values.type === 'particulier'
      ? {
          individualDto: {
            numCin: values.individualDto.numCin,
            profil: { code: text(values.individualDto.profil) },
            area: { code: text(values.individualDto.area) },
          },
        }
      : {
          organizationDto: {
            ...values.organizationDto,
            area: { code: text(values.organizationDto.area) },
          },
        }),
    ...(kind === null || expiry === null
      ? {}
      : { identity: { type: kind, idExpirationDate: expiry } }),
  };
}

/** What an agent sends: the id of an organisation that exists, or the data of a new one. */
export function agentPayload(values: SignUpValues): BodyInputOf<Endpoints['signUpAgentPartner']> {
  const { id, title, description, areas } = values.partner;
  return {
    ...personPayload(values),
    role: { name: 'PARTENAIRE' },
    partner:
      values.organisation === 'existing'
        ? { id: id ?? 0 }
        : { id: null, title, description, areas: [{ code: text(areas) }] },
  };
}
