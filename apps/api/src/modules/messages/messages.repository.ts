import type { Role } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/db.ts';
import { stepScope } from '../../policies/requests.ts';
import { nameColumns } from '../partners/index.ts';
import { labelColumns } from '../reference/index.ts';
import { openStepStatuses } from '../requests/index.ts';

const author = { select: { id: true, nom: true, prenom: true, companyName: true } } as const;
const messageColumns = {
  id: true,
  body: true,
  createdAt: true,
  readAt: true,
  authorRole: true,
  author,
} as const satisfies Prisma.StepMessageSelect;
export type MessageRow = Prisma.StepMessageGetPayload<{ select: typeof messageColumns }>;

const threadColumns = {
  id: true,
  requestId: true,
  status: true,
  assigneeId: true,
  partner: { select: { id: true, ...nameColumns } },
  titleItem: { select: labelColumns },
  request: {
    select: {
      numRequest: true,
      beneficiary: {
        select: {
          id: true,
          email: true,
          lang: true,
          nom: true,
          prenom: true,
          companyName: true,
        },
      },
    },
  },
} as const satisfies Prisma.ProcessingStepSelect;
/** A step as its conversation needs it. */
export type ThreadRow = Prisma.ProcessingStepGetPayload<{ select: typeof threadColumns }>;

const lastMessage = {
  orderBy: { id: 'desc' },
  take: 1,
  select: { body: true, createdAt: true, authorRole: true },
} as const satisfies Prisma.ProcessingStep$messagesArgs;
const listedColumns = {
  ...threadColumns,
  messages: lastMessage,
} as const satisfies Prisma.ProcessingStepSelect;
export type ListedThreadRow = Prisma.ProcessingStepGetPayload<{ select: typeof listedColumns }>;

/** The side that reads what this one writes. */
export function otherSide(role: Role): Role {
  return role === 'PARTENAIRE' ? 'BENEFICIAIRE' : 'PARTENAIRE';
}

/** Messages in the database; a step that the actor may not act on is not found. */
export function messagesRepository(db: Db) {
  /** What the other side wrote to the actor's and nobody of it has read. */
  const unreadBy = (actor: Actor) =>
    ({
      readAt: null,
      authorRole: otherSide(actor.role),
      step: stepScope(actor),
    }) satisfies Prisma.StepMessageWhereInput;

  return {
    async thread(actor: Actor, stepId: number): Promise<ThreadRow | undefined> {
      const row = await db.processingStep.findFirst({
        where: { AND: [{ id: stepId }, stepScope(actor)] },
        select: threadColumns,
      });
      return row ?? undefined;
    },

    /** The last `size` messages before one of them, oldest first, and whether there are earlier ones. */
    async page(
      stepId: number,
      before: number | undefined,
      size: number,
    ): Promise<{ rows: MessageRow[]; hasEarlier: boolean }> {
      const rows = await db.stepMessage.findMany({
        where: { stepId, ...(before === undefined ? {} : { id: { lt: before } }) },
        orderBy: { id: 'desc' },
        take: size + 1,
        select: messageColumns,
      });
      return { rows: rows.slice(0, size).reverse(), hasEarlier: rows.length > size };
    },

    async findByKey(
      stepId: number,
      authorId: string,
      clientKey: string,
    ): Promise<MessageRow | undefined> {
      const row = await db.stepMessage.findUnique({
        where: { stepId_authorId_clientKey: { stepId, authorId, clientKey } },
        select: messageColumns,
      });
      return row ?? undefined;
    },

    async insert(message: {
      stepId: number;
      authorId: string;
      authorRole: Role;
      body: string;
      clientKey: string;
      createdAt: Date;
    }): Promise<MessageRow> {
      return await db.stepMessage.create({ data: message, select: messageColumns });
    },

    /** Whether a message of this side still waits to be read. */
    async isAwaitingReader(stepId: number, authorRole: Role): Promise<boolean> {
      return (await db.stepMessage.count({ where: { stepId, authorRole, readAt: null } })) > 0;
    },

    /** Marks the side's messages up to one of them; the first reading stays. */
    async markRead(stepId: number, upTo: number, authorRole: Role, now: Date): Promise<void> {
      await db.stepMessage.updateMany({
        where: { stepId, id: { lte: upTo }, authorRole, readAt: null },
        data: { readAt: now },
      });
    },

    /** Unread messages by step, the latest written to first. */
    async unreadSteps(
      actor: Actor,
      limit: number,
    ): Promise<{ total: number; steps: { stepId: number; unread: number }[] }> {
      const where = unreadBy(actor);
      const [total, groups] = await Promise.all([
        db.stepMessage.count({ where }),
        db.stepMessage.groupBy({
          by: ['stepId'],
          where,
          _count: true,
          _max: { id: true },
          orderBy: { _max: { id: 'desc' } },
          take: limit,
        }),
      ]);
      const steps = groups.map(({ stepId, _count }) => ({ stepId, unread: _count }));
      return { total, steps };
    },

    async unreadOf(actor: Actor, stepIds: readonly number[]): Promise<Map<number, number>> {
      const groups = await db.stepMessage.groupBy({
        by: ['stepId'],
        where: { ...unreadBy(actor), stepId: { in: [...stepIds] } },
        _count: true,
      });
      return new Map(groups.map(({ stepId, _count }) => [stepId, _count]));
    },

    /**
     * A page of the actor's conversations, the last written to first. A beneficiary's open steps
     * without a message follow them: one can begin there.
     */
    async threads(
      actor: Actor,
      { page, size }: { page: number; size: number },
    ): Promise<{ rows: ListedThreadRow[]; total: number }> {
      const scope = stepScope(actor);
      const begun = await db.processingStep.count({
        where: { AND: [scope, { messages: { some: {} } }] },
      });
      const silent = {
        AND: [scope, { messages: { none: {} }, status: { in: [...openStepStatuses] } }],
      } satisfies Prisma.ProcessingStepWhereInput;
      const hasSilent = actor.role === 'BENEFICIAIRE';
      const total = begun + (hasSilent ? await db.processingStep.count({ where: silent }) : 0);
      const groups = await db.stepMessage.groupBy({
        by: ['stepId'],
        where: { step: scope },
        _max: { id: true },
        orderBy: { _max: { id: 'desc' } },
        skip: page * size,
        take: size,
      });
      const ids = groups.map(({ stepId }) => stepId);
      if (hasSilent && ids.length < size) {
        const rest = await db.processingStep.findMany({
          where: silent,
          orderBy: { id: 'desc' },
          skip: Math.max(0, page * size - begun),
          take: size - ids.length,
          select: { id: true },
        });
        ids.push(...rest.map(({ id }) => id));
      }
      const rows = await db.processingStep.findMany({
        where: { id: { in: ids } },
        select: listedColumns,
      });
      const place = new Map(ids.map((id, index) => [id, index]));
      rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
      return { rows, total };
    },
  };
}
