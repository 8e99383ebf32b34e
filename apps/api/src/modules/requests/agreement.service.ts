import type { Lang, RequestStatus, RequestView } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import { writeGatheredNow } from '../../platform/database/gathered.repository.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { agreementOutcome } from '../../policies/request-actions.ts';
import { isJourneyOpen } from '../journeys/index.ts';
import { agreementsRepository } from './agreements.repository.ts';
import { keepDeadlines } from './deadlines.ts';
import { requestMails } from './request-mails.ts';
import { requestWrites, turnOf } from './request-writes.repository.ts';
import { viewRequest } from './request-view.ts';
import { routingRepository } from './routing.repository.ts';
import { requestPercent } from '../../rules/request-progress.ts';
import { isAtWork, isClosed } from '../../rules/step-transitions.ts';
import { submitAndRoute } from './submission.service.ts';

export type AgreementDeps = Pick<Deps, 'db' | 'clock' | 'mail' | 'log'>;

/** Lines of the history written in one statement. */
const historyBatch = 1000;

/** The owner's word on a request that an organisation filed for them: docs/imports.md, "The person's agreement". */
export function agreementService({ db, clock, mail, log }: AgreementDeps) {
  async function accept(tx: Db, actor: Actor, id: number, now: Date): Promise<boolean> {
    const writes = requestWrites(tx);
    // The row is locked first: of several answers at once, one decides and the others find it decided.
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
    await writes.record(actor, [{ requestId: id, kind: 'AGREEMENT', toStatus: 'GIVEN' }], now);
    const filer = await agreementsRepository(tx).filerOf(id);
    await submitAndRoute(tx, mail, request, actor, now, filer ?? undefined);
    return true;
  }

  /** A refusal is of the organisation: it takes everything that waits from it, not one line after the other. */
  async function refuse(tx: Db, actor: Actor, id: number, now: Date): Promise<boolean> {
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
    for (let from = 0; from < waiting.length; from += historyBatch) {
      const lines = waiting.slice(from, from + historyBatch).map((requestId) => ({
        requestId,
        kind: 'AGREEMENT' as const,
        toStatus: 'REFUSED' as const,
      }));
      await writes.record(actor, lines, now);
    }
    return true;
  }

  async function withdraw(tx: Db, actor: Actor, id: number, now: Date): Promise<boolean> {
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
    // What was done stays done, for its owner; the rest is as if it had never been submitted.
    const left: RequestStatus = delivered.length > 0 ? 'DEMANDE_TRAITE' : 'EN_COURS_DE_CREATION';
    // A request that was taken back stays so.
    const status: RequestStatus = locked.status === 'RETIREE' ? 'RETIREE' : left;
    await writes.set(id, {
      agreement: 'WITHDRAWN',
      status,
      percent: requestPercent(delivered, 0),
      observation: null,
    });
    await writes.record(
      actor,
      [
        { requestId: id, kind: 'AGREEMENT', fromStatus: 'GIVEN', toStatus: 'WITHDRAWN' },
        ...open.map((step) => ({
          requestId: id,
          kind: 'STEP_STATUS' as const,
          stepId: step.id,
          fromStatus: step.status,
          toStatus: 'REJECTED' as const,
          percent: step.percent,
        })),
        ...(status === locked.status
          ? []
          : [
              {
                requestId: id,
                kind: 'STATUS' as const,
                fromStatus: locked.status,
                toStatus: status,
              },
            ]),
      ],
      now,
    );
    await keepDeadlines(tx, [id], now);
    await requestMails(tx, mail).agreementWithdrawn(
      request,
      open.filter((step) => isAtWork(step.status)),
    );
    return true;
  }

  async function answer(
    actor: Actor,
    id: number,
    lang: Lang,
    event: string,
    change: (tx: Db, now: Date) => Promise<boolean>,
  ): Promise<RequestView> {
    const now = clock.now();
    const { view, isNew } = await inTransaction(
      db,
      async (tx) => {
        const changed = await change(tx, now);
        await writeGatheredNow(tx);
        return { view: await viewRequest(tx, actor, id, lang, now), isNew: changed };
      },
      { turn: turnOf(id, actor.userId) },
    );
    if (isNew) log.info({ event, userId: actor.userId, requestId: id });
    return view;
  }

  return {
    /**
     * Agrees (the request is submitted and routed as if its owner had written it) or refuses, with everything else
     * that waits from the same organisation. The first answer holds; the same one again changes nothing.
     * @throws ApiError NOT_FOUND, STATE_CONFLICT; agreeing: QUALIFICATION_REQUIRED, JOURNEY_CLOSED
     */
    async decide(actor: Actor, id: number, accepted: boolean, lang: Lang): Promise<RequestView> {
      return accepted
        ? await answer(actor, id, lang, 'agreement given', (tx, now) => accept(tx, actor, id, now))
        : await answer(actor, id, lang, 'agreement refused', (tx, now) =>
            refuse(tx, actor, id, now),
          );
    },

    /**
     * Takes an agreement back: open steps are closed, their organisations told, and none knows of the request any more.
     * @throws ApiError NOT_FOUND, STATE_CONFLICT where none was given
     */
    async withdraw(actor: Actor, id: number, lang: Lang): Promise<RequestView> {
      return await answer(actor, id, lang, 'agreement withdrawn', (tx, now) =>
        withdraw(tx, actor, id, now),
      );
    },
  };
}
