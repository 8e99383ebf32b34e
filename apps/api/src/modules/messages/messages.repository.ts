import type { Role } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';

import { mailedPersonColumns, personNameColumns } from '../../platform/database/person-name.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { jsonRow, type Unread } from '../../platform/database/json-rows.repository.ts';
import { build, read } from '../../platform/database/statements.repository.ts';
import { stepScope } from '../../policies/requests.ts';
import { isInStepScope } from '../../policies/scopes.repository.ts';
import { nameColumns } from '../partners/index.ts';
import { labelColumns } from '../reference/index.ts';

export const author = { select: { id: true, ...personNameColumns } } as const;
const messageColumns = {
  id: true,
  body: true,
  createdAt: true,
  readAt: true,
  authorRole: true,
  author,
  attachments: {
    orderBy: { id: 'asc' },
    select: {
      name: true,
      size: true,
      file: { select: { key: true, removedAt: true, scanState: true } },
    },
  },
} as const satisfies Prisma.StepMessageSelect;
export type MessageRow = Prisma.StepMessageGetPayload<{ select: typeof messageColumns }>;
export const messageRow = jsonRow('StepMessage', 'm', messageColumns);

/** Of a file that goes along with a message. */
const attachedColumns = {
  id: true,
  key: true,
  originalName: true,
  size: true,
  scanState: true,
} as const satisfies Prisma.StoredFileSelect;
export type AttachedFile = Prisma.StoredFileGetPayload<{ select: typeof attachedColumns }>;
export const attachedRow = jsonRow('StoredFile', 'f', attachedColumns);

const threadColumns = {
  id: true,
  requestId: true,
  status: true,
  assigneeId: true,
  awaitsAnswerSince: true,
  partner: { select: { id: true, ...nameColumns } },
  titleItem: { select: labelColumns },
  request: {
    select: {
      numRequest: true,
      status: true,
      beneficiary: {
        select: mailedPersonColumns,
      },
    },
  },
} as const satisfies Prisma.ProcessingStepSelect;
/** A step as its conversation needs it. */
export type ThreadRow = Prisma.ProcessingStepGetPayload<{ select: typeof threadColumns }>;
export const threadRow = jsonRow('ProcessingStep', 's', threadColumns);

/** The side that reads what this one writes. */
export function otherSide(role: Role): Role {
  return role === 'PARTENAIRE' ? 'BENEFICIAIRE' : 'PARTENAIRE';
}

/** Messages in the database; a step that the actor may not act on is not found. */
export function messagesRepository(db: Db) {
  return {
    async thread(actor: Actor, stepId: number): Promise<ThreadRow | undefined> {
      const row = await db.processingStep.findFirst({
        where: { AND: [{ id: stepId }, stepScope(actor)] },
        select: threadColumns,
      });
      return row ?? undefined;
    },

    /** A conversation with its last `size` messages before one of them, oldest first, and whether there are earlier ones. */
    async conversation(
      actor: Actor,
      stepId: number,
      before: number | undefined,
      size: number,
    ): Promise<{ thread: ThreadRow; rows: MessageRow[]; hasEarlier: boolean } | undefined> {
      const query = build
        .selectFrom('processing_steps as s')
        .innerJoin('requests as r', 'r.id', 's.request_id')
        .where('s.id', '=', stepId)
        .where(isInStepScope(actor))
        .select((eb) => [
          jsonObjectFrom(build.selectNoFrom(threadRow.members))
            .$castTo<Unread<ThreadRow>>()
            .as('thread'),
          jsonArrayFrom(
            eb
              .selectFrom('step_messages as m')
              .whereRef('m.step_id', '=', 's.id')
              .$if(before !== undefined, (all) => all.where('m.id', '<', before ?? 0))
              .orderBy('m.id', 'desc')
              .limit(size + 1)
              .select(messageRow.members),
          )
            .$castTo<Unread<MessageRow>[]>()
            .as('messages'),
        ]);
      const [found] = await read(db, 'a conversation', query);
      if (found === undefined) return undefined;
      const rows = found.messages.slice(0, size).reverse().map(messageRow.read);
      return {
        thread: threadRow.read(found.thread),
        rows,
        hasEarlier: found.messages.length > size,
      };
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

    /** Marks the side's messages up to one of them; the first reading stays. */
    async markRead(stepId: number, upTo: number, authorRole: Role, now: Date): Promise<void> {
      await db.stepMessage.updateMany({
        where: { stepId, id: { lte: upTo }, authorRole, readAt: null },
        data: { readAt: now },
      });
    },
  };
}
