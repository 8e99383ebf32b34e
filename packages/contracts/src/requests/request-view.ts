import { z } from 'zod';

import { beneficiaryTypes } from '../accounts/person.ts';
import { fileState } from '../files/downloads.ts';
import { journeyDefView } from '../journeys/journeys.ts';
import { codeLibelle } from '../wire/values.ts';
import { agreements } from './statuses.ts';

/** A status with its label; `string_1` is 'REJECTED' on the status whose observation is an error. */
export const statusView = codeLibelle.extend({ string_1: z.string().nullable() });

/** That a person has never opened the account which a file of an organisation made for them. Days `YYYY-MM-DD`. */
export const openInvitation = z.object({
  invitedOn: z.string(),
  /** When an organisation last sent it again; null for never. */
  remindedOn: z.string().nullable(),
  /** From which day it may be sent again; null: it may now. */
  nextOn: z.string().nullable(),
});
export type OpenInvitation = z.infer<typeof openInvitation>;

export const beneficiaryView = z.object({
  /** Company name, else first and last name. */
  name: z.string(),
  nom: z.string(),
  prenom: z.string(),
  typeBeneficiaire: z.enum(beneficiaryTypes).nullable(),
  /** Null, with address and phone, for an organisation whose step was rejected. */
  email: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  province: z.string().nullable(),
  phone: z.string().nullable(),
  /** For agents; null for an account that its owner has opened. */
  invitation: openInvitation.nullable(),
});
export type BeneficiaryView = z.infer<typeof beneficiaryView>;

/** A document handed in with a request. `filename` is the opaque name for /downloadFileRequest/{name}. */
export const requestDocumentView = z.object({
  libelle: codeLibelle,
  filename: z.string(),
  originalName: z.string(),
  size: z.number(),
  state: fileState,
  /** Of a report that the server made of a simulation: which one, null once it was deleted, and the rules that computed it. */
  simulation: z.object({ id: z.number().nullable(), rulesVersion: z.string() }).nullable(),
});
export type RequestDocumentView = z.infer<typeof requestDocumentView>;

/** What the signed-in person may do to this request now. */
export const requestAbilities = z.object({
  canEdit: z.boolean(),
  canDelete: z.boolean(),
  canSubmit: z.boolean(),
  canFollow: z.boolean(),
  /** It was submitted, and its receipt can be read. */
  canReceipt: z.boolean(),
  canUpdate: z.boolean(),
  /** The step is not for the organisation: it can give it up. */
  canDecline: z.boolean(),
  /** The organisation can send the request back to its author: nobody else is at work on it. */
  canSendBack: z.boolean(),
  /** It waits for the owner's agreement: they can give it or refuse it. */
  canAgree: z.boolean(),
  /** The owner agreed, and can take that back. */
  canWithdraw: z.boolean(),
  /** It is submitted and not finished: its owner can take the request itself back. */
  canWithdrawRequest: z.boolean(),
});
export type RequestAbilities = z.infer<typeof requestAbilities>;

/** An organisation entered the request from a file. */
export const requestFiling = z.object({
  /** Title of the organisation. */
  organisation: z.string(),
  /** The request's date is the one that the organisation wrote in its file. */
  isDateStated: z.boolean(),
  agreement: z.enum(agreements),
});
export type RequestFiling = z.infer<typeof requestFiling>;

/** A support request (specification §3, Request). Step members are filled for the partner's own step. */
export const requestView = z.object({
  id: z.number(),
  index: z.number(),
  numRequest: z.string(),
  /** `YYYY/MM/DD HH:mm`, Morocco's time. */
  dateRequest: z.string(),
  description: z.string().nullable(),
  status: statusView,
  beneficiary: beneficiaryView,
  percent: z.number(),
  service: z.string().nullable(),
  processingStepStatus: codeLibelle.nullable(),
  processingId: z.number().nullable(),
  processingStepId: z.number().nullable(),
  idPartner: z.number().nullable(),
  urlVideo: z.string().nullable(),
  partnerFeedback: z.string().nullable(),
  services: z.array(codeLibelle),
  documents: z.array(requestDocumentView),
  journeyDef: journeyDefView.nullable(),
  observation: z.string().nullable(),
  filename: z.string().nullable(),
  /** Null for a request that its owner wrote. */
  filing: requestFiling.nullable(),
  abilities: requestAbilities,
});
export type RequestView = z.infer<typeof requestView>;
