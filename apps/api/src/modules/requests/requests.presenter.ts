import {
  wireDateTime,
  type Lang,
  type RequestDocumentView,
  type RequestStatus,
  type RequestView,
  type StepStatus,
  type StepSummary,
} from '@wasl/contracts';

import { displayName } from '../../platform/database/person-name.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { showsContact, showsDocuments } from '../../policies/contact.ts';
import { openInvitationOf } from '../../policies/open-invitation.ts';
import type { StepWork } from '../../policies/request-actions.ts';
import { requestAbilities } from '../../policies/requests.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import { presentAnswer, presentJourney } from '../journeys/index.ts';
import { nameOf } from '../partners/index.ts';
import { labelOf, presentCodeLibelle } from '../reference/index.ts';
import type { StatusLabels } from './labels.repository.ts';
import type {
  OwnStepRow,
  RequestDocumentRow,
  RequestRow,
  StepSummaryRow,
} from './request-rows.repository.ts';
import { readReason } from '../../rules/reasons.ts';
import { isClosed } from '../../rules/step-transitions.ts';
import { requestsCatalogue } from './words/index.ts';

export interface Reading {
  readonly actor: Actor;
  readonly lang: Lang;
  readonly now: Date;
  readonly labels: StatusLabels;
}

export function presentRequestDocument(
  { code, file, simulationId, rulesVersion }: RequestDocumentRow,
  { labels, lang }: Pick<Reading, 'labels' | 'lang'>,
): RequestDocumentView {
  return {
    libelle: labels.of('DOCUMENT', code, lang),
    filename: file.key,
    originalName: file.originalName,
    size: file.size,
    state: file.scanState,
    simulation: rulesVersion === null ? null : { id: simulationId, rulesVersion },
  };
}

/**
 * For a duplicate: the numbers of the original requests for the owner, and null for organisations, which may not see
 * those.
 */
function presentObservation(
  { observation }: Pick<RequestRow, 'observation'>,
  status: RequestStatus,
  { actor, lang }: Pick<Reading, 'actor' | 'lang'>,
): string | null {
  const why = status === 'DEMANDE_TRAITE' ? readReason(observation) : null;
  if (why?.reason !== 'DUPLICATE') return observation;
  return actor.role === 'BENEFICIAIRE'
    ? requestsCatalogue.in(lang)('duplicateOf', { numbers: why.text ?? '' })
    : null;
}

export function presentStepSummary(step: StepSummaryRow, lang: Lang): StepSummary {
  return {
    id: step.id,
    task: labelOf(step.titleItem, lang),
    organisation: nameOf(step, lang),
    status: step.status,
    awaited: step.awaited.map((item) => presentCodeLibelle(item, lang)),
    words: (step.status === 'BLOCKED' ? step.blockedBecause : null) ?? step.partnerFeedback,
    isRated: step.isRated,
    messageToAnswer: step.messageToAnswer,
  };
}

/** The step that a request's row shows: the first open step, else the last. */
export function leadingStep<S extends { status: StepStatus }>(steps: readonly S[]): S | null {
  return steps.find((step) => !isClosed(step.status)) ?? steps.at(-1) ?? null;
}

/**
 * Presents a request as the actor may see it.
 * @param step the step of the agent's organisation; null for a beneficiary
 * @param index place in the list, from 0
 * @param work every step of the request, for an agent's abilities; empty for a beneficiary
 */
export function presentRequest(
  row: RequestRow & { readonly summaries?: readonly StepSummaryRow[] },
  step: OwnStepRow | null,
  index: number,
  reading: Reading,
  work: readonly StepWork[],
): RequestView {
  const { labels, lang } = reading;
  const { nom, prenom, typeBeneficiaire, email, address, city, province, phone } = row.beneficiary;
  const isPartner = reading.actor.role === 'PARTENAIRE';
  const services = [...row.services].sort(
    (a, b) => a.position - b.position || a.code.localeCompare(b.code),
  );
  const status = requestStatusOf(row.status);
  const isReachable = !isPartner || showsContact(step, status);
  const hasDocuments = showsDocuments(reading.actor, status);
  const documents = hasDocuments
    ? row.documents.map((document) => presentRequestDocument(document, reading))
    : [];
  return {
    id: row.id,
    index,
    numRequest: row.numRequest,
    dateRequest: wireDateTime(new Date(row.dateRequest)),
    description: row.description,
    status: { ...labels.of('STATUS', status, lang), string_1: labels.marker(status) },
    beneficiary: {
      name: displayName(row.beneficiary),
      nom,
      prenom,
      typeBeneficiaire,
      email: isReachable ? email : null,
      address: isReachable ? address : null,
      city,
      province,
      phone: isReachable ? phone : null,
      invitation: isPartner && isReachable ? openInvitationOf(row.beneficiary, reading.now) : null,
    },
    percent: step === null ? row.percent : step.percent,
    service: step === null ? null : presentCodeLibelle(step.titleItem, lang).libelle,
    processingStepStatus:
      step === null ? null : labels.of('PROCESSING_STEP_STATUS', step.status, lang),
    // A request has one processing, with the request's id.
    processingId: step === null ? null : row.id,
    processingStepId: step?.id ?? null,
    idPartner: step?.partnerId ?? null,
    urlVideo: hasDocuments ? row.urlVideo : null,
    partnerFeedback: step?.partnerFeedback ?? null,
    services: services.map((item) => presentCodeLibelle(item, lang)),
    documents,
    journeyDef: row.journeyDef === null ? null : presentJourney(row.journeyDef, lang, reading.now),
    answers: row.answers.map((answer) => presentAnswer(answer, lang)),
    observation: presentObservation(row, status, reading),
    filename: documents[0]?.filename ?? null,
    filing:
      row.import === null
        ? null
        : {
            organisation: nameOf(row.import.partner, lang),
            isDateStated: row.isDateStated,
            agreement: row.agreement,
          },
    steps: (row.summaries ?? []).map((one) => presentStepSummary(one, lang)),
    abilities: requestAbilities(
      reading.actor,
      { beneficiaryId: row.beneficiaryId, status, agreement: row.agreement },
      step === null ? null : { status: step.status },
      work,
    ),
  };
}
