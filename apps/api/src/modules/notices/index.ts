export { noticesHandlers } from './notices.routes.ts';
export { noticesService } from './notices.service.ts';
export { writeNotices } from './write-notices.ts';
