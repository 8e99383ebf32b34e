export { isJourneyOpen } from './journey-days.ts';
export { presentJourney } from './journeys.presenter.ts';
export {
  journeyDefinitionsRepository,
  type JourneyDefinition,
  type StoredJourney,
} from './journey-definitions.repository.ts';
export { journey, journeyTitle } from './journeys.repository.ts';
export { journeysHandlers } from './journeys.routes.ts';
export { journeysService } from './journeys.service.ts';
export {
  answersText,
  changeAnswers,
  missingAnswers,
  presentAnswer,
  type Answer,
  type Question,
} from './rules/questions.ts';
export { parseProposalRule, projectIdeaCodes, proposalLists } from './rules/proposals.ts';
