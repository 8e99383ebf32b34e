export { statisticsHandlers } from './statistics.routes.ts';
