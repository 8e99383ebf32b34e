import {
  dayOf,
  wireDateTime,
  type StepDocumentView,
  type StepNow,
  type StepView,
} from '@wasl/contracts';

import { showsDocuments } from '../../policies/contact.ts';
import { canBeneficiary } from '../../policies/request-actions.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import { logoAddress, nameOf, presentAuthor, presentContact } from '../partners/index.ts';
import { labelOf, presentCodeLibelle } from '../reference/index.ts';
import { type Reading } from '../requests/index.ts';
import { atWorkStepStatuses, canRate, isClosed } from '../../rules/step-transitions.ts';
import { presentDeadline, type ReadingDays } from './deadline.presenter.ts';
import { presentFeedback } from './feedback.presenter.ts';
import type { FeedbackRow } from './feedback.repository.ts';
import { presentOwner } from './owner.presenter.ts';
import type { StepDocumentRow, StepViewRow } from './processing.repository.ts';
import type { StepChange } from './step-change.repository.ts';

/** Whether the owner can upload documents on the step now. */
function takesDocuments({ status, request, documents }: StepViewRow): boolean {
  const isOpen = !isClosed(status) && canBeneficiary('handIn', requestStatusOf(request.status));
  return isOpen && documents.some(({ file }) => file === null);
}

function presentExpected(
  { documents, request }: StepViewRow,
  { actor, lang }: Pick<Reading, 'actor' | 'lang'>,
): StepView['documents'] {
  if (!showsDocuments(actor, requestStatusOf(request.status))) return [];
  return documents.map(({ documentItem, file }) => ({
    document: presentCodeLibelle(documentItem, lang),
    url: file?.key ?? null,
    state: file?.scanState ?? null,
  }));
}

/** Presents a step for the form of its organisation, with the author of its last change. */
export function presentStepNow(row: StepViewRow, change: StepChange, reading: Reading): StepNow {
  const { actor, lang, labels } = reading;
  return {
    version: row.version,
    changedAt: change === null ? null : wireDateTime(change.at),
    changedBy: change === null ? null : presentAuthor(actor, change.actor, change.isScript),
    status: labels.of('PROCESSING_STEP_STATUS', row.status, lang),
    percent: row.percent,
    partnerFeedback: row.partnerFeedback,
    documents: presentExpected(row, reading),
  };
}

/** Presents a step for the follow-up dialog. The partner's feedback is for the beneficiary only. */
export function presentStep(
  row: StepViewRow,
  feedbacks: readonly FeedbackRow[],
  reading: Reading & ReadingDays,
  messageToAnswer: string | null = null,
): StepView {
  const { actor, lang, now, labels } = reading;
  const isPartner = actor.role === 'PARTENAIRE';
  const seesRating = !isPartner || row.partnerId === actor.partnerId;
  return {
    id: row.id,
    taskDef: {
      id: row.taskDefId,
      title: { libelle: labelOf(row.titleItem, lang) },
      partner: {
        id: row.partner.id,
        title: nameOf(row.partner, lang),
        logo: row.partner.logo === null ? null : logoAddress(row.partner.logo.key),
        contact: atWorkStepStatuses.includes(row.status) ? presentContact(row.partner) : null,
      },
    },
    status: labels.of('PROCESSING_STEP_STATUS', row.status, lang),
    percent: row.percent,
    version: row.version,
    owner:
      isPartner && row.partnerId === actor.partnerId ? presentOwner(actor, row.assignee) : null,
    processingStartDate: row.processingStartDate === null ? null : dayOf(row.processingStartDate),
    deadline: presentDeadline(row, reading),
    partnerFeedback: isPartner ? null : row.partnerFeedback,
    feedbacks: isPartner ? [] : feedbacks.map((line) => presentFeedback(line, actor)),
    documents: presentExpected(row, reading),
    rating:
      row.rating === null || !seesRating
        ? null
        : {
            beneficiaryRating: row.rating.beneficiaryRating,
            beneficiaryFeedback: row.rating.beneficiaryFeedback,
          },
    duplicateOf: isPartner ? null : row.duplicateOf,
    messageToAnswer,
    abilities: {
      canRate: !isPartner && canRate(row.status, row.rating?.createdAt ?? null, now),
      canUpload: !isPartner && takesDocuments(row),
      canMessage: !isPartner || (row.partnerId === actor.partnerId && row.status !== 'DECLINED'),
    },
  };
}

export function presentStepDocument(
  { documentItem, file, requestedAt, uploadedAt }: StepDocumentRow,
  { lang }: Pick<Reading, 'lang'>,
): StepDocumentView {
  return {
    document: presentCodeLibelle(documentItem, lang),
    filename: file?.key ?? null,
    originalName: file?.originalName ?? null,
    size: file?.size ?? null,
    state: file?.scanState ?? null,
    requestedOn: dayOf(requestedAt),
    uploadedOn: uploadedAt === null ? null : dayOf(uploadedAt),
  };
}
