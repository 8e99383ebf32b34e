import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { organisationContact } from '../partners/contact.ts';
import { ownPartnerView } from '../partners/partner.ts';
import {
  organisationDescription,
  organisationTitle,
  organisationTranslations,
} from '../partners/translations.ts';
import { roles } from '../permissions.ts';
import { readPhone } from '../wire/phone.ts';
import { v } from '../wire/text.ts';
import { langQuery, langs, refCode, sentVersion } from '../wire/values.ts';
import { consentView } from './consent.ts';
import {
  beneficiaryTypes,
  identityTypes,
  individualDto,
  personMembers,
  personViews,
} from './person.ts';
import { qualification } from './qualification.ts';

/** The signed-in person for the profile (specification §3, User). */
export const userView = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(roles),
  ...personViews,
  lang: z.enum(langs),
  /** Whether an agent is a responsable of the organisation and may edit its profile. */
  isResponsible: z.boolean(),
  typeBeneficiaire: z.enum(beneficiaryTypes).nullable(),
  qualification: qualification.nullable(),
  /** Identity paper of a beneficiary; null where none is entered. */
  identity: z
    .object({
      typeIdentity: z.enum(identityTypes),
      idExpirationDate: z.string(),
      hasFile: z.boolean(),
      /** Whether the picture of the card's back is uploaded. */
      hasBack: z.boolean(),
    })
    .nullable(),
  /** Null until they accept a privacy text. */
  consent: consentView.nullable(),
  partner: ownPartnerView.nullable(),
});
export type UserView = z.infer<typeof userView>;

/** The user id or the e-mail (the token's `sub`); others get 404. */
const params = z.object({ id: z.string().min(1, v('required')).max(254, v('tooLong')) });
const query = z.object({ lang: langQuery });

/** Absent or null leaves the stored value: a client that sends a whole user back sends null for unknown values. */
const unchangedIfAbsent = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((x) => x ?? undefined);

const { nom, prenom, address, city, province, phone } = personMembers;
/** Members that a person may change after the sign-up. */
export const editablePerson = {
  nom,
  prenom,
  address,
  city,
  province,
  phone,
  codeCountry: unchangedIfAbsent(z.string().regex(/^\+\d{1,4}$/, v('invalid'))),
};

const { profil, area } = individualDto.shape;
/** Members of a beneficiary: also the area and, for an individual, the profile. */
export const editableBeneficiary = {
  ...editablePerson,
  profil: unchangedIfAbsent(profil),
  area: unchangedIfAbsent(area),
};

export const updateBeneficiaryBody = z.object(editableBeneficiary).transform(checkedPhone);

/** The number in E.164. Without a prefix it stays as sent; the server applies the stored prefix. */
function checkedPhone<T extends { phone: string; codeCountry?: string | undefined }>(
  value: T,
  ctx: z.RefinementCtx,
): T {
  if (value.codeCountry === undefined) return value;
  const number = readPhone(value.phone, value.codeCountry);
  if (number === null) ctx.addIssue({ code: 'custom', path: ['phone'], message: v('phone') });
  return { ...value, ...number };
}

/** Name, texts and contact of an organisation, which its responsables and administrators write. */
export const organisationTexts = z.object({
  /** Version of the organisation when the form was opened. Another current version is refused as PROFILE_CHANGED. */
  version: sentVersion,
  title: organisationTitle,
  description: organisationDescription,
  ...organisationTranslations,
  ...organisationContact,
});

export const updatePartnerBody = z
  .object({
    ...editablePerson,
    /** Absent members, or an absent organisation, stay unchanged. */
    partner: organisationTexts
      .extend({
        areas: z.array(refCode()).min(1, v('required')).max(20, v('tooMany')).optional(),
        supportTypes: z.array(refCode()).max(30, v('tooMany')).optional(),
        /** Null removes it. */
        category: refCode().nullish(),
        services: z.array(refCode()).max(100, v('tooMany')).optional(),
      })
      .optional(),
  })
  .transform(checkedPhone);

export const currentUserCalls = defineArea('accounts', {
  getCurrentUser: {
    route: 'GET /currentUser/:id',
    permission: 'account:read-beneficiary',
    summary: 'The signed-in beneficiary',
    params,
    query,
    response: userView,
  },
  getCurrentUserPartner: {
    route: 'GET /currentUserPartner/:id',
    permission: 'account:read-agent',
    summary: 'The signed-in agent, with the organisation',
    params,
    query,
    response: userView,
  },
  updateBeneficiaryUser: {
    route: 'PUT /updateBeneficiaryUser',
    permission: 'account:update-beneficiary',
    summary: 'Change the caller’s details, except e-mail and role',
    query,
    body: updateBeneficiaryBody,
    response: userView,
  },
  updatePartnerUser: {
    route: 'PUT /updatePartnerUser',
    permission: 'account:update-agent',
    summary: 'Change the details of the agent and of the organisation',
    query,
    body: updatePartnerBody,
    response: userView,
    errors: ['ORGANISATION_TAKEN', 'PROFILE_CHANGED', 'RESPONSIBLE_REQUIRED'],
  },
});
