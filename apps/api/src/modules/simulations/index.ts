export { simulationsHandlers } from './simulations.routes.ts';
export { warmUpReports } from './report/warm-up.ts';
