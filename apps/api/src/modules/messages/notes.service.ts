import { threadPageSize, type NoteView } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { presentNote } from './messages.presenter.ts';
import { messagesRepository } from './messages.repository.ts';
import { notesRepository } from './notes.repository.ts';

/** Internal notes: agents of the step's organisation write and read them, nobody else. */
export function notesService({ db, clock, limits }: Pick<Deps, 'db' | 'clock' | 'limits'>) {
  async function checkOwnStep(actor: Actor, stepId: number): Promise<void> {
    // The call's permission is the agents' alone; a step of theirs is one of their organisation.
    if (actor.role !== 'PARTENAIRE') throw new ApiError('FORBIDDEN');
    const step = await messagesRepository(db).thread(actor, stepId);
    if (step === undefined) throw new ApiError('NOT_FOUND');
  }

  return {
    /** @throws ApiError NOT_FOUND */
    async read(
      actor: Actor,
      stepId: number,
      before: number | undefined,
    ): Promise<{ notes: NoteView[]; hasEarlier: boolean }> {
      await checkOwnStep(actor, stepId);
      const { rows, hasEarlier } = await notesRepository(db).page(stepId, before, threadPageSize);
      return { notes: rows.map((row) => presentNote(row, actor)), hasEarlier };
    },

    /** Open after the step is closed too: the memory of the organisation. @throws ApiError NOT_FOUND, TOO_MANY_REQUESTS */
    async add(
      actor: Actor,
      stepId: number,
      { body, clientKey }: { body: string; clientKey: string },
    ): Promise<NoteView> {
      await limits.consume('message', { account: actor.userId });
      await checkOwnStep(actor, stepId);
      const row = await notesRepository(db).insertOnce({
        stepId,
        authorId: actor.userId,
        body,
        clientKey,
        createdAt: clock.now(),
      });
      return presentNote(row, actor);
    },
  };
}
