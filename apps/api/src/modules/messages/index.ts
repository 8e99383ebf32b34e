export { messagesHandlers } from './messages.routes.ts';
