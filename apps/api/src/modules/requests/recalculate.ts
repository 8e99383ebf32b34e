import { dayOf, type RequestStatus } from '@wasl/contracts';

import type { Act } from '../../events/act.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import { giveByLoad, ownersByLoad } from './by-load.ts';
import { wrongDeadlines } from './deadlines.ts';
import { loadStatusLabels } from './labels.repository.ts';
import { requestFacts, type RequestFacts } from './request-facts.repository.ts';
import { requestWrites } from './request-writes.repository.ts';
import {
  partnersOf,
  routingRepository,
  type RequestProcess,
  type StepRow,
} from './routing.repository.ts';
import {
  isWhollyDuplicate,
  requestPercent,
  requestStatusFromSteps,
  statusAfterChange,
  stepsToAssign,
} from '../../rules/request-progress.ts';
import { reasonDetail } from '../../rules/reasons.ts';
import { vacantSteps } from '../../rules/routing.ts';
import type { StepDeadline } from '../../rules/step-deadline.ts';
import { isClosed } from '../../rules/step-transitions.ts';
import { workChanges } from './work-changes.repository.ts';

/** Services of a personalised request without any step, and declined services without a new organisation. */
export function unroutedServices(
  request: Pick<RequestProcess, 'services' | 'steps' | 'journeyDef'>,
): number[] {
  const routed = new Set(request.steps.map((step) => step.titleItemId));
  return [
    ...request.services.map(({ itemId }) => itemId).filter((itemId) => !routed.has(itemId)),
    ...vacantSteps(request).map((step) => step.titleItemId),
  ];
}

export interface RecalculateOptions {
  /** The administrator has just ended the hold. */
  readonly isResumed?: boolean;
  /** The owner gets a specific mail about the change, so the generic status mail is omitted. */
  readonly isOwnerNotified?: boolean;
}

/**
 * Recalculates a request after a change of its steps. It assigns due steps, recalculates status, percent and deadlines,
 * and writes the history and the mails. On hold, no step is assigned and the status stays. Call it in the transaction
 * of the change, with the request's row locked.
 */
export async function recalculateRequest(
  act: Act,
  requestId: number,
  options: RecalculateOptions = {},
): Promise<void> {
  await act.flush();
  await recalculateFromFacts(act, await requestFacts(act.tx, requestId), options);
}

/**
 * {@link recalculateRequest} for a caller that has read the facts. `facts` must include the change.
 * @returns the changed deadlines, by step, and the request's status
 */
export async function recalculateFromFacts(
  act: Act,
  { request, attended, clocks, waitingAgents }: RequestFacts,
  { isResumed = false, isOwnerNotified = false }: RecalculateOptions = {},
): Promise<{ status: RequestStatus; deadlines: ReadonlyMap<number, StepDeadline> }> {
  const requestId = request.id;
  const { tx, now } = act;
  const changes = workChanges(act);
  const before = requestStatusOf(request.status);
  const isOnHold = before === 'EN_ATTENTE' && !isResumed;

  const vacant = new Set(vacantSteps(request).map(({ id }) => id));
  const assignable = new Set(
    isOnHold
      ? []
      : stepsToAssign(
          request.steps.map((step) => ({
            ...step,
            isAttended: attended.has(step.partnerId),
            isVacant: vacant.has(step.id),
          })),
        ).map(({ id }) => id),
  );
  const assigned = request.steps.filter((step) => assignable.has(step.id));
  changes.steps(
    assigned.map(({ id }) => ({ id, status: 'ASSIGNED', assignedAt: now, isNewVersion: true })),
  );

  const steps = request.steps.map((step) => ({
    ...step,
    status: assignable.has(step.id) ? ('ASSIGNED' as const) : step.status,
  }));
  const unrouted = unroutedServices(request).length;
  const isLeft = ({ status, partnerId }: StepRow) => !isClosed(status) && !attended.has(partnerId);
  const isWaiting = unrouted > 0 || request.steps.some(isLeft);
  const after = isResumed
    ? requestStatusFromSteps(steps, isWaiting)
    : statusAfterChange(before, steps, isWaiting);
  const percent = requestPercent(steps, unrouted);
  if (after !== before || percent !== request.percent)
    changes.request({ id: requestId, status: after, percent });
  if (after === 'DEMANDE_TRAITE' && isWhollyDuplicate(steps)) {
    const numbers = new Set(steps.flatMap(({ duplicateOf }) => duplicateOf?.numRequest ?? []));
    const observation = reasonDetail({ reason: 'DUPLICATE', text: [...numbers].join(', ') });
    await requestWrites(tx).set(requestId, { observation });
  }
  const statusOf = new Map(steps.map(({ id, status }) => [id, status]));
  const passed =
    after === before
      ? []
      : [{ of: 'request' as const, from: before, to: after, at: now.getTime() }];
  const wrong = wrongDeadlines(
    clocks.map((clock) => ({
      ...clock,
      status: statusOf.get(clock.id) ?? clock.status,
      requestStatus: after,
      assignedAt: assignable.has(clock.id) ? now : clock.assignedAt,
      changes: [...clock.changes, ...passed],
    })),
    new Set(clocks[0]?.holidays),
    dayOf(now),
  );
  changes.steps(wrong.map(({ stepId, computed }) => ({ id: stepId, ...computed })));

  if (assigned.length > 0) {
    const agents = waitingAgents ?? (await routingRepository(tx).agentsOf(partnersOf(assigned)));
    const started = assigned.map((step) => ({ ...step, status: 'ASSIGNED' as const }));
    const owners = await ownersByLoad(act, started, agents);
    for (const step of started) {
      const assigneeId = owners.get(step.id) ?? step.assigneeId;
      act.record({ type: 'step.turnCame', request, step: { ...step, assigneeId }, agents });
    }
    giveByLoad(act, requestId, owners);
  }
  if (after !== before)
    act.record({
      type: 'request.statusChanged',
      request,
      from: before,
      to: after,
      percent,
      label: isOwnerNotified ? null : (await loadStatusLabels(tx)).inEachLang(after),
    });
  return {
    status: after,
    deadlines: new Map(wrong.map(({ stepId, computed }) => [stepId, computed])),
  };
}
