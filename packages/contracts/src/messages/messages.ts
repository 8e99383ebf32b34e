import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { fileName, fileState } from '../files/downloads.ts';
import { pagingQuery } from '../http/paging.ts';
import { roles } from '../permissions.ts';
import { searchText } from '../processing/worklist-criteria.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { paragraph, v } from '../wire/text.ts';
import { codeLibelle, id, langQuery, largestInteger, wholeNumber } from '../wire/values.ts';

/** Characters of a message or a note. */
export const maxMessageLength = 2000;
/** Seconds in which the author can delete an unread message. */
export const deleteMessageSeconds = 600;
/** Messages or notes of one page of a thread. */
export const threadPageSize = 30;
export const mostMentions = 50;
/** Maximum documents that one message refers to, and files attached to one. */
export const mostAttachments = { documents: 5, files: 3 } as const;

/** Conversations that a search reads: at most so many that await an answer, and as many of the others. */
export const mostSearchedThreads = 300;
/** Conversations of an agent's own steps, or of the organisation. */
export const threadViews = ['all', 'mine'] as const;

const params = z.object({ stepId: id });
/** The page before this message: a thread is read from its end. */
const pageBefore = z.object({ before: id.optional(), lang: langQuery });

/** Body of a message or note. `clientKey` identifies the text, so that a repeated call creates nothing new. */
const written = z.object({
  body: paragraph(maxMessageLength),
  clientKey: z.uuid({ error: v('invalid') }),
});

const seenUpTo = z
  .int({ error: v('invalid') })
  .min(0, v('invalid'))
  .max(largestInteger, v('invalid'));
const documents = z.array(fileName).max(mostAttachments.documents, v('tooMany'));

export const messageAttachment = z.object({
  /** Its opaque name for downloadFileMessage; null once the file is removed. */
  filename: z.string().nullable(),
  originalName: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Null once the file is removed. */
  state: fileState.nullable(),
});
export type MessageAttachment = z.infer<typeof messageAttachment>;

export const messageView = z.object({
  id: z.number(),
  /** Plain text; line breaks count, no markup. */
  body: z.string(),
  /** ISO instant. */
  sentAt: z.string(),
  author: z.object({
    /** For a beneficiary the agent's given name, empty for an erased agent. */
    name: z.string(),
    /** For a beneficiary the agent's organisation; null between colleagues and for a beneficiary. */
    organisation: z.string().nullable(),
    side: z.enum(roles),
    isMe: z.boolean(),
  }),
  /** ISO instant at which the other side first read it. */
  readAt: z.string().nullable(),
  attachments: z.array(messageAttachment),
});
export type MessageView = z.infer<typeof messageView>;

export const threadHead = z.object({
  stepId: z.number(),
  requestId: z.number(),
  numRequest: z.string(),
  service: z.string(),
  status: codeLibelle,
  organisation: z.string(),
  beneficiary: z.string(),
  /** Closed steps are read only. */
  canWrite: z.boolean(),
  /** For agents: ISO instant of the first unanswered message; null where none waits. */
  awaitsAnswerSince: z.string().nullable(),
});
export type ThreadHead = z.infer<typeof threadHead>;

export const threadView = threadHead.extend({
  /** For a beneficiary the unread messages; for an agent the unanswered ones, even when read. */
  unread: z.number(),
  lastMessage: z
    .object({ id: z.number(), sentAt: z.string(), body: z.string(), side: z.enum(roles) })
    .nullable(),
});
export type ThreadView = z.infer<typeof threadView>;

export const noteView = z.object({
  id: z.number(),
  body: z.string(),
  /** ISO instant. */
  writtenAt: z.string(),
  author: z.object({ name: z.string(), isMe: z.boolean() }),
  /** Colleagues that the note mentions with `@name` in its text. */
  mentions: z.array(
    z.object({
      id: z.string(),
      /** Name at the time of the note. */
      name: z.string(),
      isMe: z.boolean(),
      /** Whether the note was on their screen. */
      isSeen: z.boolean(),
    }),
  ),
});
export type NoteView = z.infer<typeof noteView>;

export const messagesCalls = defineArea('messages', {
  getMessages: {
    route: 'GET /processing/step/:stepId/messages',
    permission: 'message:read',
    summary: 'The messages of a step, a page from its end (or before one of them), oldest first',
    params,
    query: pageBefore,
    response: z.object({
      thread: threadHead,
      messages: z.array(messageView),
      hasEarlier: z.boolean(),
    }),
  },
  sendMessage: {
    route: 'POST /processing/step/:stepId/messages',
    permission: 'message:write',
    summary: 'Write to the other side of a step; the same clientKey again answers the same message',
    params,
    query: z.object({ lang: langQuery }),
    body: written.extend({
      /** For agents: the last message on the screen, 0 for none. A colleague's later answer refuses this one. */
      seenUpTo: seenUpTo.optional(),
      /** Names of documents of the step or the request to attach. */
      documents: documents.optional(),
    }),
    response: { status: 201, body: messageView },
    errors: ['STEP_CLOSED', 'ANSWERED_MEANWHILE'],
  },
  sendMessageWithFiles: {
    route: 'POST /processing/step/:stepId/messages/files',
    permission: 'message:write',
    summary: 'As sendMessage, with PDF files',
    params,
    query: z.object({ lang: langQuery }),
    body: written.extend({
      seenUpTo: wholeNumber(seenUpTo).optional(),
      documents: z.union([documents, fileName.transform((name) => [name])]).optional(),
    }),
    multipart: {
      limit: 'message',
      files: [{ name: 'files', kind: 'pdf', maxCount: mostAttachments.files, required: true }],
    },
    response: { status: 201, body: messageView },
    errors: [
      'STEP_CLOSED',
      'ANSWERED_MEANWHILE',
      'FILE_NOT_PDF',
      'PDF_DAMAGED',
      'PDF_LOCKED',
      'PDF_ACTIVE',
      'FILE_TOO_LARGE',
      'QUOTA_EXCEEDED',
    ],
  },
  deleteMessage: {
    route: 'DELETE /processing/step/:stepId/messages/:messageId',
    permission: 'message:write',
    summary:
      'Delete a message of the caller within ten minutes, while the other side has not read it',
    params: z.object({ stepId: id, messageId: id }),
    response: acknowledged,
    errors: ['UNDO_TOO_LATE'],
  },
  setAnswerNeeded: {
    route: 'PUT /processing/step/:stepId/messages/answer',
    permission: 'message:settle',
    summary: 'Say that the messages up to this one need no answer, or that they do after all',
    params,
    body: z.object({ isNeeded: z.boolean({ error: v('invalid') }), upTo: id }),
    response: acknowledged,
    errors: ['STEP_CLOSED'],
  },
  markMessagesRead: {
    route: 'PUT /processing/step/:stepId/messages/read',
    permission: 'message:read',
    summary: 'The other side’s messages up to this one have been read',
    params,
    body: z.object({ upTo: id }),
    response: acknowledged,
  },
  listThreads: {
    route: 'GET /messages/threads',
    permission: 'message:read',
    summary:
      'The person’s conversations, the last written to first: an agent’s after those to be answered, the longest waiting on top, a beneficiary’s before the open steps without messages',
    query: z.object({
      ...pagingQuery,
      /** For agents. A beneficiary has one view. */
      view: z.enum(threadViews, { error: v('filter') }).optional(),
      /**
       * For agents: a person's name, a request's number or words of one message. It searches the first 300
       * conversations that await an answer, the 300 latest others, and the last 20 messages of each.
       */
      search: searchText.optional(),
      lang: langQuery,
    }),
    response: z.array(threadView),
    total: true,
  },
  getNotes: {
    route: 'GET /processing/step/:stepId/notes',
    permission: 'note:use',
    summary: 'Internal notes of the organisation on a step, a page from the end, oldest first',
    params,
    query: pageBefore,
    response: z.object({ notes: z.array(noteView), hasEarlier: z.boolean() }),
  },
  addNote: {
    route: 'POST /processing/step/:stepId/notes',
    permission: 'note:use',
    summary: 'Write an internal note: only agents of the step’s organisation read it',
    params,
    body: written.extend({
      /** Ids of the users mentioned as `@name`: active agents of the organisation, who are notified. */
      mentions: z
        .array(z.uuid({ error: v('invalid') }))
        .max(mostMentions, v('tooMany'))
        .optional(),
    }),
    response: { status: 201, body: noteView },
  },
  markNotesRead: {
    route: 'PUT /processing/step/:stepId/notes/read',
    permission: 'note:use',
    summary: 'The notes up to this one that name the reader have been read',
    params,
    body: z.object({ upTo: id }),
    response: acknowledged,
  },
});
