export { filesHandlers } from './files.routes.ts';
