import type { RequestStatus } from '@wasl/contracts';

import type { Act } from '../../events/act.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { canSendBack } from '../../policies/request-actions.ts';
import { updateDeadlines } from './deadlines.ts';
import { loadStatusLabels } from './labels.repository.ts';
import { rejected } from './rejected.ts';
import { requestWrites } from './request-writes.repository.ts';
import { routingRepository } from './routing.repository.ts';
import { isClosed } from '../../rules/step-transitions.ts';

/**
 * Sends a request back to its author with the changes to make: A_REFOURMULER. Untouched steps are deleted; steps with
 * work, messages or notes are closed as REJECTED. A new submission is routed again. Call it in a transaction with the
 * request's row locked.
 * @param exceptStepId the step of the organisation that sends it back: it is closed and stays readable
 * @throws ApiError STATE_CONFLICT when the request is not with the organisations or a step was processed
 */
export async function sendBackLocked(
  act: Act,
  id: number,
  {
    status,
    text,
    exceptStepId,
  }: {
    readonly status: RequestStatus;
    readonly text: string;
    readonly exceptStepId?: number;
  },
): Promise<void> {
  const { tx, now } = act;
  const writes = requestWrites(tx);
  const routing = routingRepository(tx);
  const request = await routing.process(id);
  const { steps } = request;
  if (!canSendBack(status, steps)) throw new ApiError('STATE_CONFLICT');
  const written = await routing.writtenOn(steps.map((step) => step.id));
  const untouched = steps.filter(
    (step) =>
      (step.status === 'ASSIGNED' || step.status === 'NOT_STARTED') &&
      step.id !== exceptStepId &&
      !written.has(step.id),
  );
  const begun = steps.filter((step) => !isClosed(step.status) && !untouched.includes(step));
  await routing.withdraw(untouched.map((step) => step.id));
  await routing.reject(begun.map((step) => step.id));
  await writes.set(id, { status: 'A_REFOURMULER', observation: text, percent: 0 });
  act.record(...rejected(request, [...untouched, ...begun]), {
    type: 'request.statusChanged',
    request,
    from: status,
    to: 'A_REFOURMULER',
    detail: text,
    observation: text,
    label: (await loadStatusLabels(tx)).inEachLang('A_REFOURMULER'),
  });
  await act.flush();
  await updateDeadlines(tx, [id], now);
}
