export { messagesHandlers } from './messages.routes.ts';
export { messagesService } from './messages.service.ts';
