import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { listedName } from '../wire/names.ts';
import { paragraph, v } from '../wire/text.ts';
import { id, refCode } from '../wire/values.ts';
import { shownConsent } from './consent.ts';
import {
  checkConfirmation,
  checkPhone,
  idExpirationDate,
  identityTypes,
  individualDto,
  organizationDto,
  personShape,
  withE164,
} from './person.ts';

const roleNamed = <const N extends string>(name: N) =>
  z.object({ name: z.literal(name, { error: v('invalid') }) }, { error: v('required') });

/** Body of a beneficiary's sign-up: the person, and exactly one of `individualDto` and `organizationDto`. */
export const signUpBeneficiaryBody = z
  .object({
    ...personShape,
    role: roleNamed('BENEFICIAIRE'),
    identity: z
      .object({ type: z.enum(identityTypes, { error: v('required') }), idExpirationDate })
      .nullish(),
    consent: shownConsent,
    individualDto: individualDto.nullish(),
    organizationDto: organizationDto.nullish(),
  })
  .superRefine((value, ctx) => {
    checkConfirmation(value, ctx);
    checkPhone(value, ctx);
    if (!value.individualDto === !value.organizationDto)
      ctx.addIssue({ code: 'custom', path: ['individualDto'], message: v('required') });
  })
  .transform(withE164);

const created = z.object({ data: z.uuid() });

export const newPartner = z.object({
  id: z.null().optional(),
  title: listedName(150),
  description: paragraph(2000),
  areas: z.array(refCode()).min(1, v('required')).max(20, v('tooMany')),
});
const existingPartner = z.object({ id });

/** Body of an agent's sign-up: `partner.id` for an existing organisation, else the new organisation's data. */
export const signUpAgentPartnerBody = z
  .object({
    ...personShape,
    role: roleNamed('PARTENAIRE'),
    consent: shownConsent,
    partner: z.union([existingPartner, newPartner]),
  })
  .superRefine((value, ctx) => {
    checkConfirmation(value, ctx);
    checkPhone(value, ctx);
  })
  .transform(withE164);

export const signUpCalls = defineArea('accounts', {
  signUpBeneficiary: {
    route: 'POST /utilisateurs/signUpBeneficiary',
    permission: 'public',
    summary: 'Create a beneficiary account; a confirmation mail is sent',
    body: signUpBeneficiaryBody,
    response: { status: 201, body: created },
    errors: ['EMAIL_TAKEN'],
  },
  signUpAgentPartner: {
    route: 'POST /utilisateurs/signUpAgentPartner',
    permission: 'public',
    summary: 'Create an agent account of an existing or a new organisation; it awaits approval',
    body: signUpAgentPartnerBody,
    response: { status: 201, body: created },
    errors: ['EMAIL_TAKEN', 'ORGANISATION_TAKEN'],
  },
  uploadIdentity: {
    route: 'POST /identity/upload',
    permission: 'public',
    summary:
      'Hand in the identity paper, of a card also the back: once within 30 minutes of sign-up, else with the session of that user',
    body: z.object({
      info: z.object({
        userId: z.uuid({ error: v('invalid') }),
        typeIdentity: z.enum(identityTypes, { error: v('required') }),
        idExpirationDate,
      }),
    }),
    multipart: {
      limit: 'upload',
      files: [
        { name: 'file', kind: 'image', required: true },
        { name: 'back', kind: 'image', required: false },
      ],
      jsonParts: ['info'],
    },
    response: { status: 201, body: z.object({ success: z.literal(true) }) },
    errors: ['ALREADY_UPLOADED', 'FILE_NOT_IMAGE', 'FILE_TOO_LARGE'],
  },
});
