export { processingHandlers } from './processing.routes.ts';
