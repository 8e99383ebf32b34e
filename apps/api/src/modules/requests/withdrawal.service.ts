import type { Lang, RequestView } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inAct, type Act } from '../../events/act.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { withdrawalOutcome } from '../../policies/request-actions.ts';
import { updateDeadlines } from './deadlines.ts';
import { loadStatusLabels } from './labels.repository.ts';
import { requestWrites, lockKeyOf } from './request-writes.repository.ts';
import { viewRequest } from './request-view.ts';
import { partnersOf, routingRepository } from './routing.repository.ts';
import { inEachLang } from '../../platform/i18n/in-lang.ts';
import { rejected } from './rejected.ts';
import type { ReasonWithText } from '../../rules/reasons.ts';
import { isAtWork, isClosed } from '../../rules/step-transitions.ts';

export type WithdrawalDeps = Pick<Deps, 'db' | 'clock' | 'mail' | 'log' | 'words'>;

/** Permanent withdrawal of a submitted request by its owner. */
export function withdrawalService(deps: WithdrawalDeps) {
  const { log, words } = deps;
  /** @returns whether this call withdrew it */
  async function withdraw(
    act: Act,
    actor: Actor,
    id: number,
    why: ReasonWithText,
  ): Promise<boolean> {
    const { tx, now } = act;
    const writes = requestWrites(tx);
    // Locks the row first: an agent who saves concurrently does so before, or finds the step closed.
    const locked = await writes.lockOwned(id, actor.userId);
    if (locked === undefined) throw new ApiError('NOT_FOUND');
    const outcome = withdrawalOutcome(locked.status, locked.agreement);
    if (outcome === 'refused') throw new ApiError('STATE_CONFLICT');
    if (outcome === 'already-withdrawn') return false;
    const routing = routingRepository(tx);
    const request = await routing.process(id);
    const open = request.steps.filter((step) => !isClosed(step.status));
    await routing.reject(open.map((step) => step.id));
    await writes.set(id, { status: 'RETIREE', observation: null });
    const atWork = open.filter((step) => isAtWork(step.status));
    act.record(
      {
        type: 'request.withdrawn',
        request,
        from: locked.status,
        percent: request.percent,
        steps: atWork,
        agents: await routing.agentsOf(partnersOf(atWork)),
        why: { ...why, label: inEachLang((lang) => words[lang].reasons[why.reason]) },
        label: (await loadStatusLabels(tx)).inEachLang('RETIREE'),
      },
      ...rejected(request, open),
    );
    await act.flush();
    await updateDeadlines(tx, [id], now);
    return true;
  }

  return {
    /**
     * Closes the open steps and notifies the organisations that have them. The first of several concurrent withdrawals
     * decides; repeating it changes nothing.
     * @throws ApiError NOT_FOUND; STATE_CONFLICT for a request that was not submitted, is back with its author, or is
     * processed
     */
    async withdraw(
      actor: Actor,
      id: number,
      why: ReasonWithText,
      lang: Lang,
    ): Promise<RequestView> {
      const { view, isNew } = await inAct(
        deps,
        actor,
        async (act) => {
          const changed = await withdraw(act, actor, id, why);
          return { view: await viewRequest(act.tx, actor, id, lang, act.now), isNew: changed };
        },
        { queue: lockKeyOf(id, actor.userId) },
      );
      if (isNew)
        log.info({
          event: 'request.withdrawn',
          userId: actor.userId,
          requestId: id,
          reason: why.reason,
        });
      return view;
    },
  };
}
