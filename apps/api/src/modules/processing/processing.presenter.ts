import { dayOf, type StepDocumentView, type StepView } from '@wasl/contracts';

import { canBeneficiary } from '../../policies/request-actions.ts';
import { logoAddress } from '../partners/index.ts';
import { labelOf, presentCodeLibelle } from '../reference/index.ts';
import {
  canRate,
  isClosed,
  requestStatusOf,
  stepStatusOf,
  type Reading,
} from '../requests/index.ts';
import type { StepDocumentRow, StepViewRow } from './processing.repository.ts';

/** Whether the owner can hand in documents on the step now. */
function takesDocuments({ status, request, documents }: StepViewRow): boolean {
  const isOpen =
    !isClosed(stepStatusOf(status)) && canBeneficiary('handIn', requestStatusOf(request.status));
  return isOpen && documents.some((document) => document.file === null);
}

/** A step as the follow-up dialog shows it; the partner's feedback is for the beneficiary alone. */
export function presentStep(row: StepViewRow, { actor, lang, now, labels }: Reading): StepView {
  const isPartner = actor.role === 'PARTENAIRE';
  const seesRating = !isPartner || row.partnerId === actor.partnerId;
  return {
    id: row.id,
    taskDef: {
      id: row.taskDefId,
      title: { libelle: labelOf(row.titleItem, lang) },
      partner: {
        id: row.partner.id,
        title: row.partner.title,
        logo: row.partner.logo === null ? null : logoAddress(row.partner.logo.key),
      },
    },
    status: labels.of('PROCESSING_STEP_STATUS', row.status, lang),
    percent: row.percent,
    processingStartDate: row.processingStartDate === null ? null : dayOf(row.processingStartDate),
    partnerFeedback: isPartner ? null : row.partnerFeedback,
    documents: row.documents.map(({ documentItem, file }) => ({
      document: presentCodeLibelle(documentItem, lang),
      url: file?.key ?? null,
    })),
    rating:
      row.rating === null || !seesRating
        ? null
        : {
            beneficiaryRating: row.rating.beneficiaryRating,
            beneficiaryFeedback: row.rating.beneficiaryFeedback,
          },
    abilities: {
      canRate: !isPartner && canRate(stepStatusOf(row.status), row.rating?.createdAt ?? null, now),
      canUpload: !isPartner && takesDocuments(row),
      canMessage: !isPartner || row.partnerId === actor.partnerId,
    },
  };
}

/** A document of a step as the documents dialog shows it. */
export function presentStepDocument(
  { documentItem, file, requestedAt, uploadedAt }: StepDocumentRow,
  { lang }: Pick<Reading, 'lang'>,
): StepDocumentView {
  return {
    document: presentCodeLibelle(documentItem, lang),
    filename: file?.key ?? null,
    originalName: file?.originalName ?? null,
    size: file?.size ?? null,
    requestedOn: dayOf(requestedAt),
    uploadedOn: uploadedAt === null ? null : dayOf(uploadedAt),
  };
}
