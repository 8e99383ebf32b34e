import type { Actor } from '../../platform/auth/actor.ts';
import type { ActDeps } from '../../events/act.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { isBlocked } from '../../rules/step-transitions.ts';
import { removeNotices } from '../notices/index.ts';
import { updateDeadlines } from '../requests/index.ts';
import { requireAtWork, withLockedStep, type LockedStep } from './locked-step.ts';
import { processingRepository } from './processing.repository.ts';
import { unblock } from './unblock.ts';

const awaitedOf = ({ step }: LockedStep) => step.documents.filter(({ file }) => file === null);

/** Documents that a step awaits from the person. */
export function awaitedDocumentsService(deps: ActDeps) {
  return {
    /**
     * Takes back the request for a document. A blocked step that awaits nothing else is in progress again, and the
     * time of the request counts for the organisation.
     * @throws ApiError NOT_FOUND, FORBIDDEN, STEP_CLOSED, REQUEST_ON_HOLD, STATE_CONFLICT; DOCUMENT_NOT_EXPECTED when
     * the step does not await the document
     */
    async withdraw(actor: Actor, stepId: number, code: string): Promise<{ success: true }> {
      await withLockedStep(deps, actor, stepId, {}, async (locked) => {
        requireAtWork(locked);
        const { act, requestId, step, facts } = locked;
        const awaited = awaitedOf(locked);
        const document = awaited.find(({ documentItem }) => documentItem.code === code);
        if (document === undefined) throw new ApiError('DOCUMENT_NOT_EXPECTED');
        await processingRepository(act.tx).withdrawDocument(stepId, document.id);
        await removeNotices(act.tx).notAwaited(stepId, [code]);
        act.record({
          type: 'step.documentWithdrawn',
          request: facts.request,
          step,
          document: document.documentItem,
        });
        if (awaited.length === 1 && isBlocked(step.status)) await unblock(act, requestId, step);
        await act.flush();
        await updateDeadlines(act.tx, [requestId], act.now);
      });
      return { success: true };
    },

    /**
     * Reminds the person of the documents that the step awaits.
     * @throws ApiError NOT_FOUND, FORBIDDEN, STEP_CLOSED, REQUEST_ON_HOLD; STATE_CONFLICT when the step awaits no
     * document; REMINDED_RECENTLY
     */
    async remind(actor: Actor, stepId: number): Promise<{ success: true }> {
      await withLockedStep(deps, actor, stepId, {}, async (locked) => {
        requireAtWork(locked);
        const { act, step, facts } = locked;
        const documents = awaitedOf(locked).map(({ documentItem }) => documentItem);
        if (documents.length === 0) throw new ApiError('STATE_CONFLICT');
        if (!(await processingRepository(act.tx).markReminded(stepId, act.now)))
          throw new ApiError('REMINDED_RECENTLY');
        act.record({ type: 'step.personReminded', request: facts.request, step, documents });
      });
      return { success: true };
    },
  };
}
