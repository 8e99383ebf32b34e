import {
  dayOf,
  wireDateTime,
  type Lang,
  type Snooze,
  type StepStatus,
  type WorklistRow as WorklistView,
} from '@wasl/contracts';

import { answersText } from '../journeys/index.ts';
import { displayName } from '../../platform/database/person-name.ts';
import type { WorklistColumn } from './words/index.ts';
import type { TableCell } from '../../platform/spreadsheets/table-stream.ts';
import { showsContact } from '../../policies/contact.ts';
import type { StepWork } from '../../policies/request-actions.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import { labelOf } from '../reference/index.ts';
import { presentRequest, type Reading } from '../requests/index.ts';
import { delayDays } from '../../rules/step-delay.ts';
import { isAtWork } from '../../rules/step-transitions.ts';
import { presentOwner } from './owner.presenter.ts';
import { presentDeadline, type ReadingDays } from './deadline.presenter.ts';
import { secondsToTakeBack } from './rules/taking-back.ts';
import type { ExportedStep, WorklistRow } from './worklist-rows.repository.ts';

const dayMs = 24 * 60 * 60 * 1000;

interface Aged {
  readonly status: StepStatus;
  readonly assignedAt: Date | null;
}

function ageOf({ status, assignedAt }: Aged, now: Date): number | null {
  if (assignedAt === null || !isAtWork(status)) return null;
  return Math.max(0, Math.floor((now.getTime() - assignedAt.getTime()) / dayMs));
}

/** The snooze of an open file whose day has not come. */
function snoozeOf(
  { status, snoozedUntil: until, snoozeReason: reason }: WorklistRow,
  now: Date,
): Snooze | null {
  const isOver = until === null || until <= dayOf(now) || !isAtWork(status);
  return isOver ? null : { until, reason: reason ?? '' };
}

/** Presents a row of the worklist: the request, and the age and deadline of the organisation's step. */
export function presentWorklistRow(
  row: WorklistRow,
  index: number,
  reading: Reading & ReadingDays,
  work: readonly StepWork[],
): WorklistView {
  const { request, documents, assignedAt, dueOn, daysLeft, assignee, ...step } = row;
  const deadline = presentDeadline({ dueOn, daysLeft }, reading);
  return {
    ...presentRequest(request, step, index, reading, work),
    assignedOn: assignedAt === null ? null : dayOf(assignedAt),
    ageDays: ageOf(row, reading.now),
    isLate: dueOn !== null && deadline !== null && deadline.daysLeft < 0,
    deadline,
    awaitedDocuments: documents.length,
    awaitsAnswer: row.awaitsAnswerSince !== null,
    hasNewDocuments: row.documentsArrivedAt !== null && isAtWork(row.status),
    owner: presentOwner(reading.actor, assignee),
    takeBackSeconds: secondsToTakeBack(row, reading.now),
    snooze: snoozeOf(row, reading.now),
  };
}

/** The end of a processed step as the statistics count it: its day and its duration. */
function endOf({ status, assignedAt, processedAt }: ExportedStep) {
  if (status !== 'PROCESSED' || processedAt === null) return null;
  return { on: dayOf(processedAt), days: assignedAt && delayDays(assignedAt, processedAt) };
}

/** Columns of the export, in order; widths in characters. */
export const exportedColumns = {
  numRequest: 16,
  dateRequest: 17,
  beneficiary: 28,
  email: 30,
  phone: 18,
  city: 18,
  province: 24,
  service: 36,
  stepStatus: 18,
  percent: 14,
  assignedOn: 14,
  ageDays: 18,
  closedOn: 14,
  delayDays: 16,
  owner: 24,
  awaitedDocuments: 20,
  requestStatus: 24,
  stars: 12,
  ratingWords: 48,
  description: 60,
  answers: 60,
  prenom: 18,
  nom: 18,
} as const satisfies Record<WorklistColumn, number>;

/** Columns written as text: a phone number keeps its `+` and its zeros. */
export const textColumns: ReadonlySet<WorklistColumn> = new Set<WorklistColumn>(['phone']);

/** The cells of an export row, one for each column. */
export function exportedCells(
  row: ExportedStep,
  {
    lang,
    now,
    labels,
    provinceOf,
  }: Pick<Reading, 'labels' | 'now'> & { lang: Lang; provinceOf: (code: string) => string },
): TableCell[] {
  const { request, assignedAt, assignee, rating } = row;
  const { beneficiary } = request;
  const end = endOf(row);
  const isReachable = showsContact(row, requestStatusOf(request.status));
  const cells: Record<WorklistColumn, TableCell> = {
    numRequest: request.numRequest,
    dateRequest: { moment: wireDateTime(new Date(request.dateRequest)) },
    beneficiary: displayName(beneficiary),
    email: isReachable ? beneficiary.email : null,
    phone: isReachable ? beneficiary.phone : null,
    city: beneficiary.city,
    province: beneficiary.province === null ? null : provinceOf(beneficiary.province),
    service: labelOf(row.titleItem, lang),
    stepStatus: labels.of('PROCESSING_STEP_STATUS', row.status, lang).libelle,
    percent: row.percent,
    assignedOn: assignedAt === null ? null : { day: dayOf(assignedAt) },
    ageDays: ageOf(row, now),
    closedOn: end && { day: end.on },
    delayDays: end && end.days,
    owner: assignee && displayName(assignee),
    answers: answersText(request.answers, lang),
    awaitedDocuments: row.documents.length,
    requestStatus: labels.of('STATUS', requestStatusOf(request.status), lang).libelle,
    stars: rating && rating.beneficiaryRating,
    ratingWords: rating && rating.beneficiaryFeedback,
    description: request.description,
    prenom: beneficiary.prenom,
    nom: beneficiary.nom,
  };
  return (Object.keys(exportedColumns) as WorklistColumn[]).map((column) => cells[column]);
}
