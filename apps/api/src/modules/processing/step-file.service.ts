import {
  qualification,
  wireDateTime,
  type Lang,
  type OtherStep,
  type PersonBehind,
  type StepFile,
} from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { recordAccessesRepository } from '../../platform/database/record-accesses.repository.ts';
import { showsContact, showsDocuments } from '../../policies/contact.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import { labelOf, presentCodeLibelle } from '../reference/index.ts';
import { deadlinesRepository, loadStatusLabels, type Reading } from '../requests/index.ts';
import { presentFeedback } from './feedback.presenter.ts';
import { reminderOf } from './rules/reminding.ts';
import { presentStepDocument, presentStepNow } from './processing.presenter.ts';
import { stepFileRepository, type OtherStepRow, type StepFileRow } from './step-file.repository.ts';
import { presentWorklistRow } from './worklist.presenter.ts';

export function presentOther(
  row: OtherStepRow,
  { labels, lang }: Pick<Reading, 'labels' | 'lang'>,
): OtherStep {
  return {
    requestId: row.request.id,
    stepId: row.id,
    numRequest: row.request.numRequest,
    dateRequest: wireDateTime(row.request.dateRequest),
    service: labelOf(row.titleItem, lang),
    status: labels.of('PROCESSING_STEP_STATUS', row.status, lang),
  };
}

function presentPerson(row: StepFileRow, lang: Lang): PersonBehind {
  const { beneficiary, status } = row.request;
  const { typeBeneficiaire, profil, area, headquarter, ice, survey } = beneficiary;
  return {
    profil: profil && presentCodeLibelle(profil, lang),
    area: area && presentCodeLibelle(area, lang),
    company:
      typeBeneficiaire === 'entreprise'
        ? { headquarter: showsContact(row, requestStatusOf(status)) ? headquarter : null, ice }
        : null,
    survey: survey && qualification.parse(survey),
  };
}

/** The page of one step, for the agents of its organisation. */
export function stepFileService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const repository = stepFileRepository(db);
  return {
    /** @throws ApiError NOT_FOUND */
    async read(actor: Actor, stepId: number, lang: Lang): Promise<StepFile> {
      const [found, labels, holidays] = await Promise.all([
        repository.find(actor, stepId),
        loadStatusLabels(db),
        deadlinesRepository(db).holidays(),
      ]);
      if (found === undefined) throw new ApiError('NOT_FOUND');
      const { row, change, work, others } = found;
      const now = clock.now();
      await recordAccessesRepository(db).note(actor, 'FILE', [row.request.id], now);
      const awaited = row.documents.filter(({ file }) => file === null);
      const reading = { actor, lang, now, labels, holidays };
      return {
        row: presentWorklistRow({ ...row, documents: awaited }, 0, reading, work),
        person: presentPerson(row, lang),
        step: presentStepNow(row, change, reading),
        stepDocuments: showsDocuments(actor, requestStatusOf(row.request.status))
          ? row.documents.map((document) => presentStepDocument(document, { lang }))
          : [],
        reminder: awaited.length === 0 ? null : reminderOf(row.remindedAt, now),
        feedbacks: row.feedbacks.map((line) => presentFeedback(line, actor)),
        rating:
          row.rating === null
            ? null
            : {
                beneficiaryRating: row.rating.beneficiaryRating,
                beneficiaryFeedback: row.rating.beneficiaryFeedback,
              },
        others: others.map((other) => presentOther(other, reading)),
      };
    },
  };
}
