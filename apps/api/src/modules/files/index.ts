export { filesHandlers } from './files.routes.ts';
export { notifyInfectedFileOwners } from './infected-files.service.ts';
