import { z } from 'zod';

import { beneficiaryTypes } from '../accounts/person.ts';
import { fileState } from '../files/downloads.ts';
import { journeyDefView } from '../journeys/journeys.ts';
import { answerView } from '../journeys/questions.ts';
import { codeLibelle } from '../wire/values.ts';
import { agreements } from './statuses.ts';

/** A status with its label; `string_1` is 'REJECTED' on the status whose observation is an error. */
export const statusView = codeLibelle.extend({ string_1: z.string().nullable() });

/** A person has never opened the account that an organisation's import created. Days `YYYY-MM-DD`. */
export const openInvitation = z.object({
  invitedOn: z.string(),
  /** When an organisation last repeated it; null for never. */
  remindedOn: z.string().nullable(),
  /** The day from which it may be repeated; null: now. */
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

/** A document of a request. `filename` is the opaque name for /downloadFileRequest/{name}. */
export const requestDocumentView = z.object({
  libelle: codeLibelle,
  filename: z.string(),
  originalName: z.string(),
  size: z.number(),
  state: fileState,
  /** For a generated simulation report: the simulation, null once deleted, and the version of the rules. */
  simulation: z.object({ id: z.number().nullable(), rulesVersion: z.string() }).nullable(),
});
export type RequestDocumentView = z.infer<typeof requestDocumentView>;

/** Actions that the signed-in person may take on this request now. */
export const requestAbilities = z.object({
  canEdit: z.boolean(),
  canDelete: z.boolean(),
  canSubmit: z.boolean(),
  canFollow: z.boolean(),
  /** Whether it was submitted, so that its receipt is available. */
  canReceipt: z.boolean(),
  canUpdate: z.boolean(),
  canDecline: z.boolean(),
  /** Whether the organisation can send the request back to its author: no other organisation is at work on it. */
  canSendBack: z.boolean(),
  /** Whether it waits for the owner's consent. */
  canAgree: z.boolean(),
  canWithdraw: z.boolean(),
  /** Whether it is submitted and not finished, so that its owner can withdraw it. */
  canWithdrawRequest: z.boolean(),
});
export type RequestAbilities = z.infer<typeof requestAbilities>;

export const requestFiling = z.object({
  organisation: z.string(),
  /** Whether the request's date comes from the organisation's file. */
  isDateStated: z.boolean(),
  agreement: z.enum(agreements),
});
export type RequestFiling = z.infer<typeof requestFiling>;

/**
 * The organisation's latest message, until its owner has read it, or has answered where it asks a question; null
 * otherwise, and for agents.
 */
export const messageToAnswer = z.string().nullable();

/** A step as its owner reads it: which organisation has it, and what it asks for. */
export const stepSummary = z.object({
  id: z.number(),
  /** Title of the task or of the service. */
  task: z.string(),
  organisation: z.string(),
  /** A code of PROCESSING_STEP_STATUS. */
  status: z.string(),
  /** Documents that it still expects. */
  awaited: z.array(codeLibelle),
  /** Reason of a block, otherwise the organisation's latest feedback. */
  words: z.string().nullable(),
  isRated: z.boolean(),
  messageToAnswer,
});
export type StepSummary = z.infer<typeof stepSummary>;

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
  /** Answers to the journey's questions, as they were asked. */
  answers: z.array(answerView),
  observation: z.string().nullable(),
  filename: z.string().nullable(),
  /** Null for a request that its owner wrote. */
  filing: requestFiling.nullable(),
  /** Every step in order, for the owner; empty for an agent. */
  steps: z.array(stepSummary),
  abilities: requestAbilities,
});
export type RequestView = z.infer<typeof requestView>;
