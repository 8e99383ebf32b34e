import type { Reason } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';

import type { DemoRequest, DemoStep } from './demo-files.schema.ts';
import { daysBefore } from './lookup.ts';

export interface CreatedStep extends DemoStep {
  readonly id: number;
  readonly partnerId: number;
  readonly agentId: string | null;
}

type Event = Omit<Prisma.HistoryEventCreateManyInput, 'requestId'> & { at: Date };

interface Author {
  readonly actorId: string | null;
  readonly actorRole: string;
}

const administrator: Author = { actorId: null, actorRole: 'ADMINISTRATEUR' };

function stepEvents(step: CreatedStep, owner: Author, submittedAt: Date, now: Date): Event[] {
  const at = (days: number): Date => daysBefore(now, days);
  const agent: Author = { actorId: step.agentId, actorRole: 'PARTENAIRE' };
  const isLater = step.assignedDaysAgo !== null && at(step.assignedDaysAgo) > submittedAt;
  const routedAs = isLater || step.assignedDaysAgo === null ? 'NOT_STARTED' : 'ASSIGNED';
  const { id: stepId, percent } = step;
  const events: Event[] = [
    {
      kind: 'ROUTED',
      stepId,
      toStatus: routedAs,
      detail: String(step.partnerId),
      at: submittedAt,
      ...owner,
    },
  ];
  if (isLater && step.assignedDaysAgo !== null) {
    const moment = at(step.assignedDaysAgo);
    events.push({
      kind: 'STEP_ASSIGNED',
      stepId,
      fromStatus: 'NOT_STARTED',
      toStatus: 'ASSIGNED',
      at: moment,
      ...agent,
    });
  }
  if (step.startedDaysAgo !== null) {
    const moment = at(step.startedDaysAgo);
    // A step with another final status was in progress first.
    const toStatus = step.status === 'BLOCKED' ? 'BLOCKED' : 'IN_PROGRESS';
    const reached = step.status === 'PROCESSED' ? 50 : percent;
    events.push({
      kind: 'STEP_STATUS',
      stepId,
      fromStatus: 'ASSIGNED',
      toStatus,
      percent: reached,
      at: moment,
      ...agent,
    });
  }
  for (const { code, requestedDaysAgo, uploadedDaysAgo } of step.documents ?? []) {
    events.push({
      kind: 'DOCUMENT_REQUESTED',
      stepId,
      detail: code,
      at: at(requestedDaysAgo),
      ...agent,
    });
    if (uploadedDaysAgo !== null) {
      events.push({
        kind: 'DOCUMENT_UPLOADED',
        stepId,
        detail: code,
        at: at(uploadedDaysAgo),
        ...owner,
      });
    }
  }
  if (step.processedDaysAgo !== null) {
    const moment = at(step.processedDaysAgo);
    events.push({
      kind: 'STEP_STATUS',
      stepId,
      fromStatus: 'IN_PROGRESS',
      toStatus: 'PROCESSED',
      percent: 100,
      at: moment,
      ...agent,
    });
  }
  if (step.rating) {
    events.push({
      kind: 'RATED',
      stepId,
      detail: String(step.rating.stars),
      at: at(step.rating.daysAgo),
      ...owner,
    });
  }
  return events;
}

/** Status change to the current status, with its author; empty while the request has its first status. */
function statusChanges(
  request: DemoRequest,
  steps: readonly CreatedStep[],
  owner: Author,
  now: Date,
): Event[] {
  const { status: toStatus, percent } = request;
  const fromStatus = request.submittedDaysAgo === null ? 'EN_COURS_DE_CREATION' : 'NOUVEAU';
  const newest = (days: readonly (number | null)[]): number =>
    Math.min(...days.filter((day) => day !== null));
  const agent: Author = { actorId: steps[0]?.agentId ?? null, actorRole: 'PARTENAIRE' };
  const begun: Event = {
    kind: 'STATUS',
    fromStatus,
    toStatus: 'ENTAME',
    percent,
    at: daysBefore(
      now,
      Math.max(0, ...steps.flatMap(({ startedDaysAgo }) => startedDaysAgo ?? [])),
    ),
    ...agent,
  };
  switch (toStatus) {
    case 'SUPPRIME':
      return [
        {
          kind: 'DELETED',
          fromStatus,
          toStatus,
          at: daysBefore(now, request.createdDaysAgo),
          ...owner,
        },
      ];
    case 'A_REFOURMULER': {
      const moment = daysBefore(now, Math.max((request.submittedDaysAgo ?? 1) - 1, 0));
      return [{ kind: 'STATUS', fromStatus, toStatus, at: moment, ...administrator }];
    }
    case 'EN COURS DE QUALIFICATION': {
      const moment = daysBefore(now, request.submittedDaysAgo ?? 0);
      return [{ kind: 'STATUS', fromStatus, toStatus, at: moment, ...owner }];
    }
    case 'DEMANDE_TRAITE': {
      const moment = daysBefore(now, newest(steps.map((step) => step.processedDaysAgo)));
      return [{ kind: 'STATUS', fromStatus: 'ENTAME', toStatus, percent, at: moment, ...agent }];
    }
    case 'ENTAME':
      return [begun];
    case 'RETIREE':
      return [
        {
          kind: 'STATUS',
          fromStatus,
          toStatus,
          percent,
          detail: 'NO_LONGER_NEEDED' satisfies Reason,
          at: daysBefore(now, request.submittedDaysAgo ?? request.createdDaysAgo),
          ...owner,
        },
      ];
    case 'EN_ATTENTE': {
      const moment = daysBefore(now, Math.max(newest(steps.map((s) => s.startedDaysAgo)) - 1, 0));
      const suspended = { kind: 'STATUS', fromStatus: 'ENTAME', toStatus, percent, at: moment };
      return [begun, { ...suspended, detail: request.observation ?? null, ...administrator }];
    }
    case 'NOUVEAU':
    case 'EN_COURS_DE_CREATION':
      return [];
  }
}

/**
 * History of the request, oldest first.
 * @param people.filerId the agent who filed it; null when the demonstration has none
 */
export function demoHistory(
  request: DemoRequest,
  steps: readonly CreatedStep[],
  { ownerId, filerId }: { ownerId: string; filerId: string | null },
  now: Date,
): Event[] {
  const owner: Author = { actorId: ownerId, actorRole: 'BENEFICIAIRE' };
  const author: Author = request.filed ? { actorId: filerId, actorRole: 'PARTENAIRE' } : owner;
  const createdAt = daysBefore(now, request.createdDaysAgo);
  const events: Event[] = [
    { kind: 'CREATED', toStatus: 'EN_COURS_DE_CREATION', at: createdAt, ...author },
    ...(request.filed
      ? [{ kind: 'AGREEMENT', toStatus: 'WAITING', at: createdAt, ...author }]
      : []),
  ];
  if (request.submittedDaysAgo !== null) {
    const submittedAt = daysBefore(now, request.submittedDaysAgo);
    events.push({
      kind: 'SUBMITTED',
      fromStatus: 'EN_COURS_DE_CREATION',
      toStatus: 'NOUVEAU',
      at: submittedAt,
      ...owner,
    });
    for (const step of steps) events.push(...stepEvents(step, owner, submittedAt, now));
  }
  events.push(...statusChanges(request, steps, owner, now));
  return events.sort((a, b) => a.at.getTime() - b.at.getTime());
}
