import type {
  Lang,
  RequestDocumentView,
  StepDocumentView,
  StepNow,
  StepView,
} from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import {
  deadlinesRepository,
  loadStatusLabels,
  presentRequestDocument,
} from '../requests/index.ts';
import { feedbackRepository, type FeedbackRow } from './feedback.repository.ts';
import { presentStep, presentStepDocument, presentStepNow } from './processing.presenter.ts';
import { processingRepository } from './processing.repository.ts';

/** Reading steps and their documents. */
export function stepsService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const repository = processingRepository(db);
  return {
    /** Steps of a request in order. `id` is the processing's: the request's own. @throws ApiError NOT_FOUND */
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
      if (!(await repository.isVisibleRequest(actor, requestId))) throw new ApiError('NOT_FOUND');
      const [{ rows, total }, labels, holidays] = await Promise.all([
        repository.stepsOf(requestId, { page: pageNumber, size: pageSize }),
        loadStatusLabels(db),
        deadlinesRepository(db).holidays(),
      ]);
      const reading = { actor, lang, now: clock.now(), labels, holidays };
      const feedbacks =
        actor.role === 'PARTENAIRE'
          ? new Map<number, FeedbackRow[]>()
          : await feedbackRepository(db).of(rows.map(({ id }) => id));
      const steps = rows.map((row) => presentStep(row, feedbacks.get(row.id) ?? [], reading));
      return {
        results: [{ id: requestId, journeyInstanceProcessingSteps: steps }],
        totalElements: total,
      };
    },

    /**
     * Documents of a step and of its request, for the step's organisation and the owner; for the organisation also what
     * its form goes on from. @throws ApiError NOT_FOUND
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
      const requestId = await repository.requestIdOf(actor, stepId);
      if (requestId === undefined) throw new ApiError('NOT_FOUND');
      const labels = await loadStatusLabels(db);
      // The version is read before the rest: what changes in between is found stale, never taken for seen.
      const step =
        actor.role === 'PARTENAIRE'
          ? presentStepNow(
              await repository.stepView(stepId),
              await repository.lastChange(requestId, stepId),
              { actor, lang, now: clock.now(), labels },
            )
          : null;
      const { documents, request } = await repository.documentsOf(stepId);
      return {
        stepDocuments: documents.map((row) => presentStepDocument(row, { lang })),
        requestDocuments: request.documents.map((row) =>
          presentRequestDocument(row, { labels, lang }),
        ),
        step,
      };
    },
  };
}
