import type { Lang, RequestDocumentView, StepDocumentView, StepView } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { loadStatusLabels, presentRequestDocument } from '../requests/index.ts';
import { presentStep, presentStepDocument } from './processing.presenter.ts';
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
      const [{ rows, total }, labels] = await Promise.all([
        repository.stepsOf(requestId, { page: pageNumber, size: pageSize }),
        loadStatusLabels(db),
      ]);
      const reading = { actor, lang, now: clock.now(), labels };
      const steps = rows.map((row) => presentStep(row, reading));
      return {
        results: [{ id: requestId, journeyInstanceProcessingSteps: steps }],
        totalElements: total,
      };
    },

    /** Documents of a step and of its request, for the step's organisation and the owner. @throws ApiError NOT_FOUND */
    async documents(
      actor: Actor,
      stepId: number,
      lang: Lang,
    ): Promise<{ stepDocuments: StepDocumentView[]; requestDocuments: RequestDocumentView[] }> {
      if ((await repository.requestIdOf(actor, stepId)) === undefined)
        throw new ApiError('NOT_FOUND');
      const [{ documents, request }, labels] = await Promise.all([
        repository.documentsOf(stepId),
        loadStatusLabels(db),
      ]);
      return {
        stepDocuments: documents.map((row) => presentStepDocument(row, { lang })),
        requestDocuments: request.documents.map((row) =>
          presentRequestDocument(row, { labels, lang }),
        ),
      };
    },
  };
}
