import { mostCounted, type Sort, type worklistSorts } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Unread } from '../../platform/database/json-rows.repository.ts';
import type { Positions } from '../../platform/database/page-positions.ts';
import {
  idsBeyond,
  pageOf,
  positionOf,
  rowsToRead,
  type PageAsked,
  type SortColumn,
} from '../../platform/database/paged-rows.repository.ts';
import { readRows } from '../../platform/database/reads.repository.ts';
import { stepScopeSql } from '../../policies/scopes.repository.ts';
import { labelColumns, type Labelled } from '../reference/index.ts';
import { workSql } from '../requests/index.ts';
import { worklistLength } from './worklist-counts.repository.ts';
import { upToMost, worklistFrom, type WorklistFilter } from './worklist-filter.repository.ts';
import { listedRow, type ListedRow } from './worklist-rows.repository.ts';

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

/** The steps of one organisation with their requests. */
export function worklistRepository(db: Db) {
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
      const from = worklistFrom(actor, filter, now);
      const sorted = sort.field === 'numRequest' ? worklistFrom(actor, filter, now, true) : from;
      const position = positionOf(asked, column);
      const isFar = position === undefined && (page + 1) * size > farFrom;
      const length = isFar ? await worklistLength(db, from) : undefined;
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
      const from = worklistFrom(actor, filter, now, true);
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
  };
}
