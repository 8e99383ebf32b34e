export { absenceColumns } from './absence.repository.ts';
export { absenceForAgent, applyAbsences, presentAbsence, type Days } from './absence.service.ts';
export { awaitAgain } from './await-again.ts';
export { releaseSteps } from './owner.service.ts';
export { reminderAllowedSince } from './rules/reminding.ts';
export { processingHandlers } from './processing.routes.ts';
export type { WorklistColumn } from './words/index.ts';
export { exportedColumns } from './worklist.presenter.ts';
