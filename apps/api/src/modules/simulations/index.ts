export { simulationsHandlers } from './simulations.routes.ts';
export { warmUpReports } from './reports.service.ts';
