import { sql } from 'kysely';

import { attendedPartner } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { openFilesOf, openStepsOf } from './open-files.repository.ts';

/** A move of all open files of an organisation; `steps` counts those moved. */
export interface FileMove {
  readonly id: number;
  readonly fromId: number;
  readonly toId: number;
}
const columns = ['id', 'from_id as fromId', 'to_id as toId'] as const;

export function fileMovesRepository(db: Db) {
  const ofOrganisation = (id: number) => sql<number>`${id}::int`;
  return {
    async isKnown(partnerId: number): Promise<boolean> {
      return (await db.partner.count({ where: { id: partnerId } })) > 0;
    },

    async title(id: number): Promise<string> {
      const where = { where: { id }, select: { title: true } } as const;
      return (await db.partner.findUniqueOrThrow(where)).title;
    },

    async isAttended(partnerId: number): Promise<boolean> {
      const where = { id: partnerId, approvedAt: { not: null }, ...attendedPartner };
      return (await db.partner.count({ where })) > 0;
    },

    async running(fromId: number): Promise<FileMove | null> {
      const query = build
        .selectFrom('file_moves')
        .where('from_id', '=', fromId)
        .where('finished_at', 'is', null)
        .select(columns);
      return (await rows(db, query))[0] ?? null;
    },

    /** Begins a move, or returns the unfinished one of the organisation. */
    async begin(fromId: number, toId: number, at: Date): Promise<FileMove> {
      const query = build
        .insertInto('file_moves')
        .values({ from_id: fromId, to_id: toId, begun_at: at })
        // Writes nothing new, but returns the row.
        .onConflict((conflict) =>
          conflict
            .column('from_id')
            .where('finished_at', 'is', null)
            .doUpdateSet((eb) => ({ from_id: eb.ref('file_moves.from_id') })),
        )
        .returning(columns);
      const [move] = await rows(db, query);
      if (move === undefined) throw new Error('A move is begun or running');
      return move;
    },

    /** The first requests with an open step of the organisation. */
    async files(partnerId: number, size: number): Promise<number[]> {
      const query = openStepsOf(ofOrganisation(partnerId))
        .select('s.request_id as id')
        .distinct()
        .orderBy('s.request_id')
        .limit(size);
      return (await rows(db, query)).map(({ id }) => id);
    },

    async count(partnerId: number): Promise<number> {
      const query = build.selectNoFrom(openFilesOf(ofOrganisation(partnerId)).as('files'));
      return (await rows(db, query))[0]?.files ?? 0;
    },

    async add(id: number, steps: number): Promise<void> {
      await db.fileMove.update({
        where: { id },
        data: { steps: { increment: steps } },
        select: { id: true },
      });
    },

    /** @returns the moved steps; null when it was finished before */
    async finish(id: number, at: Date): Promise<number | null> {
      const query = build
        .updateTable('file_moves')
        .set({ finished_at: at })
        .where('id', '=', id)
        .where('finished_at', 'is', null)
        .returning('steps');
      return (await rows(db, query))[0]?.steps ?? null;
    },
  };
}
