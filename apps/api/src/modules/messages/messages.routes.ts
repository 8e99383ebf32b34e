import type { HandlersOf } from '../../platform/http/handler.ts';
import { messagesService, type MessagesDeps } from './messages.service.ts';
import { notesService } from './notes.service.ts';

export function messagesHandlers(deps: MessagesDeps): HandlersOf<'messages'> {
  const messages = messagesService(deps);
  const notes = notesService(deps);
  return {
    getMessages: async ({ actor, params, query, lang }) => ({
      body: await messages.read(actor, params.stepId, query.before, lang),
    }),
    sendMessage: async ({ actor, params, body, lang }) => ({
      body: await messages.send(actor, params.stepId, body, lang),
    }),
    sendMessageWithFiles: async ({ actor, params, body, filesOf, lang }) => ({
      body: await messages.send(actor, params.stepId, body, lang, filesOf('files')),
    }),
    deleteMessage: async ({ actor, params }) => {
      await messages.remove(actor, params.stepId, params.messageId);
      return { body: { success: true } };
    },
    setAnswerNeeded: async ({ actor, params, body }) => {
      await messages.setAnswerNeeded(actor, params.stepId, body);
      return { body: { success: true } };
    },
    markMessagesRead: async ({ actor, params, body }) => {
      await messages.markRead(actor, params.stepId, body.upTo);
      return { body: { success: true } };
    },
    listThreads: async ({ actor, query, lang }) => {
      const { threads, total } = await messages.threads(actor, query, lang);
      return { body: threads, total };
    },
    getUnread: async ({ actor }) => ({ body: await messages.unread(actor) }),
    getNotes: async ({ actor, params, query }) => ({
      body: await notes.read(actor, params.stepId, query.before),
    }),
    addNote: async ({ actor, params, body }) => ({
      body: await notes.add(actor, params.stepId, body),
    }),
    markNotesRead: async ({ actor, params, body }) => {
      await notes.markRead(actor, params.stepId, body.upTo);
      return { body: { success: true } };
    },
  };
}
