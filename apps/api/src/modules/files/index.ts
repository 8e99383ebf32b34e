export { fileRemoval } from './file-removal.service.ts';
export { filesHandlers } from './files.routes.ts';
export { notifyInfectedFileOwners } from './infected-files.service.ts';
