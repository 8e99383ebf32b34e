export { filesHandlers } from './files.routes.ts';
export { tellOfInfectedFiles } from './infected-files.service.ts';
