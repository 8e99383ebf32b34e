import type { Prisma } from '@wasl/db';

import type { Db } from '../../platform/db.ts';

const noteColumns = {
  id: true,
  body: true,
  createdAt: true,
  author: { select: { id: true, nom: true, prenom: true, companyName: true } },
} as const satisfies Prisma.StepNoteSelect;
export type NoteRow = Prisma.StepNoteGetPayload<{ select: typeof noteColumns }>;

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

    /** Writes the note; the same key again finds the first, whichever of two calls comes first. */
    async insertOnce(note: {
      stepId: number;
      authorId: string;
      body: string;
      clientKey: string;
      createdAt: Date;
    }): Promise<NoteRow> {
      const { stepId, authorId, clientKey } = note;
      await db.stepNote.createMany({ data: [note], skipDuplicates: true });
      return await db.stepNote.findUniqueOrThrow({
        where: { stepId_authorId_clientKey: { stepId, authorId, clientKey } },
        select: noteColumns,
      });
    },
  };
}
