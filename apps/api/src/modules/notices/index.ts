export { noticesHandlers } from './notices.routes.ts';
export { unsubscribePages } from './unsubscribe-pages.ts';
export { removeNotices, writeNotices } from './write-notices.ts';
