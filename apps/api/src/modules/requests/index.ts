export {
  requestAdministration,
  type RequestAdministrationDeps,
  type UnroutedRequest,
} from './administration.service.ts';
export { loadStatusLabels, type StatusLabels } from './labels.repository.ts';
export { requestConditionsSql } from './request-criteria.repository.ts';
export { requestMails } from './request-mails.ts';
export {
  administrator,
  requestWrites,
  type HistoryAuthor,
  type HistoryLine,
  type RequestContent,
} from './request-writes.repository.ts';
export {
  leadingStep,
  presentRequest,
  presentRequestDocument,
  type Reading,
} from './requests.presenter.ts';
export {
  ownStepColumns,
  requestColumns,
  requestDocumentColumns,
  type OwnStepRow,
  type RequestDocumentRow,
  type RequestRow,
} from './requests.repository.ts';
export { requestsHandlers } from './requests.routes.ts';
export { routingRepository, type RequestProcess } from './routing.repository.ts';
export { formatRequestNumber, numberingYear } from './rules/request-number.ts';
export { requestStatusFromSteps } from './rules/request-progress.ts';
export {
  missingDocuments,
  planJourney,
  planServices,
  type Offer,
  type Plan,
  type PlannedStep,
} from './rules/routing.ts';
export { requestStatusOf, stepStatusOf } from './rules/statuses.ts';
export { canRate, isClosed, openStepStatuses, stepTransition } from './rules/step-transitions.ts';
export { settleRequest } from './settle.ts';
export { submitAndRoute } from './submission.service.ts';
