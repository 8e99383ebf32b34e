import type { Role } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';

import {
  mailedPerson,
  mailedPersonColumns,
  personName,
  personNameColumns,
} from '../../platform/database/person-name.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import {
  build,
  conditionOn,
  dateOf,
  prepared,
  read,
  rows,
  type JsonOf,
  type Placeholders,
} from '../../platform/database/statements.repository.ts';
import { storedStatus } from '../../policies/request-status.ts';
import { stepScope } from '../../policies/requests.ts';
import { isInStepScope, readerIds, type ReaderIds } from '../../policies/scopes.repository.ts';
import { nameColumns, partnerName } from '../partners/index.ts';
import { labelColumns, stepTitle } from '../reference/index.ts';

const messageColumns = {
  id: true,
  body: true,
  createdAt: true,
  readAt: true,
  authorRole: true,
  author: { select: { id: true, ...personNameColumns } },
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
const onMessage = conditionOn<'m'>();
export const author = ['u.id', ...personName] as const;
/** Columns of `step_messages as m` in a Kysely statement: JSON for {@link readMessage}. */
export const message = [
  'm.id',
  'm.body',
  'm.created_at as createdAt',
  'm.read_at as readAt',
  'm.author_role as authorRole',
  jsonObjectFrom(
    onMessage.selectFrom('users as u').whereRef('u.id', '=', 'm.author_id').select(author),
  )
    .$notNull()
    .as('author'),
  jsonArrayFrom(
    onMessage
      .selectFrom('message_attachments as a')
      .whereRef('a.message_id', '=', 'm.id')
      .orderBy('a.id')
      .select((attachment) => [
        'a.name',
        'a.size',
        jsonObjectFrom(
          attachment
            .selectFrom('stored_files as f')
            .whereRef('f.id', '=', 'a.file_id')
            .select(['f.key', 'f.removed_at as removedAt', 'f.scan_state as scanState']),
        ).as('file'),
      ]),
  ).as('attachments'),
] as const;

export function readMessage({
  createdAt,
  readAt,
  attachments,
  ...found
}: JsonOf<'m', typeof message>): MessageRow {
  return {
    ...found,
    createdAt: new Date(createdAt),
    readAt: dateOf(readAt),
    attachments: attachments.map(({ file, ...attachment }) => ({
      ...attachment,
      file: file && { ...file, removedAt: dateOf(file.removedAt) },
    })),
  };
}

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
export type ThreadRow = Prisma.ProcessingStepGetPayload<{ select: typeof threadColumns }>;
const onStep = conditionOn<'s'>();
/** {@link ThreadRow} of `processing_steps as s` in a Kysely statement. */
export const thread = [
  's.id',
  's.request_id as requestId',
  's.status',
  's.assignee_id as assigneeId',
  's.awaits_answer_since as awaitsAnswerSince',
  jsonObjectFrom(
    onStep
      .selectFrom('partners as p')
      .whereRef('p.id', '=', 's.partner_id')
      .select(['p.id', ...partnerName]),
  )
    .$notNull()
    .as('partner'),
  stepTitle,
  jsonObjectFrom(
    onStep
      .selectFrom('requests as r')
      .whereRef('r.id', '=', 's.request_id')
      .select((request) => [
        'r.num_request as numRequest',
        storedStatus,
        jsonObjectFrom(
          request
            .selectFrom('users as u')
            .whereRef('u.id', '=', 'r.beneficiary_id')
            .select(mailedPerson),
        )
          .$notNull()
          .as('beneficiary'),
      ]),
  )
    .$notNull()
    .as('request'),
] as const;

export function otherSide(role: Role): Role {
  return role === 'PARTENAIRE' ? 'BENEFICIAIRE' : 'PARTENAIRE';
}

interface ConversationAsked extends ReaderIds {
  readonly stepId: number;
  /** Id of a message; only earlier messages are read. */
  readonly before: number;
  readonly take: number;
}
const conversation = prepared(
  (
    { stepId, before, take, userId, partnerId }: Placeholders<ConversationAsked>,
    role: Role,
    isFromEnd: boolean,
  ) =>
    build
      .selectFrom('processing_steps as s')
      .innerJoin('requests as r', 'r.id', 's.request_id')
      .where('s.id', '=', stepId)
      .where(isInStepScope({ role, userId, partnerId }))
      .select(thread)
      .select((eb) =>
        jsonArrayFrom(
          eb
            .selectFrom('step_messages as m')
            .whereRef('m.step_id', '=', 's.id')
            .$if(!isFromEnd, (all) => all.where('m.id', '<', before))
            .orderBy('m.id', 'desc')
            .limit(take)
            .select(message),
        ).as('messages'),
      ),
);

/** Messages of steps. A step that the actor may not act on is not found. */
export function messagesRepository(db: Db) {
  return {
    async thread(actor: Actor, stepId: number): Promise<ThreadRow | undefined> {
      const row = await db.processingStep.findFirst({
        where: { AND: [{ id: stepId }, stepScope(actor)] },
        select: threadColumns,
      });
      return row ?? undefined;
    },

    /**
     * Returns a conversation with its last `size` messages before `before`, oldest first, and whether earlier messages
     * exist.
     */
    async conversation(
      actor: Actor,
      stepId: number,
      before: number | undefined,
      size: number,
    ): Promise<{ thread: ThreadRow; rows: MessageRow[]; hasEarlier: boolean } | undefined> {
      const asked = { ...readerIds(actor), stepId, before: before ?? 0, take: size + 1 };
      const query = conversation(asked, actor.role, before === undefined);
      const [found] = await read(db, 'a conversation', query);
      if (found === undefined) return undefined;
      const { messages, ...step } = found;
      const shown = messages.slice(0, size).reverse().map(readMessage);
      return {
        thread: step,
        rows: shown,
        hasEarlier: messages.length > size,
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

    async isOwn({ userId: authorId }: Actor, stepId: number, id: number): Promise<boolean> {
      return (await db.stepMessage.count({ where: { id, stepId, authorId } })) > 0;
    },

    /**
     * Deletes an unread message of the author that is not older than `since`, when the other side has not written after
     * it.
     * @returns the attached files that nothing else refers to; undefined when the message was not deleted
     */
    async remove(
      message: { readonly id: number; readonly stepId: number; readonly author: Actor },
      since: Date,
    ): Promise<{ id: number }[] | undefined> {
      const { id, stepId, author: by } = message;
      const attached = await db.messageAttachment.findMany({
        where: { messageId: id, fileId: { not: null } },
        select: { fileId: true },
      });
      const query = build
        .deleteFrom('step_messages as m')
        .where('m.id', '=', id)
        .where('m.step_id', '=', stepId)
        .where('m.author_id', '=', by.userId)
        .where('m.read_at', 'is', null)
        .where('m.created_at', '>', since)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('step_messages as later')
                .whereRef('later.step_id', '=', 'm.step_id')
                .whereRef('later.id', '>', 'm.id')
                .where('later.author_role', '<>', by.role)
                .select('later.id'),
            ),
          ),
        )
        .returning('m.id');
      if ((await rows(db, query)).length === 0) return undefined;
      return await db.storedFile.findMany({
        where: {
          id: { in: attached.flatMap(({ fileId }) => fileId ?? []) },
          removedAt: null,
          stepDocument: null,
          requestDocument: null,
          attachments: { none: {} },
        },
        select: { id: true },
      });
    },

    /** Marks the side's messages up to `upTo` as read. Messages that were read before keep their time. */
    async markRead(stepId: number, upTo: number, authorRole: Role, now: Date): Promise<void> {
      await db.stepMessage.updateMany({
        where: { stepId, id: { lte: upTo }, authorRole, readAt: null },
        data: { readAt: now },
      });
    },
  };
}
