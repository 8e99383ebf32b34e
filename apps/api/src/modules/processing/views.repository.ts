import { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import { activeAgentSql } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';
import { likeLiteral } from '../reference/index.ts';

export interface ViewRow {
  readonly id: number;
  readonly name: string;
  readonly query: string;
  readonly isShared: boolean;
  readonly isColleagueGone: boolean;
  readonly version: number;
}

/** Saved views of the worklist. */
export function viewsRepository(db: Db) {
  /** Those of the reader's organisation that are shared or the reader's own. */
  const visibleTo = ({ partnerId, userId }: Actor) =>
    ({
      partnerId: partnerId ?? -1,
      OR: [{ isShared: true }, { authorId: userId }],
    }) satisfies Prisma.WorklistViewWhereInput;
  /** Those that a new name or a limit is counted among: the organisation's, or the agent's own. */
  const beside = ({ partnerId, userId }: Actor, isShared: boolean) =>
    ({
      partnerId: partnerId ?? -1,
      isShared,
      ...(isShared ? {} : { authorId: userId }),
    }) satisfies Prisma.WorklistViewWhereInput;

  return {
    /** In one statement, the reader's own first. `id`: that one alone. */
    async list({ partnerId, userId }: Actor, id?: number): Promise<ViewRow[]> {
      const one = id === undefined ? Prisma.empty : Prisma.sql`AND v.id = ${id}`;
      return await db.$queryRaw<ViewRow[]>`
        SELECT v.id, v.name, v.query, v.version, v.is_shared AS "isShared",
          (v.assignee_id IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM users u WHERE u.id = v.assignee_id AND u.partner_id = v.partner_id
              AND ${Prisma.raw(activeAgentSql('u'))})) AS "isColleagueGone"
        FROM worklist_views v
        WHERE v.partner_id = ${partnerId ?? -1} AND (v.is_shared OR v.author_id = ${userId}::uuid) ${one}
        ORDER BY v.is_shared, lower(v.name), v.id`;
    },

    /** Whoever saves or renames takes their turn: neither a name nor a limit is passed by two at once. */
    async lockOrganisation({ partnerId }: Actor): Promise<void> {
      await db.$queryRaw`SELECT id FROM partners WHERE id = ${partnerId ?? -1} FOR NO KEY UPDATE`;
    },

    async count(actor: Actor, isShared: boolean): Promise<number> {
      return await db.worklistView.count({ where: beside(actor, isShared) });
    },

    async isNameTaken(
      actor: Actor,
      { name, isShared, except }: { name: string; isShared: boolean; except?: number },
    ): Promise<boolean> {
      const found = await db.worklistView.findFirst({
        where: {
          ...beside(actor, isShared),
          // Compared by ILIKE.
          name: { equals: likeLiteral(name), mode: 'insensitive' },
          ...(except === undefined ? {} : { id: { not: except } }),
        },
        select: { id: true },
      });
      return found !== null;
    },

    async create(
      { partnerId, userId }: Actor,
      view: { name: string; query: string; isShared: boolean; assigneeId: string | null },
    ): Promise<number> {
      const { id } = await db.worklistView.create({
        data: { partnerId: partnerId ?? -1, authorId: userId, ...view },
        select: { id: true },
      });
      return id;
    },

    async change(
      id: number,
      data: {
        readonly name?: string;
        readonly query?: string;
        readonly assigneeId?: string | null;
      },
    ): Promise<void> {
      await db.worklistView.update({
        where: { id },
        data: { ...data, version: { increment: 1 } },
        select: { id: true },
      });
    },

    async remove(actor: Actor, id: number): Promise<boolean> {
      const { count } = await db.worklistView.deleteMany({ where: { id, ...visibleTo(actor) } });
      return count > 0;
    },
  };
}
