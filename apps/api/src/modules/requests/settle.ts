import type { Db } from '../../platform/db.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import { keepDeadlines } from './deadlines.ts';
import { loadStatusLabels } from './labels.repository.ts';
import { requestMails } from './request-mails.ts';
import {
  requestWrites,
  type HistoryAuthor,
  type HistoryLine,
} from './request-writes.repository.ts';
import { routingRepository, type RequestProcess } from './routing.repository.ts';
import {
  requestPercent,
  requestStatusFromSteps,
  settledStatus,
  stepsToAssign,
} from './rules/request-progress.ts';
import { vacantSteps } from './rules/routing.ts';
import { isClosed } from './rules/step-transitions.ts';

/** Services of a personalised request for which no step was ever made, and what was declined and has nobody yet. */
export function unroutedServices(
  request: Pick<RequestProcess, 'services' | 'steps' | 'journeyDef'>,
): number[] {
  const routed = new Set(request.steps.map((step) => step.titleItemId));
  return [
    ...request.services.map(({ itemId }) => itemId).filter((itemId) => !routed.has(itemId)),
    ...vacantSteps(request).map((step) => step.titleItemId),
  ];
}

/**
 * Brings a request to where its steps are, after one of them changed: assigns the steps whose turn
 * has come, recomputes status, percent and deadlines, writes the history and the mails. On hold, nobody gets
 * a turn and the status stays.
 * Call it in the transaction of the change, with the request's row locked.
 * @param isResumed the administrator has just ended the hold
 * @param isOwnerTold the owner is told of the change in words of its own: no mail says the status again
 */
export async function settleRequest(
  tx: Db,
  outbox: Outbox,
  requestId: number,
  author: HistoryAuthor,
  now: Date,
  { isResumed = false, isOwnerTold = false }: { isResumed?: boolean; isOwnerTold?: boolean } = {},
): Promise<void> {
  const routing = routingRepository(tx);
  const writes = requestWrites(tx);
  const mails = requestMails(tx, outbox);
  const request = await routing.process(requestId);
  const before = requestStatusOf(request.status);
  const isHeld = before === 'EN_ATTENTE' && !isResumed;

  const open = request.steps.filter((step) => !isClosed(step.status));
  const attended = await routing.attended(open.map(({ partnerId }) => partnerId));

  const vacant = new Set(vacantSteps(request).map(({ id }) => id));
  const turns = new Set(
    isHeld
      ? []
      : stepsToAssign(
          request.steps.map((step) => ({
            ...step,
            status: step.status,
            isAttended: attended.has(step.partnerId),
            isVacant: vacant.has(step.id),
          })),
        ).map(({ id }) => id),
  );
  const assigned = request.steps.filter((step) => turns.has(step.id));
  if (assigned.length > 0) await routing.assign([...turns], now);

  const steps = request.steps.map((step) => ({
    status: turns.has(step.id) ? ('ASSIGNED' as const) : step.status,
    percent: step.percent,
  }));
  const unrouted = unroutedServices(request).length;
  const isWaiting = unrouted > 0 || open.some(({ partnerId }) => !attended.has(partnerId));
  const after = isResumed
    ? requestStatusFromSteps(steps, isWaiting)
    : settledStatus(before, steps, isWaiting);
  const percent = requestPercent(steps, unrouted);
  const history: HistoryLine[] = assigned.map((step) => ({
    requestId,
    kind: 'STEP_ASSIGNED',
    stepId: step.id,
    fromStatus: 'NOT_STARTED',
    toStatus: 'ASSIGNED',
  }));
  if (after !== before)
    history.push({ requestId, kind: 'STATUS', fromStatus: before, toStatus: after, percent });
  if (after !== before || percent !== request.percent)
    await writes.set(requestId, { status: after, percent });
  await writes.record(author, history, now);
  await keepDeadlines(tx, [requestId], now);
  await mails.assigned(request, assigned);
  if (after !== before && !isOwnerTold)
    await mails.statusChanged(request, after, null, await loadStatusLabels(tx));
}
