import type { Prisma } from '@wasl/db';

import { activeAgent } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/db.ts';

const noteColumns = {
  id: true,
  body: true,
  createdAt: true,
  author: { select: { id: true, nom: true, prenom: true, companyName: true } },
  mentions: {
    select: { userId: true, name: true, seenAt: true },
    orderBy: [{ name: 'asc' }, { userId: 'asc' }],
  },
} as const satisfies Prisma.StepNoteSelect;
export type NoteRow = Prisma.StepNoteGetPayload<{ select: typeof noteColumns }>;

const colleagueColumns = {
  id: true,
  email: true,
  lang: true,
  nom: true,
  prenom: true,
  companyName: true,
} as const satisfies Prisma.UserSelect;
/** Whom a note can name. */
export type NamedColleague = Prisma.UserGetPayload<{ select: typeof colleagueColumns }>;

/** Internal notes in the database. Whether the step is the reader's is asked before. */
export function notesRepository(db: Db) {
  return {
    async page(
      stepId: number,
      before: number | undefined,
      size: number,
    ): Promise<{ rows: NoteRow[]; hasEarlier: boolean }> {
      const rows = await db.stepNote.findMany({
        where: { stepId, ...(before === undefined ? {} : { id: { lt: before } }) },
        orderBy: { id: 'desc' },
        take: size + 1,
        select: noteColumns,
      });
      return { rows: rows.slice(0, size).reverse(), hasEarlier: rows.length > size };
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
