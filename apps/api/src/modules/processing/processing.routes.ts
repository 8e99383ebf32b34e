import type { Deps } from '../../platform/deps.ts';
import type { HandlersFor } from '../../platform/http/handler.ts';
import { stepUpdateService } from './step-update.service.ts';
import { stepUploadService } from './step-upload.service.ts';
import { stepsService } from './steps.service.ts';

/** The calls of the processing area. */
export function processingHandlers(
  deps: Pick<Deps, 'db' | 'clock' | 'mail' | 'files'>,
): HandlersFor<
  'listSteps' | 'filterWorklist' | 'getStepDocuments' | 'updateStep' | 'uploadStepDocuments'
> {
  const steps = stepsService(deps);
  const updates = stepUpdateService(deps);
  const uploads = stepUploadService(deps);
  return {
    listSteps: async ({ actor, body, lang }) => ({ body: await steps.list(actor, body, lang) }),
    filterWorklist: async ({ actor, body, query, lang }) => {
      const worklist = await steps.worklist(actor, body, query, lang);
      return { body: worklist, total: worklist.totalElements };
    },
    getStepDocuments: async ({ actor, params, lang }) => ({
      body: await steps.documents(actor, params.stepId, lang),
    }),
    updateStep: async ({ actor, body, lang }) => ({
      body: await updates.update(actor, body, lang),
    }),
    uploadStepDocuments: async ({ actor, params, body, filesOf, lang }) => ({
      body: await uploads.upload(actor, params.stepId, body.codes, filesOf('files'), lang),
    }),
  };
}
