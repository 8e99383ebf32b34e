export { byLoadRepository } from './by-load.repository.ts';
export { giveByLoad, ownersByLoad, recordRouted } from './by-load.ts';
export { requestAdministration } from './administration.service.ts';
export { reviewAttendance } from './attendance.service.ts';
export { emptyDeletedRequests, restoreDeletedRequest } from './deleted-requests.service.ts';
export { draftsService, moveDrafts } from './drafts.service.ts';
export { emptiedRequestsRepository } from './emptied-requests.repository.ts';
export {
  lastRequestOfHistory,
  reviewHistory,
  type BrokenReason,
} from './history-chain.repository.ts';
export { requestHold } from './hold.service.ts';
export { countDeadlines, updateDeadlines, repairDeadlines, reviewDeadlines } from './deadlines.ts';
export { deadlinesRepository } from './deadlines.repository.ts';
export { loadStatusLabels } from './labels.repository.ts';
export { halfTimes, isAtHalfTime } from './half-time.repository.ts';
export {
  containsFolded,
  hasNumber,
  isNamedWithoutContact,
  isPersonNamed,
} from './person-search.repository.ts';
export { requestConditions } from './request-criteria.repository.ts';
export { newRequests, stepsOfPlan, type NewStep } from './new-requests.repository.ts';
export { readRequestFacts, requestFactsOf, type RequestFacts } from './request-facts.repository.ts';
export { fileMoves } from './file-moves.service.ts';
export { openFilesOf } from './open-files.repository.ts';
export { openStepsRepository } from './open-steps.repository.ts';
export { requestCopiesRepository } from './request-copies.repository.ts';
export { requestDocumentsRepository } from './request-documents.repository.ts';
export { requestWrites, lockKeyOf } from './request-writes.repository.ts';
export { presentRequest, presentRequestDocument, type Reading } from './requests.presenter.ts';
export {
  beneficiary,
  beneficiaryOf,
  messageToAnswer,
  ownStep,
  requestAlone,
  requestDocumentColumns,
  requestDocuments,
  requestRow,
  work,
} from './request-rows.repository.ts';
export { requestsHandlers } from './requests.routes.ts';
export {
  agent,
  readAgent,
  routingRepository,
  type AgentJson,
  type AgentRow,
  type RequestProcess,
} from './routing.repository.ts';
export { sendBackLocked } from './send-back.ts';
export { recalculateFromFacts, recalculateRequest } from './recalculate.ts';
export { unroutedRepository } from './unrouted.repository.ts';
export { unroutedService, type UnroutedRequest, type UnroutedService } from './unrouted.service.ts';
export {
  readUsualDays,
  readUsualDelay,
  usualDays,
  usualDelay,
  type UsualDaysJson,
  type UsualDelayJson,
} from './usual-delay.repository.ts';
export { workChanges } from './work-changes.repository.ts';
