import {
  deleteMessageSeconds,
  threadPageSize,
  type Lang,
  type MessageView,
  type ThreadHead,
  type ThreadView,
  type UnreadView,
} from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inAct, type ActDeps } from '../../events/act.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import type { Upload } from '../../platform/http/upload.ts';
import type { StoredBytes } from '../../platform/storage/files.ts';
import { showsDocuments } from '../../policies/contact.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import { removeNotices, markNoticesRead } from '../notices/index.ts';
import { nameOf } from '../partners/index.ts';
import { loadStatusLabels, requestWrites } from '../requests/index.ts';
import {
  presentMessage,
  presentThread,
  presentThreadHead,
  takesMessages,
} from './messages.presenter.ts';
import { messagesRepository, otherSide } from './messages.repository.ts';
import { sendingRepository } from './sending.repository.ts';
import { readUnread } from './unread.repository.ts';
import { threadsRepository, type ThreadsQuery } from './threads.repository.ts';

export type MessagesDeps = ActDeps & Pick<Deps, 'limits' | 'files'>;

/** The input of a client; `seenUpTo` is the last message that it showed, 0 for none. */
interface SentMessage {
  readonly body: string;
  readonly clientKey: string;
  readonly seenUpTo?: number | undefined;
  /** File names of documents of the step or the request. */
  readonly documents?: readonly string[] | undefined;
}

/** Writes the message with its attachments. With a key that was sent before, it returns the existing message. */
async function write(
  deps: MessagesDeps,
  actor: Actor,
  stepId: number,
  { body, clientKey, seenUpTo, documents = [] }: SentMessage,
  lang: Lang,
  stored: readonly StoredBytes[],
): Promise<MessageView> {
  return await inAct(deps, actor, async (act) => {
    const { tx, now } = act;
    const sending = sendingRepository(tx);
    const wanted = [...new Set(documents)];
    // The lock of every change of a request: it serialises repeated sends and their mails.
    const isThere = await sending.lock(actor, stepId);
    const asked = { clientKey, seenUpTo, documents: wanted };
    const facts = isThere ? await sending.read(actor, stepId, asked) : undefined;
    if (facts === undefined) throw new ApiError('NOT_FOUND');
    const { step } = facts;
    const organisation = nameOf(step.partner, lang);
    // Files uploaded again have no row, so the sweep deletes them.
    if (facts.sent !== null) return presentMessage(facts.sent, actor, organisation);
    if (!takesMessages(step.status)) throw new ApiError('STEP_CLOSED');
    if (facts.isAnswered) throw new ApiError('ANSWERED_MEANWHILE');

    const attached = [...facts.documents];
    if (attached.length < wanted.length) throw invalidField('documents', 'invalid');
    for (const bytes of stored) attached.push(await deps.files.keep(tx, bytes));
    const { userId: authorId, role: authorRole } = actor;
    const message = { stepId, authorId, authorRole, body, clientKey, createdAt: now };
    const id = await sending.insert(message, attached);

    const notices = markNoticesRead(act);
    const isAgent = actor.role === 'PARTENAIRE';
    // Answering marks the conversation as read and clears the notice for the other agents.
    if (isAgent) notices.doneForAgents(step.partner.id, 'MESSAGE', stepId);
    else notices.seen(actor.userId, 'MESSAGE', stepId);
    act.record({
      type: 'message.sent',
      request: { id: step.requestId, ...step.request },
      step: { ...step, partnerId: step.partner.id },
      reader: isAgent ? 'beneficiary' : 'agents',
      agents: facts.agents,
      // One mail until the reader has read the messages.
      isMailed: !facts.isNotified,
    });
    const attachments = attached.map(({ key, originalName: name, size, scanState }) => ({
      name,
      size,
      file: { key, removedAt: null, scanState },
    }));
    return presentMessage(
      { ...message, id, readAt: null, author: facts.author, attachments },
      actor,
      organisation,
    );
  });
}

/** Conversations on processing steps between the beneficiary and the step's organisation. */
export function messagesService(deps: MessagesDeps) {
  const { db, limits, files } = deps;
  const repository = messagesRepository(db);

  return {
    /** Returns a page of a conversation from its end, oldest first. @throws ApiError NOT_FOUND */
    async read(
      actor: Actor,
      stepId: number,
      before: number | undefined,
      lang: Lang,
    ): Promise<{ thread: ThreadHead; messages: MessageView[]; hasEarlier: boolean }> {
      const [found, labels] = await Promise.all([
        repository.conversation(actor, stepId, before, threadPageSize),
        loadStatusLabels(db),
      ]);
      if (found === undefined) throw new ApiError('NOT_FOUND');
      const { thread, rows, hasEarlier } = found;
      const organisation = nameOf(thread.partner, lang);
      const showsFiles = showsDocuments(actor, requestStatusOf(thread.request.status));
      return {
        thread: presentThreadHead(thread, { labels, lang, actor }),
        messages: rows.map((row) => presentMessage(row, actor, organisation, showsFiles)),
        hasEarlier,
      };
    },

    /**
     * Sends a message to the other side. It is idempotent by the client key, and so are its notifications. With
     * `seenUpTo`, an agent's message is refused when a colleague has answered meanwhile. Message and attachments are
     * written together or not at all. The binder has checked that uploads are PDF by content.
     * @throws ApiError NOT_FOUND, STEP_CLOSED, ANSWERED_MEANWHILE, TOO_MANY_REQUESTS, QUOTA_EXCEEDED; INVALID_INPUT for
     * a document of neither the step nor its request
     */
    async send(
      actor: Actor,
      stepId: number,
      message: SentMessage,
      lang: Lang,
      uploads: readonly Upload[] = [],
    ): Promise<MessageView> {
      if (uploads.length === 0) {
        await limits.consume('message', { account: actor.userId });
        return await write(deps, actor, stepId, message, lang, []);
      }
      // Checked before the files are stored, and again under the request's lock.
      const step = await repository.thread(actor, stepId);
      if (step === undefined) throw new ApiError('NOT_FOUND');
      const sent = await repository.findByKey(stepId, actor.userId, message.clientKey);
      if (sent !== undefined) return presentMessage(sent, actor, nameOf(step.partner, lang));
      if (!takesMessages(step.status)) throw new ApiError('STEP_CLOSED');
      return await files.store(
        db,
        { ownerId: actor.userId, requestId: step.requestId },
        uploads,
        (stored) => write(deps, actor, stepId, message, lang, stored),
      );
    },

    /**
     * {@link send} for a bulk action, which counts as one call for the limit. It has no attachments.
     * @throws ApiError NOT_FOUND, STEP_CLOSED
     */
    async sendOneOfMany(
      actor: Actor,
      stepId: number,
      message: Pick<SentMessage, 'body' | 'clientKey'>,
      lang: Lang,
    ): Promise<MessageView> {
      return await write(deps, actor, stepId, message, lang, []);
    },

    /**
     * Deletes a message of the actor within ten minutes, with the files that came with it. The conversation, notices and
     * counts are as before it.
     * @throws ApiError NOT_FOUND; UNDO_TOO_LATE when the other side has read it or written since
     */
    async remove(actor: Actor, stepId: number, messageId: number): Promise<void> {
      await inAct(deps, actor, async (act) => {
        const { tx, now } = act;
        const messages = messagesRepository(tx);
        if (!(await sendingRepository(tx).lock(actor, stepId))) throw new ApiError('NOT_FOUND');
        if (!(await messages.isOwn(actor, stepId, messageId))) throw new ApiError('NOT_FOUND');
        const since = new Date(now.getTime() - deleteMessageSeconds * 1000);
        const gone = await messages.remove({ id: messageId, stepId, author: actor }, since);
        if (gone === undefined) throw new ApiError('UNDO_TOO_LATE');
        for (const file of gone) await files.remove(tx, file);
        await threadsRepository(tx).refresh([stepId]);
        await removeNotices(tx).ofMessage(stepId, otherSide(actor.role));
      });
    },

    /** Marks the other side's messages up to `upTo` as read. @throws ApiError NOT_FOUND */
    async markRead(actor: Actor, stepId: number, upTo: number): Promise<void> {
      await inAct(deps, actor, async (act) => {
        const messages = messagesRepository(act.tx);
        if ((await messages.thread(actor, stepId)) === undefined) throw new ApiError('NOT_FOUND');
        await messages.markRead(stepId, upTo, otherSide(actor.role), act.now);
        markNoticesRead(act).seen(actor.userId, 'MESSAGE', stepId);
      });
    },

    /**
     * Sets whether the messages up to `upTo` need an answer. Later messages still wait.
     * @throws ApiError NOT_FOUND, STEP_CLOSED
     */
    async setAnswerNeeded(
      actor: Actor,
      stepId: number,
      { isNeeded, upTo }: { isNeeded: boolean; upTo: number },
    ): Promise<void> {
      await inAct(deps, actor, async (act) => {
        const { tx } = act;
        const messages = messagesRepository(tx);
        const found = await messages.thread(actor, stepId);
        if (found === undefined) throw new ApiError('NOT_FOUND');
        await requestWrites(tx).lock(found.requestId);
        const step = await messages.thread(actor, stepId);
        if (step === undefined) throw new ApiError('NOT_FOUND');
        if (!takesMessages(step.status)) throw new ApiError('STEP_CLOSED');
        const threads = threadsRepository(tx);
        await threads.waive(stepId, isNeeded ? null : upTo);
        await threads.refresh([stepId]);
        if (!isNeeded) markNoticesRead(act).doneForAgents(step.partner.id, 'MESSAGE', stepId);
      });
    },

    /** Returns a page of the person's conversations. An agent's unanswered conversations come first. */
    async threads(
      actor: Actor,
      page: ThreadsQuery,
      lang: Lang,
    ): Promise<{ threads: ThreadView[]; total: number }> {
      const [{ rows, total }, labels] = await Promise.all([
        threadsRepository(db).page(actor, page),
        loadStatusLabels(db),
      ]);
      return { threads: rows.map((row) => presentThread(row, { labels, lang, actor })), total };
    },

    /** Counts unread notices, and messages that a beneficiary should read or agents should answer, with their steps. */
    async unread(actor: Actor): Promise<UnreadView> {
      return await readUnread(db, actor);
    },
  };
}
