import { mostCounted, type WorklistTab } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { readRows } from '../../platform/database/reads.repository.ts';
import {
  allOf,
  isBlocked,
  isClosed,
  isLate,
  isOpen,
  isWaiting,
  ownerConditions,
  tabConditions,
  upToMost,
  worklistFrom,
  type WorklistFilter,
} from './worklist-filter.repository.ts';

export type WorklistCounts = Record<
  'all' | WorklistTab | 'mine' | 'nobodys' | 'everybodys',
  number
>;

const noneCounted: WorklistCounts = {
  all: 0,
  todo: 0,
  waiting: 0,
  blocked: 0,
  late: 0,
  done: 0,
  mine: 0,
  nobodys: 0,
  everybodys: 0,
};

/** The parts as the counting statement names them. */
const countedParts: { readonly [T in WorklistTab]: Prisma.Sql } = {
  todo: Prisma.sql`is_open AND NOT is_blocked AND NOT is_waiting`,
  waiting: Prisma.sql`is_open AND NOT is_blocked AND is_waiting`,
  blocked: Prisma.sql`is_blocked`,
  late: Prisma.sql`is_late`,
  done: Prisma.sql`is_closed`,
};

/** How many rows a list holds, however many: of a long one it reads them all. */
export async function worklistLength(db: Db, from: Prisma.Sql): Promise<number> {
  const [counted] = await readRows<{ total: number }>(
    db,
    'the length of the worklist',
    Prisma.sql`SELECT count(*)::int AS total FROM ${from}`,
    'heavy',
  );
  return counted?.total ?? 0;
}

/** How long the list of one organisation and its parts are. */
export function worklistCountsRepository(db: Db) {
  return {
    /** How many rows there are, however many. */
    async length(actor: Actor, filter: WorklistFilter, now: Date): Promise<number> {
      return await worklistLength(db, worklistFrom(actor, filter, now));
    },

    /**
     * Rows of every part, each counted as far as {@link mostCounted}: of the parts those of `owner`, of whose they are those of
     * `tab`. One scan counts them all where there are so few in all; where there are more it stops, and a second statement counts
     * each part by itself, which is found sooner than all of them are read.
     */
    async counts(
      actor: Actor,
      { tab, owner, ...filter }: WorklistFilter,
      now: Date,
    ): Promise<WorklistCounts> {
      const scoped = Prisma.sql`FROM ${worklistFrom(actor, { ...filter, tab: undefined, owner: undefined }, now)}`;
      const isOfOwner = owner === undefined ? Prisma.sql`TRUE` : ownerConditions[owner](actor);
      const isOfTab = tab === undefined ? Prisma.sql`TRUE` : countedParts[tab];
      const few = await readRows<WorklistCounts & { scanned: number }>(
        db,
        'the counts of the worklist',
        Prisma.sql`
        SELECT count(*)::int AS scanned, count(*) FILTER (WHERE is_of_owner)::int AS "all",
          count(*) FILTER (WHERE is_of_owner AND ${countedParts.todo})::int AS todo,
          count(*) FILTER (WHERE is_of_owner AND ${countedParts.waiting})::int AS waiting,
          count(*) FILTER (WHERE is_of_owner AND ${countedParts.blocked})::int AS blocked,
          count(*) FILTER (WHERE is_of_owner AND ${countedParts.late})::int AS late,
          count(*) FILTER (WHERE is_of_owner AND ${countedParts.done})::int AS done,
          count(*) FILTER (WHERE is_mine AND ${isOfTab})::int AS mine,
          count(*) FILTER (WHERE is_nobodys AND ${isOfTab})::int AS nobodys,
          count(*) FILTER (WHERE ${isOfTab})::int AS everybodys
        FROM (
          SELECT ${isOpen} AS is_open, ${isBlocked} AS is_blocked, ${isWaiting} AS is_waiting,
            ${isLate(now)} AS is_late, ${isClosed} AS is_closed, ${isOfOwner} AS is_of_owner,
            ${ownerConditions.mine(actor)} AS is_mine, ${ownerConditions.none(actor)} AS is_nobodys
          ${scoped} ${upToMost(filter)}
        ) AS parts`,
        'heavy',
      );
      const { scanned, ...counts } = few[0] ?? { scanned: 0, ...noneCounted };
      if (scanned <= mostCounted) return counts;
      const count = (...conditions: readonly (Prisma.Sql | undefined)[]): Prisma.Sql => {
        const asked = conditions.filter((condition) => condition !== undefined);
        // Of all of them it is known that there are more.
        return asked.length === 0
          ? Prisma.sql`${mostCounted + 1}::int`
          : Prisma.sql`(SELECT count(*)::int FROM (SELECT 1 ${scoped} AND ${allOf(asked)} ${upToMost(filter)}) AS c)`;
      };
      const ofOwner = owner === undefined ? undefined : isOfOwner;
      const ofTab = tab === undefined ? undefined : tabConditions[tab](now);
      const part = (name: WorklistTab) => count(ofOwner, tabConditions[name](now));
      const [many] = await readRows<WorklistCounts>(
        db,
        'the counts of a long worklist',
        Prisma.sql`
        SELECT ${count(ofOwner)} AS "all", ${part('todo')} AS todo, ${part('waiting')} AS waiting,
          ${part('blocked')} AS blocked, ${part('late')} AS late, ${part('done')} AS done,
          ${count(ownerConditions.mine(actor), ofTab)} AS mine,
          ${count(ownerConditions.none(actor), ofTab)} AS nobodys, ${count(ofTab)} AS everybodys`,
        'heavy',
      );
      return many ?? noneCounted;
    },
  };
}
