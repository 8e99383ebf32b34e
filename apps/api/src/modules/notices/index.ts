export { noticesHandlers } from './notices.routes.ts';
export { writeNotices } from './write-notices.ts';
