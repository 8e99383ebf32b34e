export { importsHandlers } from './imports.routes.ts';
