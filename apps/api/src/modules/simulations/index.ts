export { simulationsHandlers } from './simulations.routes.ts';
export { reportsService, warmUpReports, type ReportsDeps } from './reports.service.ts';
export { sharePages } from './share-pages.ts';
export { sharesService } from './shares.service.ts';
