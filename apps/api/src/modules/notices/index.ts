export { noticesHandlers } from './notices.routes.ts';
export { unsubscribePages } from './unsubscribe-pages.ts';
export { removeNotices, settleNotices } from './settle-notices.ts';
