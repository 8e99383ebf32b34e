import { dayOf, mostCounted, type OwnerFilter, type WorklistTab } from '@wasl/contracts';
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
import {
  build,
  conditionOn,
  prepared,
  read,
  type Placeholders,
} from '../../platform/database/statements.repository.ts';
import { readerIds, type Reader, type ReaderIds } from '../../policies/scopes.repository.ts';
import { isAwake, isOpen, type Day } from './worklist-criteria.repository.ts';
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

/** Columns of the counting statement for each step. */
type CountedColumns = Record<
  | 'is_open'
  | 'is_blocked'
  | 'is_waiting'
  | 'is_late'
  | 'is_awake'
  | 'is_closed'
  | 'is_of_owner'
  | 'is_mine'
  | 'is_nobodys',
  SqlBool
>;
const counted = expressionBuilder<{ parts: CountedColumns }, 'parts'>();
const awake = counted.ref('is_awake');
/** The conditions of the tabs on those columns. */
const countedParts: { readonly [T in WorklistTab]: readonly Expression<SqlBool>[] } = {
  todo: [counted.ref('is_open'), counted.not('is_blocked'), counted.not('is_waiting'), awake],
  waiting: [counted.ref('is_open'), counted.not('is_blocked'), counted.ref('is_waiting'), awake],
  blocked: [counted.ref('is_blocked'), awake],
  late: [counted.ref('is_late'), awake],
  done: [counted.ref('is_closed')],
};

/** Counts all rows of a list. It reads every row of a long list. */
export async function worklistLength(db: Db, steps: WorklistSteps): Promise<number> {
  const [counted] = await read(
    db,
    'the length of the worklist',
    steps.select(sql<number>`count(*)::int`.as('total')),
    'heavy',
  );
  return counted?.total ?? 0;
}

/** Counts every part in one scan, which stops beyond {@link mostCounted}. */
const fewCounts = (actor: Reader, { tab, owner, ...filter }: WorklistFilter, today: Day) => {
  const scoped = worklistSteps(actor, { ...filter, tab: undefined, owner: undefined }, today);
  const isOfTab = tab === undefined ? [] : countedParts[tab];
  const partConditions: { readonly [S in keyof CountedColumns]: Expression<SqlBool> } = {
    is_open: isOpen,
    is_blocked: isBlocked,
    is_waiting: isWaiting,
    is_late: isLate(today),
    is_awake: isAwake(today),
    is_closed: isClosed,
    is_of_owner: owner === undefined ? sql<SqlBool>`TRUE` : ownerConditions[owner](actor),
    is_mine: ownerConditions.mine(actor),
    is_nobodys: ownerConditions.none(actor),
  };
  const parts = upToMost(scoped, filter).select(
    Object.entries(partConditions).map(([name, is]) => sql`${is}`.as(name)),
  );
  const where = (
    whose: readonly (keyof CountedColumns)[],
    part: readonly Expression<SqlBool>[] = [],
  ) =>
    sql<number>`${counted.fn
      .countAll()
      .filterWhere(counted.and([...whose.map((name) => counted.ref(name)), ...part]))}::int`;
  return build
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
    ]);
};

/** Counts each part with its own subquery. */
const manyCounts = (actor: Reader, { tab, owner, ...filter }: WorklistFilter, today: Day) => {
  const scoped = worklistSteps(actor, { ...filter, tab: undefined, owner: undefined }, today);
  const count = (
    ...conditions: readonly (Expression<SqlBool> | undefined)[]
  ): AliasableExpression<number> => {
    const asked = conditions.filter((condition) => condition !== undefined);
    // Without a condition the count is known to exceed the limit.
    if (asked.length === 0) return sql<number>`${mostCounted + 1}::int`;
    const counted = upToMost(scoped.where(conditionOn<'s'>().and(asked)), filter);
    return countOf(counted);
  };
  const ofOwner = owner === undefined ? undefined : ownerConditions[owner](actor);
  const ofTab = tab === undefined ? undefined : tabConditions[tab](today);
  const part = (name: WorklistTab) => count(ofOwner, tabConditions[name](today));
  return build.selectNoFrom([
    count(ofOwner).as('all'),
    part('todo').as('todo'),
    part('waiting').as('waiting'),
    part('blocked').as('blocked'),
    part('late').as('late'),
    part('done').as('done'),
    count(ownerConditions.mine(actor), ofTab).as('mine'),
    count(ownerConditions.none(actor), ofTab).as('nobodys'),
    count(ofTab).as('everybodys'),
  ]);
};

/** The counts of a list without criteria, as screens ask for them. */
const preparedCounts = {
  few: prepared(
    (
      { userId, partnerId, today }: Placeholders<ReaderIds & { readonly today: string }>,
      role: Actor['role'],
      tab: WorklistTab | undefined,
      owner: OwnerFilter | undefined,
    ) => fewCounts({ role, userId, partnerId }, { criteria: [], tab, owner }, today),
  ),
  many: prepared(
    (
      { userId, partnerId, today }: Placeholders<ReaderIds & { readonly today: string }>,
      role: Actor['role'],
      tab: WorklistTab | undefined,
      owner: OwnerFilter | undefined,
    ) => manyCounts({ role, userId, partnerId }, { criteria: [], tab, owner }, today),
  ),
};

export function worklistCountsRepository(db: Db) {
  return {
    /** Counts all rows, without a limit. */
    async length(actor: Actor, filter: WorklistFilter, now: Date): Promise<number> {
      return await worklistLength(db, worklistSteps(actor, filter, dayOf(now)));
    },

    /**
     * Counts every part up to {@link mostCounted}: tabs among the steps of `owner`, owners among the steps of `tab`. A
     * short list takes one scan. For a longer list the scan stops, and a second statement counts each part by an index.
     */
    async counts(actor: Actor, filter: WorklistFilter, now: Date): Promise<WorklistCounts> {
      const { criteria, tab, owner } = filter;
      const today = dayOf(now);
      const ids = { ...readerIds(actor), today };
      const isUsual = criteria.length === 0;
      const [few] = await read(
        db,
        'the counts of the worklist',
        isUsual ? preparedCounts.few(ids, actor.role, tab, owner) : fewCounts(actor, filter, today),
        'heavy',
      );
      const { scanned, ...counts } = few ?? { scanned: 0, ...noneCounted };
      if (scanned <= mostCounted) return counts;
      const [many] = await read(
        db,
        'the counts of a long worklist',
        isUsual
          ? preparedCounts.many(ids, actor.role, tab, owner)
          : manyCounts(actor, filter, today),
        'heavy',
      );
      return many ?? noneCounted;
    },
  };
}
