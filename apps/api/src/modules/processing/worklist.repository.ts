import {
  dayOf,
  mostCounted,
  type OwnerFilter,
  type Sort,
  type WorklistCriterion,
  type worklistSorts,
  type WorklistTab,
} from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import { codesSql, type Db } from '../../platform/db.ts';
import { jsonRow, type Unread } from '../../platform/json-rows.repository.ts';
import type { Positions } from '../../platform/page-positions.ts';
import {
  idsBeyond,
  pageOf,
  positionOf,
  rowsToRead,
  type PageAsked,
  type SortColumn,
} from '../../platform/paged-rows.repository.ts';
import { readRows } from '../../platform/reads.repository.ts';
import type { StepWork } from '../../policies/request-actions.ts';
import { stepScopeSql, stepsSql, stepsWithRequestsSql } from '../../policies/scopes.repository.ts';
import { labelColumns, type Labelled } from '../reference/index.ts';
import {
  atWorkStepStatuses,
  blockedStepStatuses,
  closedStepStatuses,
  ownStepColumns,
  requestColumns,
  workSql,
} from '../requests/index.ts';
import { ownerColumns } from './owner.repository.ts';
import { asksRequests, worklistConditionsSql } from './worklist-criteria.repository.ts';

const ageColumns = {
  assignedAt: true,
  processedAt: true,
  dueOn: true,
  daysLeft: true,
  // What is awaited.
  documents: { where: { fileId: null }, select: { id: true } },
} as const satisfies Prisma.ProcessingStepSelect;

export const worklistColumns = {
  ...ownStepColumns,
  ...ageColumns,
  closedFromStatus: true,
  assignee: { select: ownerColumns },
  request: { select: requestColumns },
} as const satisfies Prisma.ProcessingStepSelect;
export type WorklistRow = Prisma.ProcessingStepGetPayload<{ select: typeof worklistColumns }>;
/** A row of the list, with every step of its request: what may be done to it depends on them. */
export type ListedRow = WorklistRow & { readonly work: readonly StepWork[] };
const listedRow = jsonRow('ProcessingStep', 's', worklistColumns);

const exportColumns = {
  id: true,
  status: true,
  percent: true,
  ...ageColumns,
  assignee: { select: ownerColumns },
  rating: { select: { beneficiaryRating: true, beneficiaryFeedback: true } },
  titleItem: { select: labelColumns },
  request: {
    select: {
      id: true,
      numRequest: true,
      dateRequest: true,
      status: true,
      description: true,
      beneficiary: {
        select: {
          nom: true,
          prenom: true,
          companyName: true,
          email: true,
          phone: true,
          city: true,
          province: true,
        },
      },
    },
  },
} as const satisfies Prisma.ProcessingStepSelect;
/** A step as the export lists it. */
export type ExportedStep = Prisma.ProcessingStepGetPayload<{ select: typeof exportColumns }>;
const exportedStep = jsonRow('ProcessingStep', 's', exportColumns);

export type WorklistSortField = (typeof worklistSorts)[number];

// Fragments of ORDER BY, so that no text of a caller ever reaches it.
const sortColumns: { readonly [F in WorklistSortField]: SortColumn<ListedRow> } = {
  dateRequest: {
    sql: Prisma.sql`s.request_date`,
    kind: 'instant',
    of: ({ request }) => request.dateRequest.toISOString(),
  },
  numRequest: {
    sql: Prisma.sql`r.num_request`,
    kind: 'text',
    of: ({ request }) => request.numRequest,
  },
  percent: { sql: Prisma.sql`s.percent`, kind: 'number', of: ({ percent }) => percent },
  assignedAt: {
    sql: Prisma.sql`s.assigned_at`,
    kind: 'instant',
    isNullable: true,
    of: ({ assignedAt }) => assignedAt && assignedAt.toISOString(),
  },
  dueOn: {
    sql: Prisma.sql`s.due_on`,
    kind: 'day',
    isNullable: true,
    of: ({ dueOn }) => dueOn && dueOn.toISOString().slice(0, 10),
  },
};
const directions = { asc: Prisma.sql`ASC`, desc: Prisma.sql`DESC` } as const;

const isOpen = Prisma.sql`s.status IN (${codesSql(atWorkStepStatuses)})`;
const isBlocked = Prisma.sql`s.status IN (${codesSql(blockedStepStatuses)})`;
const isSuspended = Prisma.sql`s.request_is_suspended`;
const awaitsDocuments = Prisma.sql`s.awaits_documents`;
const isClosed = Prisma.sql`s.status IN (${codesSql(closedStepStatuses)})`;

// Only a clock that runs has a day: a step that waits for somebody else is not late. Null and not false then, which a condition takes
// alike: within a coalesce PostgreSQL would not see how few they are.
const isLate = (now: Date) => Prisma.sql`s.due_on < ${dayOf(now)}::date`;

/** What belongs to a part of the worklist (packages/contracts/src/processing/worklist.ts says it in words). */
const tabConditions: { readonly [T in WorklistTab]: (now: Date) => Prisma.Sql } = {
  todo: () =>
    Prisma.sql`${isOpen} AND NOT ${isBlocked} AND NOT ${isSuspended} AND NOT ${awaitsDocuments}`,
  waiting: () =>
    Prisma.sql`${isOpen} AND NOT ${isBlocked} AND (${isSuspended} OR ${awaitsDocuments})`,
  blocked: () => isBlocked,
  late: isLate,
  done: () => isClosed,
};

/** Whose steps. */
const ownerConditions: { readonly [O in OwnerFilter]: (actor: Actor) => Prisma.Sql } = {
  mine: ({ userId }) => Prisma.sql`s.assignee_id = ${userId}::uuid`,
  none: () => Prisma.sql`s.assignee_id IS NULL`,
  // As `readersOf` tells them (policies/step-readers.ts), but for an owner who is here.
  mineOrNone: ({ userId }) => Prisma.sql`(s.assignee_id = ${userId}::uuid OR s.assignee_id IS NULL
    OR s.assignee_id IN (
      SELECT a.user_id FROM absences a
      LEFT JOIN absences other ON other.user_id = a.substitute_id AND other.begun_at IS NOT NULL
      WHERE a.begun_at IS NOT NULL AND (a.substitute_id = ${userId}::uuid OR other.user_id IS NOT NULL)))`,
};

export interface WorklistFilter {
  readonly criteria: readonly WorklistCriterion[];
  /** Absent: all of them. */
  readonly tab: WorklistTab | undefined;
  /** Absent: whoever's. */
  readonly owner: OwnerFilter | undefined;
  /** Of the day, where a criterion asks for the clock (`halfTimes`). */
  readonly halves?: readonly string[];
}
/** What stands around a step in the list. */
export interface Neighbours {
  readonly previous: Neighbour | null;
  readonly next: Neighbour | null;
  /** From 1; null where the filter does not hold the step. */
  readonly place: number | null;
  readonly total: number;
}
interface Neighbour {
  readonly requestId: number;
  readonly stepId: number;
  readonly numRequest: string;
}

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

/** Rows beyond which a page is far: how many there are is asked first, for it may be nearer to the end. */
const farFrom = mostCounted;

/** Where the rows of a page stand: counted from the end of the list where that is nearer. */
function windowOf(
  { page, size }: { readonly page: number; readonly size: number },
  total: number | undefined,
): { readonly isFromEnd: boolean; readonly take: number; readonly skip: number } {
  const start = page * size;
  const left = total === undefined ? Infinity : Math.max(0, total - start);
  const take = Math.min(size, left);
  return start < left
    ? { isFromEnd: false, take, skip: start }
    : { isFromEnd: true, take, skip: left - take };
}

/**
 * How a count ends that stops at {@link mostCounted}: in the list's order, so that PostgreSQL walks the list's index and not the table
 * until it has met enough of them. What criteria find may be found sooner by an index of theirs.
 */
const upToMost = ({ criteria }: Pick<WorklistFilter, 'criteria'>): Prisma.Sql =>
  Prisma.sql`${criteria.length === 0 ? Prisma.sql`ORDER BY s.request_date DESC, s.id DESC` : Prisma.empty} LIMIT ${mostCounted + 1}`;

/** The ids of a page by its number, with their `place` in what is read: of a page from the end the last is the first. */
function idsAt({
  sorted,
  column,
  page,
  size,
  sort,
  length,
}: {
  readonly sorted: Prisma.Sql;
  readonly column: Prisma.Sql;
  readonly page: number;
  readonly size: number;
  readonly sort: Sort<WorklistSortField>;
  /** How many there are, where that is known. */
  readonly length: number | undefined;
}): { readonly ids: Prisma.Sql; readonly isReversed: boolean } {
  const { isFromEnd, take, skip } = windowOf({ page, size }, length);
  const isUp = (sort.direction === 'asc') !== isFromEnd;
  const direction = isUp ? directions.asc : directions.desc;
  // The first pages say how little is wanted, in steps, for each is a plan of its own; beyond them everything may be sorted.
  const depth = skip + take;
  const ceiling = [20, 200, farFrom].find((rows) => depth <= rows);
  const bound = ceiling === undefined ? Prisma.empty : Prisma.raw(`LIMIT ${String(ceiling)}`);
  return {
    ids: Prisma.sql`SELECT id, row_number() OVER () AS place FROM (
      SELECT id FROM (
        SELECT s.id FROM ${sorted} ORDER BY ${column} ${direction}, s.id ${direction} ${bound}
      ) AS first LIMIT ${take} OFFSET ${skip}) AS f`,
    isReversed: isFromEnd,
  };
}

const join = (conditions: readonly Prisma.Sql[]) => Prisma.join([...conditions], ' AND ');

/** The steps of one organisation with their requests. */
export function worklistRepository(db: Db) {
  const conditionsOf = (
    actor: Actor,
    { criteria, tab, owner, halves = [] }: WorklistFilter,
    now: Date,
  ): Prisma.Sql =>
    join([
      stepScopeSql(actor),
      ...worklistConditionsSql(criteria, { today: dayOf(now), halves }),
      ...(tab === undefined ? [] : [tabConditions[tab](now)]),
      ...(owner === undefined ? [] : [ownerConditions[owner](actor)]),
    ]);
  /** @param isWithRequests whether the statement asks something of `r` besides the filter */
  const fromOf = (
    actor: Actor,
    filter: WorklistFilter,
    now: Date,
    isWithRequests = false,
  ): Prisma.Sql =>
    Prisma.sql`${isWithRequests || asksRequests(filter.criteria) ? stepsWithRequestsSql : stepsSql}
      WHERE ${conditionsOf(actor, filter, now)}`;

  const lengthOf = async (from: Prisma.Sql): Promise<number> => {
    const [counted] = await readRows<{ total: number }>(
      db,
      'the length of the worklist',
      Prisma.sql`SELECT count(*)::int AS total FROM ${from}`,
      'heavy',
    );
    return counted?.total ?? 0;
  };

  return {
    /**
     * One page, one row for each step, how many there are, and from where the pages beside it are read. The ids come first: what
     * belongs to a row would otherwise be read for every row that is sorted or passed over (apps/bench/src/lists.ts). How many
     * there are is counted as far as {@link mostCounted}, in the same statement. Where a position is given the page is read from
     * there, as quickly as the first; else a far page takes two statements and counts them all: the last ones are read from the
     * end, and those between are the slowest.
     */
    async page(
      actor: Actor,
      filter: WorklistFilter,
      asked: PageAsked<WorklistSortField>,
      now: Date,
    ): Promise<{ rows: readonly ListedRow[]; total: number; positions: Positions }> {
      const { page, size, sort } = asked;
      const column = sortColumns[sort.field];
      const from = fromOf(actor, filter, now);
      const sorted = sort.field === 'numRequest' ? fromOf(actor, filter, now, true) : from;
      const position = positionOf(asked, column);
      const isFar = position === undefined && (page + 1) * size > farFrom;
      const length = isFar ? await lengthOf(from) : undefined;
      const { ids, isReversed } =
        position === undefined
          ? idsAt({ sorted, column: column.sql, page, size, sort, length })
          : idsBeyond(
              { from: Prisma.sql`FROM ${sorted}`, id: Prisma.sql`s.id`, column: column.sql },
              column,
              {
                at: position,
                isAscending: sort.direction === 'asc',
                take: rowsToRead(size, position),
              },
            );
      const total =
        length === undefined
          ? Prisma.sql`(SELECT count(*)::int FROM (
              SELECT 1 FROM ${from} ${upToMost(filter)}) AS c)`
          : Prisma.sql`${length}::int`;
      const [found] = await readRows<{ total: number; rows: Unread<ListedRow>[] }>(
        db,
        'the worklist',
        Prisma.sql`
        SELECT ${total} AS total,
          (SELECT coalesce(json_agg(t ORDER BY t.place ${isReversed ? directions.desc : directions.asc}), '[]') FROM (
            SELECT p.place, ${listedRow.columns}, ${workSql} AS work
            FROM (${ids}) AS p
            JOIN processing_steps s ON s.id = p.id JOIN requests r ON r.id = s.request_id) AS t) AS rows`,
        // Far into a long list a great part of it is passed over: that waits for its like, and no screen for it.
        isFar ? 'heavy' : 'screen',
      );
      const read = (found?.rows ?? []).map(listedRow.read);
      return pageOf(
        { read, counted: found?.total ?? 0, at: position },
        asked,
        column,
        ({ id }) => id,
      );
    },

    /**
     * What stands before and after a step under the filter and the sort, wherever it would stand if the filter does not hold
     * it any more; undefined for a step of another organisation. The two neighbours are found by the step's own place in the order.
     */
    async neighbours(
      actor: Actor,
      filter: WorklistFilter,
      { stepId, sort }: { stepId: number; sort: Sort<WorklistSortField> },
      now: Date,
    ): Promise<Neighbours | undefined> {
      const from = fromOf(actor, filter, now, true);
      // Where nothing stands PostgreSQL sorts it as the latest.
      const column = sortColumns[sort.field].sql;
      const key =
        sort.field === 'assignedAt' || sort.field === 'dueOn'
          ? Prisma.sql`coalesce(${column}, 'infinity')`
          : column;
      const here = Prisma.sql`(SELECT key, id FROM here)`;
      // The key alone as well: two tables' columns together are no condition that an index takes.
      const mark = Prisma.sql`(SELECT key FROM here)`;
      const below = Prisma.sql`${key} <= ${mark} AND (${key}, s.id) < ${here}`;
      const above = Prisma.sql`${key} >= ${mark} AND (${key}, s.id) > ${here}`;
      const nearest = (side: Prisma.Sql, direction: Prisma.Sql) => Prisma.sql`(
        SELECT json_build_object('requestId', r.id, 'stepId', s.id, 'numRequest', r.num_request)
        FROM ${from} AND ${side} ORDER BY ${column} ${direction}, s.id ${direction} LIMIT 1)`;
      const isUp = sort.direction === 'asc';
      // Counted as far as it is shown: of 25,000 steps the rest is not read.
      const counted = (side: Prisma.Sql) => Prisma.sql`(
        SELECT count(*)::int FROM (SELECT 1 FROM ${from} ${side} LIMIT ${mostCounted + 1}) AS found)`;
      const before = Prisma.sql`AND ${isUp ? below : above}`;
      const [found] = await readRows<Neighbours>(
        db,
        'neighbours of a step',
        Prisma.sql`
        WITH here AS (
          SELECT ${key} AS key, s.id FROM processing_steps s JOIN requests r ON r.id = s.request_id
          WHERE s.id = ${stepId} AND ${stepScopeSql(actor)})
        SELECT ${isUp ? nearest(below, directions.desc) : nearest(above, directions.asc)} AS previous,
          ${isUp ? nearest(above, directions.asc) : nearest(below, directions.desc)} AS next,
          CASE WHEN EXISTS (SELECT 1 FROM ${from} AND s.id = here.id)
            THEN least(${counted(before)} + 1, ${mostCounted + 1}) END AS place,
          ${counted(Prisma.empty)} AS total
        FROM here`,
      );
      return found;
    },

    /** Provinces by their code. */
    async provinces(): Promise<Map<string, Labelled>> {
      const items = await db.referenceItem.findMany({
        where: { parent: 'PROVINCE' },
        select: labelColumns,
      });
      return new Map(items.map((item) => [item.code, item]));
    },

    /**
     * A digest of the latest changes of the organisation's steps: polled, so that it reads the end of one index however many
     * steps there are. Several of them, and not the last alone: transactions do not end in the order in which they began.
     */
    async mark({ partnerId }: Actor): Promise<string> {
      const [latest] = await readRows<{ mark: string | null }>(
        db,
        'the mark of the worklist',
        Prisma.sql`
        SELECT md5(string_agg(id::text || ' ' || updated_at::text, ',')) AS mark FROM (
          SELECT id, updated_at FROM processing_steps WHERE partner_id = ${partnerId ?? -1}
          ORDER BY updated_at DESC, id DESC LIMIT 50) AS latest`,
      );
      return latest?.mark ?? '';
    },

    /** How many rows there are, however many. */
    async length(actor: Actor, filter: WorklistFilter, now: Date): Promise<number> {
      return await lengthOf(fromOf(actor, filter, now));
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
      const scoped = Prisma.sql`FROM ${fromOf(actor, { ...filter, tab: undefined, owner: undefined }, now)}`;
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
          SELECT ${isOpen} AS is_open, ${isBlocked} AS is_blocked, (${isSuspended} OR ${awaitsDocuments}) AS is_waiting,
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
          : Prisma.sql`(SELECT count(*)::int FROM (SELECT 1 ${scoped} AND ${join(asked)} ${upToMost(filter)}) AS c)`;
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

    /**
     * Every row, newest requests first, `batch` in memory at a time. No cursor is held between batches, so that a
     * slow reader keeps no connection; each row comes once.
     */
    async *every(
      actor: Actor,
      filter: WorklistFilter,
      now: Date,
      batch: number,
    ): AsyncGenerator<ExportedStep[]> {
      const from = fromOf(actor, filter, now);
      let after = Prisma.empty;
      for (;;) {
        const found = await readRows<{ row: Unread<ExportedStep> }>(
          db,
          'an export of the worklist',
          Prisma.sql`
          SELECT row_to_json(t) AS row FROM (
            SELECT ${exportedStep.columns} FROM (
              SELECT s.id, s.request_date AS at FROM ${from} ${after}
              ORDER BY s.request_date DESC, s.id DESC LIMIT ${batch}) AS p
            JOIN processing_steps s ON s.id = p.id ORDER BY p.at DESC, p.id DESC) AS t`,
          'heavy',
        );
        const rows = found.map(({ row }) => exportedStep.read(row));
        const last = rows.at(-1);
        if (last === undefined) return;
        yield rows;
        if (rows.length < batch) return;
        const at = last.request.dateRequest;
        after = Prisma.sql`
          AND (s.request_date, s.id) < (${at}, ${last.id})`;
      }
    },
  };
}
