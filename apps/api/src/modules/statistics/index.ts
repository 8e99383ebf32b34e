export { monthFigures, monthReport } from './month-report.ts';
export { statisticsHandlers } from './statistics.routes.ts';
export { statisticsService } from './statistics.service.ts';
