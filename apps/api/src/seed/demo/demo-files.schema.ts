import {
  email,
  individualDto,
  organizationDto,
  personMembers,
  qualificationBody,
  requestDocumentCodes,
  requestStatuses,
  stepStatuses,
} from '@wasl/contracts';
import { z } from 'zod';

import { organisationFile } from '../seed-files.schema.ts';

const days = z.number().int().min(0).max(3650);
const percent = z.number().int().min(0).max(100);
const text = z.string().trim().min(1).max(4000);
const pdfName = z
  .string()
  .regex(/^[a-z0-9-]+\.pdf$/, 'is no name of a PDF in small letters, digits and -');

const person = {
  ...personMembers,
  // Fictitious: example.org is reserved.
  email: email().refine((value) => value.endsWith('@example.org'), 'must end with @example.org'),
  phone: z.string().regex(/^\+2126000000\d\d$/, 'must be one of +212600000000 to +212600000099'),
  codeCountry: personMembers.codeCountry.default('+212'),
  nationality: personMembers.nationality.default('MA'),
  countryOfResidence: personMembers.countryOfResidence.default('MA'),
  createdDaysAgo: days,
};

const beneficiary = z
  .strictObject({
    ...person,
    /** Whether the person has the demonstration's password; otherwise they cannot sign in. */
    canSignIn: z.boolean(),
    individual: individualDto.optional(),
    company: organizationDto.optional(),
    identity: z.strictObject({ type: z.enum(['cin', 'passport']), expiresInDays: days }).optional(),
    qualification: qualificationBody.optional(),
  })
  .refine((one) => !one.individual !== !one.company, 'is either an individual or a company');
export type DemoBeneficiary = z.infer<typeof beneficiary>;

const agent = z.strictObject({
  ...person,
  /** Slug of an organisation. */
  organisation: z.string(),
  isApproved: z.boolean(),
  /** Contact that the agent wrote for the organisation; fictitious, as the people. */
  contact: organisationFile.shape.contact,
});
export type DemoAgent = z.infer<typeof agent>;

/** `demo/people.json`. */
export const peopleFile = z.strictObject({
  beneficiaries: z.array(beneficiary),
  agents: z.array(agent),
});

const step = z.strictObject({
  /** A code of SERVICE. */
  title: z.string(),
  /** Slug of an organisation. */
  partner: z.string(),
  status: z.enum(stepStatuses),
  percent,
  runsInParallel: z.boolean().optional(),
  assignedDaysAgo: days.nullable(),
  startedDaysAgo: days.nullable(),
  processedDaysAgo: days.nullable(),
  partnerFeedback: text.optional(),
  documents: z
    .array(
      z.strictObject({
        code: z.string(),
        requestedDaysAgo: days,
        uploadedDaysAgo: days.nullable(),
        fileName: pdfName.optional(),
      }),
    )
    .optional(),
  rating: z
    .strictObject({ stars: z.number().int().min(1).max(5), feedback: text, daysAgo: days })
    .optional(),
});
export type DemoStep = z.infer<typeof step>;

const request = z.strictObject({
  key: z.string().regex(/^[a-z0-9-]+$/),
  beneficiary: z.string(),
  status: z.enum(requestStatuses),
  percent,
  createdDaysAgo: days,
  submittedDaysAgo: days.nullable(),
  description: text,
  /** Slug of a journey; null for `services`. */
  journey: z.string().nullable(),
  services: z.array(z.string()),
  observation: text.optional(),
  urlVideo: z.string().optional(),
  /** Filed by an organisation that the beneficiary does not know, so it waits for their consent. */
  filed: z.strictObject({ by: z.string(), fileName: text, statedDaysAgo: days }).optional(),
  documents: z.array(
    z.strictObject({ code: z.enum(requestDocumentCodes), fileName: pdfName, title: text }),
  ),
  steps: z.array(step),
});
export type DemoRequest = z.infer<typeof request>;

/** `demo/requests.json`. */
export const requestsFile = z.strictObject({ items: z.array(request) });
