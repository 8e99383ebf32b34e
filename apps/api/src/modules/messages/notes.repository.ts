import type { Prisma } from '@wasl/db';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';

import {
  mailedPersonColumns,
  personName,
  personNameColumns,
} from '../../platform/database/person-name.ts';
import { activeAgent } from '../../platform/auth/active-agent.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import {
  build,
  prepared,
  read,
  type Placeholders,
} from '../../platform/database/statements.repository.ts';
import { isInStepScope, readerIds, type ReaderIds } from '../../policies/scopes.repository.ts';

const noteColumns = {
  id: true,
  body: true,
  createdAt: true,
  author: { select: { id: true, ...personNameColumns } },
  mentions: {
    select: { userId: true, name: true, seenAt: true },
    orderBy: [{ name: 'asc' }, { userId: 'asc' }],
  },
} as const satisfies Prisma.StepNoteSelect;
export type NoteRow = Prisma.StepNoteGetPayload<{ select: typeof noteColumns }>;

const colleagueColumns = {
  ...mailedPersonColumns,
} as const satisfies Prisma.UserSelect;
export type NamedColleague = Prisma.UserGetPayload<{ select: typeof colleagueColumns }>;

interface NotesAsked extends ReaderIds {
  readonly stepId: number;
  /** Id of a note; only earlier notes are read. */
  readonly before: number;
  readonly take: number;
}
const notesOfStep = prepared(
  (
    { stepId, before, take, userId, partnerId }: Placeholders<NotesAsked>,
    role: Actor['role'],
    isFromEnd: boolean,
  ) =>
    build
      .selectFrom('processing_steps as s')
      .innerJoin('requests as r', 'r.id', 's.request_id')
      .where('s.id', '=', stepId)
      .where(isInStepScope({ role, userId, partnerId }))
      .select((step) =>
        jsonArrayFrom(
          step
            .selectFrom('step_notes as n')
            .whereRef('n.step_id', '=', 's.id')
            .$if(!isFromEnd, (all) => all.where('n.id', '<', before))
            .orderBy('n.id', 'desc')
            .limit(take)
            .select((note) => [
              'n.id',
              'n.body',
              'n.created_at as createdAt',
              jsonObjectFrom(
                note
                  .selectFrom('users as u')
                  .whereRef('u.id', '=', 'n.author_id')
                  .select(['u.id', ...personName]),
              )
                .$notNull()
                .as('author'),
              jsonArrayFrom(
                note
                  .selectFrom('step_note_mentions as m')
                  .whereRef('m.note_id', '=', 'n.id')
                  .orderBy('m.name')
                  .orderBy('m.user_id')
                  .select(['m.user_id as userId', 'm.name', 'm.seen_at as seenAt']),
              ).as('mentions'),
            ]),
        ).as('notes'),
      ),
);

/** Internal notes. The caller checks the access to the step. */
export function notesRepository(db: Db) {
  return {
    /** Returns the last `size` notes before `before`, oldest first; undefined for a step that the actor may not act on. */
    async page(
      actor: Actor,
      stepId: number,
      before: number | undefined,
      size: number,
    ): Promise<{ rows: NoteRow[]; hasEarlier: boolean } | undefined> {
      const asked = { ...readerIds(actor), stepId, before: before ?? 0, take: size + 1 };
      const query = notesOfStep(asked, actor.role, before === undefined);
      const [found] = await read(db, 'notes of a step', query);
      if (found === undefined) return undefined;
      const notes = found.notes.map(({ createdAt, mentions, ...note }) => ({
        ...note,
        createdAt: new Date(createdAt),
        mentions: mentions.map(({ seenAt, ...mention }) => ({
          ...mention,
          seenAt: seenAt === null ? null : new Date(seenAt),
        })),
      }));
      return { rows: notes.slice(0, size).reverse(), hasEarlier: notes.length > size };
    },

    /**
     * Writes the note unless its key exists. The second of two concurrent calls waits for the first.
     * @returns whether the note is new
     */
    async insertOnce(note: {
      stepId: number;
      authorId: string;
      body: string;
      clientKey: string;
      createdAt: Date;
    }): Promise<boolean> {
      return (await db.stepNote.createMany({ data: [note], skipDuplicates: true })).count > 0;
    },

    async findByKey(stepId: number, authorId: string, clientKey: string): Promise<NoteRow> {
      return await db.stepNote.findUniqueOrThrow({
        where: { stepId_authorId_clientKey: { stepId, authorId, clientKey } },
        select: noteColumns,
      });
    },

    async colleagues(partnerId: number, ids: readonly string[]): Promise<NamedColleague[]> {
      if (ids.length === 0) return [];
      return await db.user.findMany({
        where: { id: { in: [...ids] }, partnerId, ...activeAgent },
        orderBy: { id: 'asc' },
        select: colleagueColumns,
      });
    },

    async name(
      noteId: number,
      named: readonly { userId: string; name: string; seenAt: Date | null }[],
    ): Promise<void> {
      await db.noteMention.createMany({ data: named.map((one) => ({ noteId, ...one })) });
    },

    /** Filters the people with an unseen mention in a note of the step. */
    async waiting(stepId: number, userIds: readonly string[]): Promise<Set<string>> {
      const rows = await db.noteMention.findMany({
        where: { userId: { in: [...userIds] }, seenAt: null, note: { stepId } },
        distinct: ['userId'],
        select: { userId: true },
      });
      return new Set(rows.map(({ userId }) => userId));
    },

    /**
     * Marks the person's mentions in the step's notes up to `upTo` as seen. Mentions that were seen before keep their
     * time.
     */
    async markSeen(stepId: number, upTo: number, userId: string, now: Date): Promise<void> {
      await db.noteMention.updateMany({
        where: { userId, seenAt: null, note: { stepId, id: { lte: upTo } } },
        data: { seenAt: now },
      });
    },
  };
}
