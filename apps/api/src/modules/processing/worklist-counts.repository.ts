import { mostCounted, type WorklistTab } from '@wasl/contracts';
import {
  type AliasableExpression,
  type Expression,
  expressionBuilder,
  sql,
  type SqlBool,
} from 'kysely';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { countOf } from '../../platform/database/paged-rows.repository.ts';
import { build, conditionOn, read } from '../../platform/database/statements.repository.ts';
import { isOpen } from './worklist-criteria.repository.ts';
import {
  isBlocked,
  isClosed,
  isLate,
  isWaiting,
  ownerConditions,
  tabConditions,
  upToMost,
  worklistSteps,
  type WorklistFilter,
  type WorklistSteps,
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

/** What the counting statement says of each step. */
type Said = Record<
  | 'is_open'
  | 'is_blocked'
  | 'is_waiting'
  | 'is_late'
  | 'is_closed'
  | 'is_of_owner'
  | 'is_mine'
  | 'is_nobodys',
  SqlBool
>;
const said = expressionBuilder<{ parts: Said }, 'parts'>();
/** The parts as that statement names them. */
const countedParts: { readonly [T in WorklistTab]: readonly Expression<SqlBool>[] } = {
  todo: [said.ref('is_open'), said.not('is_blocked'), said.not('is_waiting')],
  waiting: [said.ref('is_open'), said.not('is_blocked'), said.ref('is_waiting')],
  blocked: [said.ref('is_blocked')],
  late: [said.ref('is_late')],
  done: [said.ref('is_closed')],
};

/** How many rows a list holds, however many: of a long one it reads them all. */
export async function worklistLength(db: Db, steps: WorklistSteps): Promise<number> {
  const [counted] = await read(
    db,
    'the length of the worklist',
    steps.select(sql<number>`count(*)::int`.as('total')),
    'heavy',
  );
  return counted?.total ?? 0;
}

/** How long the list of one organisation and its parts are. */
export function worklistCountsRepository(db: Db) {
  return {
    /** How many rows there are, however many. */
    async length(actor: Actor, filter: WorklistFilter, now: Date): Promise<number> {
      return await worklistLength(db, worklistSteps(actor, filter, now));
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
      const scoped = worklistSteps(actor, { ...filter, tab: undefined, owner: undefined }, now);
      const isOfOwner = owner === undefined ? sql<SqlBool>`TRUE` : ownerConditions[owner](actor);
      const isOfTab = tab === undefined ? [] : countedParts[tab];
      const says: { readonly [S in keyof Said]: Expression<SqlBool> } = {
        is_open: isOpen,
        is_blocked: isBlocked,
        is_waiting: isWaiting,
        is_late: isLate(now),
        is_closed: isClosed,
        is_of_owner: isOfOwner,
        is_mine: ownerConditions.mine(actor),
        is_nobodys: ownerConditions.none(actor),
      };
      const parts = upToMost(scoped, filter).select(
        Object.entries(says).map(([name, is]) => sql`${is}`.as(name)),
      );
      const where = (whose: readonly (keyof Said)[], part: readonly Expression<SqlBool>[] = []) =>
        sql<number>`${said.fn
          .countAll()
          .filterWhere(said.and([...whose.map((name) => said.ref(name)), ...part]))}::int`;
      const few = await read(
        db,
        'the counts of the worklist',
        build
          .selectFrom(parts.as('parts'))
          .select([
            sql<number>`count(*)::int`.as('scanned'),
            where(['is_of_owner']).as('all'),
            where(['is_of_owner'], countedParts.todo).as('todo'),
            where(['is_of_owner'], countedParts.waiting).as('waiting'),
            where(['is_of_owner'], countedParts.blocked).as('blocked'),
            where(['is_of_owner'], countedParts.late).as('late'),
            where(['is_of_owner'], countedParts.done).as('done'),
            where(['is_mine'], isOfTab).as('mine'),
            where(['is_nobodys'], isOfTab).as('nobodys'),
            where([], isOfTab).as('everybodys'),
          ]),
        'heavy',
      );
      const { scanned, ...counts } = few[0] ?? { scanned: 0, ...noneCounted };
      if (scanned <= mostCounted) return counts;
      const count = (
        ...conditions: readonly (Expression<SqlBool> | undefined)[]
      ): AliasableExpression<number> => {
        const asked = conditions.filter((condition) => condition !== undefined);
        // Of all of them it is known that there are more.
        if (asked.length === 0) return sql<number>`${mostCounted + 1}::int`;
        const counted = upToMost(scoped.where(conditionOn<'s'>().and(asked)), filter);
        return countOf(counted);
      };
      const ofOwner = owner === undefined ? undefined : isOfOwner;
      const ofTab = tab === undefined ? undefined : tabConditions[tab](now);
      const part = (name: WorklistTab) => count(ofOwner, tabConditions[name](now));
      const [many] = await read(
        db,
        'the counts of a long worklist',
        build.selectNoFrom([
          count(ofOwner).as('all'),
          part('todo').as('todo'),
          part('waiting').as('waiting'),
          part('blocked').as('blocked'),
          part('late').as('late'),
          part('done').as('done'),
          count(ownerConditions.mine(actor), ofTab).as('mine'),
          count(ownerConditions.none(actor), ofTab).as('nobodys'),
          count(ofTab).as('everybodys'),
        ]),
        'heavy',
      );
      return many ?? noneCounted;
    },
  };
}
