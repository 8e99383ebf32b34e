import { threadPageSize, type NoteView } from '@wasl/contracts';

import { displayName } from '../../platform/database/person-name.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { inAct } from '../../events/act.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { markNoticesRead } from '../notices/index.ts';
import { presentNote } from './messages.presenter.ts';
import { messagesRepository, type ThreadRow } from './messages.repository.ts';
import { notesRepository } from './notes.repository.ts';

/** The input of a client; `mentions` are ids of colleagues, absent from older clients. */
interface WrittenNote {
  readonly body: string;
  readonly clientKey: string;
  readonly mentions?: readonly string[] | undefined;
}

type Notes = ReturnType<typeof notesRepository>;

/** Internal notes, only for agents of the step's organisation. */
export function notesService(deps: Pick<Deps, 'db' | 'clock' | 'limits' | 'mail'>) {
  const { db, clock, limits } = deps;
  /** The binder checks this permission too. */
  function mustBeAgent(actor: Actor): void {
    if (actor.role !== 'PARTENAIRE') throw new ApiError('FORBIDDEN');
  }

  async function ownStep(actor: Actor, stepId: number): Promise<ThreadRow> {
    mustBeAgent(actor);
    const step = await messagesRepository(db).thread(actor, stepId);
    if (step === undefined) throw new ApiError('NOT_FOUND');
    return step;
  }

  return {
    /** @throws ApiError NOT_FOUND */
    async read(
      actor: Actor,
      stepId: number,
      before: number | undefined,
    ): Promise<{ notes: NoteView[]; hasEarlier: boolean }> {
      mustBeAgent(actor);
      const found = await notesRepository(db).page(actor, stepId, before, threadPageSize);
      if (found === undefined) throw new ApiError('NOT_FOUND');
      const { rows, hasEarlier } = found;
      return { notes: rows.map((row) => presentNote(row, actor)), hasEarlier };
    },

    /**
     * Adds a note, also on a closed step. Each mentioned colleague is notified once per note, except the author.
     * @throws ApiError NOT_FOUND, TOO_MANY_REQUESTS; INVALID_INPUT for a mention that is not an active agent of the
     * organisation
     */
    async add(
      actor: Actor,
      stepId: number,
      { body, clientKey, mentions = [] }: WrittenNote,
    ): Promise<NoteView> {
      await limits.consume('message', { account: actor.userId });
      const step = await ownStep(actor, stepId);
      const wanted = [...new Set(mentions.map((id) => id.toLowerCase()))];
      const authorId = actor.userId;
      const note = { stepId, authorId, body, clientKey, createdAt: clock.now() };
      const written = (notes: Notes) => notes.findByKey(stepId, authorId, clientKey);
      if (wanted.length === 0) {
        const notes = notesRepository(db);
        await notes.insertOnce(note);
        return presentNote(await written(notes), actor);
      }
      return await inAct(deps, actor, async (act) => {
        const notes = notesRepository(act.tx);
        const isNew = await notes.insertOnce(note);
        const row = await written(notes);
        if (!isNew) return presentNote(row, actor);
        const found = await notes.colleagues(step.partner.id, [...wanted, authorId]);
        const author = found.find(({ id }) => id === authorId);
        if (author === undefined) throw new ApiError('FORBIDDEN');
        const named = found.filter(({ id }) => wanted.includes(id));
        if (named.length < wanted.length) throw invalidField('mentions', 'invalid');
        const readers = named.filter(({ id }) => id !== authorId);
        const unread = await notes.waiting(
          stepId,
          readers.map(({ id }) => id),
        );
        await notes.name(
          row.id,
          named.map((one) => ({
            userId: one.id,
            name: displayName(one),
            seenAt: one.id === authorId ? note.createdAt : null,
          })),
        );
        act.record({
          type: 'colleagues.mentioned',
          request: { id: step.requestId, ...step.request },
          step: { ...step, partnerId: step.partner.id },
          author,
          named: readers,
          unread,
        });
        return presentNote(await written(notes), actor);
      });
    },

    /** Marks the reader's mentions up to `upTo` as read. @throws ApiError NOT_FOUND */
    async markRead(actor: Actor, stepId: number, upTo: number): Promise<void> {
      await ownStep(actor, stepId);
      await inAct(deps, actor, async (act) => {
        await notesRepository(act.tx).markSeen(stepId, upTo, actor.userId, act.now);
        markNoticesRead(act).seen(actor.userId, 'MENTIONED', stepId);
      });
    },
  };
}
