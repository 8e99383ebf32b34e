export { accountsHandlers } from './accounts.routes.ts';
