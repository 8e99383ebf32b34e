import { Prisma } from '@wasl/db';

import { mailedPersonColumns, personNameColumns } from '../../platform/database/person-name.ts';
import { activeAgent } from '../../platform/auth/active-agent.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { jsonRow, type Unread } from '../../platform/database/json-rows.repository.ts';
import { readRows } from '../../platform/database/reads.repository.ts';
import { stepScopeSql } from '../../policies/scopes.repository.ts';

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
const noteRow = jsonRow('StepNote', 'n', noteColumns);

const colleagueColumns = {
  ...mailedPersonColumns,
} as const satisfies Prisma.UserSelect;
/** Whom a note can name. */
export type NamedColleague = Prisma.UserGetPayload<{ select: typeof colleagueColumns }>;

/** Internal notes in the database. Whoever writes asks before whether the step is theirs. */
export function notesRepository(db: Db) {
  return {
    /** The last `size` notes before one of them, oldest first; undefined for a step that the actor may not act on. */
    async page(
      actor: Actor,
      stepId: number,
      before: number | undefined,
      size: number,
    ): Promise<{ rows: NoteRow[]; hasEarlier: boolean } | undefined> {
      const earlier = before === undefined ? Prisma.empty : Prisma.sql`AND n.id < ${before}`;
      const [found] = await readRows<{ notes: Unread<NoteRow>[] }>(
        db,
        'notes of a step',
        Prisma.sql`
        SELECT (SELECT coalesce(json_agg(t), '[]') FROM (
          SELECT ${noteRow.columns} FROM step_notes n WHERE n.step_id = s.id ${earlier}
          ORDER BY n.id DESC LIMIT ${size + 1}) AS t) AS notes
        FROM processing_steps s JOIN requests r ON r.id = s.request_id
        WHERE s.id = ${stepId} AND ${stepScopeSql(actor)}`,
      );
      return (
        found && {
          rows: found.notes.slice(0, size).reverse().map(noteRow.read),
          hasEarlier: found.notes.length > size,
        }
      );
    },

    /** Writes the note, unless its key has been there: of two calls at once the second waits for the first. Returns whether it is new. */
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

    /** Those of these people who are active agents of the organisation. */
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

    /** Which of these people are named in a note of the step that they have not seen yet. */
    async waiting(stepId: number, userIds: readonly string[]): Promise<Set<string>> {
      const rows = await db.noteMention.findMany({
        where: { userId: { in: [...userIds] }, seenAt: null, note: { stepId } },
        distinct: ['userId'],
        select: { userId: true },
      });
      return new Set(rows.map(({ userId }) => userId));
    },

    /** The notes of the step up to one of them, as far as they name the person, have been seen; the first time stays. */
    async markSeen(stepId: number, upTo: number, userId: string, now: Date): Promise<void> {
      await db.noteMention.updateMany({
        where: { userId, seenAt: null, note: { stepId, id: { lte: upTo } } },
        data: { seenAt: now },
      });
    },
  };
}
