import type { Deps } from '../../platform/program/deps.ts';
import type { HandlersOf } from '../../platform/http/handler.ts';
import { positionHeaders } from '../../platform/database/page-positions.ts';
import { agreementService } from './agreement.service.ts';
import { draftsService } from './drafts.service.ts';
import { requestDocumentsService } from './request-documents.service.ts';
import { requestsService } from './requests.service.ts';
import { submissionPreviewService } from './submission-preview.service.ts';
import { submissionService } from './submission.service.ts';
import { pendingWorkService } from './pending-work.service.ts';
import { withdrawalService } from './withdrawal.service.ts';

export function requestsHandlers(
  deps: Pick<
    Deps,
    | 'db'
    | 'clock'
    | 'mail'
    | 'files'
    | 'log'
    | 'words'
    | 'limits'
    | 'settings'
    | 'threads'
    | 'sealing'
  >,
): HandlersOf<'requests'> {
  const requests = requestsService(deps);
  const documents = requestDocumentsService(deps);
  const submissions = submissionService(deps);
  const previews = submissionPreviewService(deps);
  const agreements = agreementService(deps);
  const drafts = draftsService(deps);
  const pendingWork = pendingWorkService(deps);
  const withdrawals = withdrawalService(deps);
  return {
    filterRequests: async ({ actor, body, query, lang }) => {
      const { rows, total, positions } = await requests.filter(actor, body, query, lang);
      return { body: rows, total, headers: positionHeaders(positions) };
    },
    getYourTurn: async ({ actor, lang }) => ({ body: await pendingWork.of(actor, lang) }),
    getDraft: async ({ actor, params }) => ({ body: await drafts.find(actor, params.name) }),
    saveDraft: async ({ actor, params, body }) => ({
      body: await drafts.save(actor, params.name, body),
    }),
    deleteDraft: async ({ actor, params }) => ({ body: await drafts.remove(actor, params.name) }),
    createRequest: async ({ actor, body, lang }) => ({
      body: await requests.create(actor, body.createRequestDto, lang),
    }),
    updateRequest: async ({ actor, params, body, lang }) => ({
      body: await requests.update(actor, params.id, body.createRequestDto, lang),
    }),
    getRequest: async ({ actor, params, lang }) => ({
      body: await requests.get(actor, params.id, lang),
    }),
    deleteRequest: async ({ actor, params }) => ({ body: await requests.remove(actor, params.id) }),
    uploadRequestDocument: async ({ actor, params, body, filesOf, lang }) => ({
      body: await documents.upload(actor, params.id, body, filesOf('file')[0], lang),
    }),
    attachSimulation: async ({ actor, params, body, lang }) => ({
      body: await documents.attachSimulation(actor, params.id, body.simulationId, lang),
    }),
    removeRequestDocument: async ({ actor, params }) => ({
      body: await documents.remove(actor, params.id, params.code),
    }),
    changeRequestStatus: async ({ actor, body, lang }) => ({
      body: await submissions.changeStatus(actor, body, lang),
    }),
    previewSubmission: async ({ actor, params, lang }) => ({
      body: await previews.preview(actor, params.id, lang),
    }),
    decideAgreement: async ({ actor, params, body, lang }) => ({
      body: await agreements.decide(actor, params.id, body.accepted, lang),
    }),
    withdrawAgreement: async ({ actor, params, lang }) => ({
      body: await agreements.withdraw(actor, params.id, lang),
    }),
    withdrawRequest: async ({ actor, params, body, lang }) => ({
      body: await withdrawals.withdraw(actor, params.id, body, lang),
    }),
  };
}
