import type { Lang, RequestStatus, RequestView } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inAct, type Act } from '../../events/act.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { agreementOutcome } from '../../policies/request-actions.ts';
import { isJourneyOpen } from '../journeys/index.ts';
import { agreementsRepository } from './agreements.repository.ts';
import { updateDeadlines } from './deadlines.ts';
import { requestWrites, lockKeyOf } from './request-writes.repository.ts';
import { viewRequest } from './request-view.ts';
import { partnersOf, routingRepository } from './routing.repository.ts';
import { rejected } from './rejected.ts';
import { requestPercent } from '../../rules/request-progress.ts';
import { isAtWork, isClosed } from '../../rules/step-transitions.ts';
import { submitAndRoute } from './submission.service.ts';
import type { LogEvent } from '../../platform/program/logger.ts';

export type AgreementDeps = Pick<Deps, 'db' | 'clock' | 'mail' | 'log'>;

/** The owner's answer to a request that an organisation filed for them: docs/imports.md, "Agreement". */
export function agreementService(deps: AgreementDeps) {
  const { log } = deps;

  async function accept(act: Act, actor: Actor, id: number): Promise<boolean> {
    const { tx, now } = act;
    const writes = requestWrites(tx);
    // Locks the row first: of several concurrent answers the first decides, and the others find it decided.
    const locked = await writes.lockOwned(id, actor.userId);
    if (locked === undefined) throw new ApiError('NOT_FOUND');
    const outcome = agreementOutcome(locked.agreement, true);
    if (outcome === 'refused') throw new ApiError('STATE_CONFLICT');
    if (outcome === 'already-decided') return false;
    if (!locked.isQualified) throw new ApiError('QUALIFICATION_REQUIRED');
    const request = await routingRepository(tx).process(id);
    if (request.journeyDef !== null && !isJourneyOpen(request.journeyDef, now))
      throw new ApiError('JOURNEY_CLOSED');
    await writes.set(id, { agreement: 'GIVEN' });
    act.record({ type: 'agreement.given', requestId: id });
    const filer = await agreementsRepository(tx).filerOf(id);
    await submitAndRoute(act, request, filer ?? undefined);
    return true;
  }

  /** A refusal covers every waiting request of the organisation. */
  async function refuse(act: Act, actor: Actor, id: number): Promise<boolean> {
    const { tx, now } = act;
    const writes = requestWrites(tx);
    const agreements = agreementsRepository(tx);
    const waiting = await agreements.lockWaitingOfFiler(id, actor.userId);
    if (!waiting.includes(id)) {
      const locked = await writes.lockOwned(id, actor.userId);
      if (locked === undefined) throw new ApiError('NOT_FOUND');
      if (agreementOutcome(locked.agreement, false) !== 'already-decided')
        throw new ApiError('STATE_CONFLICT');
      return false;
    }
    await agreements.refuse(waiting, now);
    act.record(...waiting.map((requestId) => ({ type: 'agreement.refused' as const, requestId })));
    return true;
  }

  async function withdraw(act: Act, actor: Actor, id: number): Promise<boolean> {
    const { tx, now } = act;
    const writes = requestWrites(tx);
    const locked = await writes.lockOwned(id, actor.userId);
    if (locked === undefined) throw new ApiError('NOT_FOUND');
    if (locked.agreement === 'WITHDRAWN') return false;
    if (locked.agreement !== 'GIVEN') throw new ApiError('STATE_CONFLICT');
    const routing = routingRepository(tx);
    const request = await routing.process(id);
    const { steps } = request;
    const open = steps.filter((step) => !isClosed(step.status));
    await routing.reject(open.map((step) => step.id));
    const delivered = steps.filter((step) => step.status === 'PROCESSED');
    // Delivered work stays visible to the owner. Without any, the request is a draft again.
    const left: RequestStatus = delivered.length > 0 ? 'DEMANDE_TRAITE' : 'EN_COURS_DE_CREATION';
    // A withdrawn request stays withdrawn.
    const status: RequestStatus = locked.status === 'RETIREE' ? 'RETIREE' : left;
    await writes.set(id, {
      agreement: 'WITHDRAWN',
      status,
      percent: requestPercent(delivered, 0),
      observation: null,
    });
    const atWork = open.filter((step) => isAtWork(step.status));
    const agents = await routing.agentsOf(partnersOf(atWork));
    act.record(
      { type: 'agreement.withdrawn', request, agents, steps: atWork },
      ...rejected(request, open),
    );
    if (status !== locked.status)
      act.record({
        type: 'request.statusChanged',
        request,
        from: locked.status,
        to: status,
        label: null,
      });
    await act.flush();
    await updateDeadlines(tx, [id], now);
    return true;
  }

  async function answer(
    actor: Actor,
    id: number,
    lang: Lang,
    event: LogEvent,
    change: (act: Act) => Promise<boolean>,
  ): Promise<RequestView> {
    const { view, isNew } = await inAct(
      deps,
      actor,
      async (act) => {
        const changed = await change(act);
        await act.flush();
        return { view: await viewRequest(act.tx, actor, id, lang, act.now), isNew: changed };
      },
      { queue: lockKeyOf(id, actor.userId) },
    );
    if (isNew) log.info({ event, userId: actor.userId, requestId: id });
    return view;
  }

  return {
    /**
     * Records the owner's answer. Agreeing submits and routes the request. Refusing also refuses every other waiting
     * request of the same organisation. The first answer decides; repeating it changes nothing.
     * @throws ApiError NOT_FOUND, STATE_CONFLICT; when agreeing also QUALIFICATION_REQUIRED, JOURNEY_CLOSED
     */
    async decide(actor: Actor, id: number, accepted: boolean, lang: Lang): Promise<RequestView> {
      return accepted
        ? await answer(actor, id, lang, 'agreement.given', (act) => accept(act, actor, id))
        : await answer(actor, id, lang, 'agreement.refused', (act) => refuse(act, actor, id));
    },

    /**
     * Takes an agreement back. Open steps are closed, their organisations are notified, and all organisations lose
     * access to the request.
     * @throws ApiError NOT_FOUND, STATE_CONFLICT when no agreement was given
     */
    async withdraw(actor: Actor, id: number, lang: Lang): Promise<RequestView> {
      return await answer(actor, id, lang, 'agreement.withdrawn', (act) =>
        withdraw(act, actor, id),
      );
    },
  };
}
