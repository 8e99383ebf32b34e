import type { RequestStatus } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/db.ts';
import { requestScope } from '../../policies/requests.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import { authorColumns, nameColumns, type AuthorRow } from '../partners/index.ts';
import { labelColumns, type Labelled } from '../reference/index.ts';

/** More than a request ever sees: a list on a screen has an end. */
const mostEvents = 1000;

const eventColumns = {
  id: true,
  stepId: true,
  kind: true,
  fromStatus: true,
  toStatus: true,
  percent: true,
  detail: true,
  at: true,
  actorId: true,
  actorRole: true,
  fromOwnerId: true,
  toOwnerId: true,
} as const satisfies Prisma.HistoryEventSelect;
export type HistoryRow = Prisma.HistoryEventGetPayload<{ select: typeof eventColumns }>;

const stepColumns = {
  id: true,
  titleItem: { select: labelColumns },
  partnerId: true,
  partner: { select: nameColumns },
} as const satisfies Prisma.ProcessingStepSelect;
export type NamedStep = Prisma.ProcessingStepGetPayload<{ select: typeof stepColumns }>;

/** The history of requests, to read. */
export function historyRepository(db: Db) {
  return {
    /** The status of a request that the actor may know of. */
    async statusOf(actor: Actor, requestId: number): Promise<RequestStatus | undefined> {
      const row = await db.supportRequest.findFirst({
        where: { AND: [{ id: requestId }, requestScope(actor)] },
        select: { status: true },
      });
      return row === null ? undefined : requestStatusOf(row.status);
    },

    /** The newest events, oldest first, and the steps they speak of that are still there. */
    async of(requestId: number): Promise<{ events: HistoryRow[]; steps: Map<number, NamedStep> }> {
      const [events, steps] = await Promise.all([
        db.historyEvent.findMany({
          where: { requestId },
          orderBy: { id: 'desc' },
          take: mostEvents,
          select: eventColumns,
        }),
        db.processingStep.findMany({ where: { requestId }, select: stepColumns }),
      ]);
      return { events: events.reverse(), steps: new Map(steps.map((step) => [step.id, step])) };
    },

    /** Accounts by their ids; one that was erased is not among them. */
    async people(ids: readonly string[]): Promise<Map<string, AuthorRow>> {
      if (ids.length === 0) return new Map();
      const rows = await db.user.findMany({
        where: {
          id: { in: [...new Set(ids)] },
          OR: [{ role: 'BENEFICIAIRE' }, { partnerId: { not: null } }],
        },
        select: authorColumns,
      });
      return new Map(rows.map((row) => [row.id, row]));
    },

    /** Document types by their codes, of whichever organisation. */
    async documentLabels(codes: readonly string[]): Promise<Map<string, Labelled>> {
      if (codes.length === 0) return new Map();
      const items = await db.referenceItem.findMany({
        where: { parent: 'DOCUMENT', code: { in: [...codes] } },
        select: labelColumns,
      });
      return new Map(items.map((item) => [item.code, item]));
    },
  };
}
