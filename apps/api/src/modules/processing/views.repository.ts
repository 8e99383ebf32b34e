import type { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import { isActiveAgentRow } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { likeLiteral } from '../reference/index.ts';

export interface ViewRow {
  readonly id: number;
  readonly name: string;
  readonly query: string;
  readonly isShared: boolean;
  readonly isColleagueGone: boolean;
  readonly version: number;
}

export function viewsRepository(db: Db) {
  /** Views of the reader's organisation that are shared, and the reader's own views. */
  const visibleTo = ({ partnerId, userId }: Actor) =>
    ({
      partnerId: partnerId ?? -1,
      OR: [{ isShared: true }, { authorId: userId }],
    }) satisfies Prisma.WorklistViewWhereInput;
  /** Views that share the unique names and the limit: those of the organisation, or the agent's own. */
  const sharingLimit = ({ partnerId, userId }: Actor, isShared: boolean) =>
    ({
      partnerId: partnerId ?? -1,
      isShared,
      ...(isShared ? {} : { authorId: userId }),
    }) satisfies Prisma.WorklistViewWhereInput;

  return {
    /** Reads views in one statement, the reader's own first. @param id reads this view only */
    async list({ partnerId, userId }: Actor, id?: number): Promise<ViewRow[]> {
      const query = build
        .selectFrom('worklist_views as v')
        .select((eb) => [
          'v.id',
          'v.name',
          'v.query',
          'v.version',
          'v.is_shared as isShared',
          eb
            .and([
              eb('v.assignee_id', 'is not', null),
              eb.not(
                eb.exists(
                  eb
                    .selectFrom('users as u')
                    .whereRef('u.id', '=', 'v.assignee_id')
                    .whereRef('u.partner_id', '=', 'v.partner_id')
                    .where(isActiveAgentRow())
                    .select('u.id'),
                ),
              ),
            ])
            .$castTo<boolean>()
            .as('isColleagueGone'),
        ])
        .where('v.partner_id', '=', partnerId ?? -1)
        .where((eb) => eb.or([eb('v.is_shared', '=', true), eb('v.author_id', '=', userId)]))
        .$if(id !== undefined, (all) => all.where('v.id', '=', id ?? -1))
        .orderBy('v.is_shared')
        .orderBy((eb) => eb.fn('lower', ['v.name']))
        .orderBy('v.id');
      return await rows(db, query);
    },

    /** Locks the organisation, so that concurrent calls cannot exceed the limit or use a name twice. */
    async lockOrganisation({ partnerId }: Actor): Promise<void> {
      const organisation = build
        .selectFrom('partners')
        .select('id')
        .where('id', '=', partnerId ?? -1)
        .forNoKeyUpdate();
      await rows(db, organisation);
    },

    async count(actor: Actor, isShared: boolean): Promise<number> {
      return await db.worklistView.count({ where: sharingLimit(actor, isShared) });
    },

    async isNameTaken(
      actor: Actor,
      { name, isShared, except }: { name: string; isShared: boolean; except?: number },
    ): Promise<boolean> {
      const found = await db.worklistView.findFirst({
        where: {
          ...sharingLimit(actor, isShared),
          // Prisma compares by ILIKE.
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

    /** Names of the columns with commas between; null until the agent chooses. */
    async columns({ userId }: Actor): Promise<string | null> {
      const row = await db.user.findUnique({
        where: { id: userId },
        select: { worklistColumns: true },
      });
      return row?.worklistColumns ?? null;
    },

    async saveColumns({ userId }: Actor, worklistColumns: string): Promise<void> {
      await db.user.update({
        where: { id: userId },
        data: { worklistColumns },
        select: { id: true },
      });
    },

    async remove(actor: Actor, id: number): Promise<boolean> {
      const { count } = await db.worklistView.deleteMany({ where: { id, ...visibleTo(actor) } });
      return count > 0;
    },
  };
}
