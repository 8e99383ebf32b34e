export { noticesHandlers } from './notices.routes.ts';
export { unsubscribePages } from './unsubscribe-pages.ts';
export { removeNotices, markNoticesRead } from './mark-notices-read.ts';
