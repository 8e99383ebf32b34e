import type {
  Lang,
  RequestDocumentView,
  StepDocumentView,
  StepNow,
  StepView,
} from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { recordAccessesRepository } from '../../platform/database/record-accesses.repository.ts';
import { showsDocuments } from '../../policies/contact.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import {
  deadlinesRepository,
  loadStatusLabels,
  presentRequestDocument,
} from '../requests/index.ts';
import { presentStep, presentStepDocument, presentStepNow } from './processing.presenter.ts';
import { stepReads } from './step-reads.repository.ts';

export function stepsService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const reads = stepReads(db);
  return {
    /**
     * Steps of a request in order. `id` is the processing's id, which equals the request's.
     * @throws ApiError NOT_FOUND
     */
    async list(
      actor: Actor,
      {
        requestId,
        pageNumber,
        pageSize,
      }: { requestId: number; pageNumber: number; pageSize: number },
      lang: Lang,
    ): Promise<{
      results: { id: number; journeyInstanceProcessingSteps: StepView[] }[];
      totalElements: number;
    }> {
      const [found, labels, holidays] = await Promise.all([
        reads.ofRequest(actor, requestId, { page: pageNumber, size: pageSize }),
        loadStatusLabels(db),
        deadlinesRepository(db).holidays(),
      ]);
      if (found === undefined) throw new ApiError('NOT_FOUND');
      const now = clock.now();
      await recordAccessesRepository(db).note(actor, 'FILE', [requestId], now);
      const reading = { actor, lang, now, labels, holidays };
      const steps = found.rows.map((row) =>
        presentStep(row, row.feedbacks, reading, row.messageToAnswer),
      );
      return {
        results: [{ id: requestId, journeyInstanceProcessingSteps: steps }],
        totalElements: found.total,
      };
    },

    /**
     * Documents of a step and of its request, for the step's organisation and the owner. The organisation also gets the
     * current values of its form.
     * @throws ApiError NOT_FOUND
     */
    async documents(
      actor: Actor,
      stepId: number,
      lang: Lang,
    ): Promise<{
      stepDocuments: StepDocumentView[];
      requestDocuments: RequestDocumentView[];
      step: StepNow | null;
    }> {
      const [found, labels] = await Promise.all([
        reads.withDocuments(actor, stepId),
        loadStatusLabels(db),
      ]);
      if (found === undefined) throw new ApiError('NOT_FOUND');
      const { row, change } = found;
      await recordAccessesRepository(db).note(actor, 'FILE', [row.request.id], clock.now());
      const step =
        actor.role === 'PARTENAIRE'
          ? presentStepNow(row, change, { actor, lang, now: clock.now(), labels })
          : null;
      if (!showsDocuments(actor, requestStatusOf(row.request.status)))
        return { stepDocuments: [], requestDocuments: [], step };
      return {
        stepDocuments: row.documents.map((document) => presentStepDocument(document, { lang })),
        requestDocuments: row.request.documents.map((document) =>
          presentRequestDocument(document, { labels, lang }),
        ),
        step,
      };
    },
  };
}
