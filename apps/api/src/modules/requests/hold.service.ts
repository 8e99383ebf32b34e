import type { AdministratorWord } from '../../platform/database/administrator-acts.repository.ts';
import { inAct, type Act } from '../../events/act.ts';
import { administrator } from '../../events/author.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { canHold } from '../../policies/request-actions.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import { administrationRepository } from './administration.repository.ts';
import { recordAct, type RequestAdministrationDeps } from './administration.service.ts';
import { updateDeadlines } from './deadlines.ts';
import { loadStatusLabels } from './labels.repository.ts';
import { requestWrites } from './request-writes.repository.ts';
import {
  partnersOf,
  routingRepository,
  type RequestProcess,
  type StepRow,
} from './routing.repository.ts';
import { isAtWork } from '../../rules/step-transitions.ts';
import { recalculateRequest } from './recalculate.ts';

const atWork = ({ steps }: RequestProcess): StepRow[] =>
  steps.filter((step) => isAtWork(step.status));

/**
 * Suspends and resumes a whole request, by the administrator's script. On hold, agents and the owner read and write
 * messages and notes. Progress, documents and assignments are blocked (policies/request-actions.ts).
 * @param word who acts and why; null for a program without a person
 */
export function requestHold(
  deps: RequestAdministrationDeps,
  word: AdministratorWord | null = null,
) {
  /** Runs `change` with the request locked. @throws ApiError NOT_FOUND */
  async function onLocked(
    numRequest: string,
    change: (act: Act, request: RequestProcess) => Promise<void>,
  ): Promise<void> {
    const id = await administrationRepository(deps.db).requestIdOf(numRequest);
    if (id === undefined) throw new ApiError('NOT_FOUND');
    await inAct(deps, administrator, async (act) => {
      const { tx } = act;
      if ((await requestWrites(tx).lock(id)) === undefined) throw new ApiError('NOT_FOUND');
      await change(act, await routingRepository(tx).process(id));
    });
  }

  return {
    /**
     * Suspends a request: EN_ATTENTE. The owner and the organisations at work are notified with the reason, which the
     * request shows.
     * @throws ApiError NOT_FOUND, STATE_CONFLICT when the request is not with the organisations
     */
    async hold(numRequest: string, reason: string | null): Promise<void> {
      await onLocked(numRequest, async (act, request) => {
        const { tx, now } = act;
        const status = requestStatusOf(request.status);
        if (!canHold(status)) throw new ApiError('STATE_CONFLICT');
        const writes = requestWrites(tx);
        await writes.set(request.id, { status: 'EN_ATTENTE', observation: reason });
        const steps = atWork(request);
        const agents = await routingRepository(tx).agentsOf(partnersOf(steps));
        act.record(
          {
            type: 'request.statusChanged',
            request,
            from: status,
            to: 'EN_ATTENTE',
            percent: request.percent,
            ...(reason === null ? {} : { detail: reason }),
            observation: reason,
            label: (await loadStatusLabels(tx)).inEachLang('EN_ATTENTE'),
          },
          { type: 'request.held', request, steps, agents, reason },
        );
        await act.flush();
        await recordAct(tx, 'REQUEST_HELD', request, word, now);
        await updateDeadlines(tx, [request.id], now);
      });
    },

    /**
     * Resumes a request with the status of its steps. Steps that became due meanwhile are assigned. The owner and the
     * organisations are notified.
     * @throws ApiError NOT_FOUND, STATE_CONFLICT when the request is not on hold
     */
    async resume(numRequest: string): Promise<void> {
      await onLocked(numRequest, async (act, request) => {
        const { tx, now } = act;
        if (request.status !== 'EN_ATTENTE') throw new ApiError('STATE_CONFLICT');
        await requestWrites(tx).set(request.id, { observation: null });
        const steps = atWork(request);
        const agents = await routingRepository(tx).agentsOf(partnersOf(steps));
        act.record({ type: 'request.resumed', request, steps, agents });
        await recordAct(tx, 'REQUEST_RESUMED', request, word, now);
        await recalculateRequest(act, request.id, { isResumed: true });
      });
    },
  };
}
