import { maxPageSize, mostCounted, requestStatuses, type Sort } from '@wasl/contracts';
import { Prisma } from '@wasl/db';
import { z } from 'zod';

import {
  readPosition,
  writePosition,
  type PlaceValue,
  type Position,
  type Positions,
} from './page-positions.ts';

/** Kinds of columns that lists are sorted by: what a position may say of one, and how PostgreSQL is told. */
const kinds = {
  instant: { schema: z.iso.datetime(), cast: Prisma.sql`timestamptz` },
  day: { schema: z.iso.date(), cast: Prisma.sql`date` },
  number: { schema: z.int32(), cast: Prisma.sql`int` },
  text: { schema: z.string().regex(/^[^\0]*$/), cast: Prisma.sql`text` },
  status: { schema: z.enum(requestStatuses), cast: Prisma.sql`"RequestStatus"` },
} as const;

/** A column that a list can be sorted by. */
export interface SortColumn<Row> {
  readonly sql: Prisma.Sql;
  readonly kind: keyof typeof kinds;
  /** Rows without a value stand behind all others, as PostgreSQL sorts them. */
  readonly isNullable?: true;
  /** What the column says of a row that was read. */
  readonly of: (row: Row) => PlaceValue;
}

/** What a page is read from: the source up to its conditions, and what follows them. */
export interface PagedSource {
  /** `FROM … WHERE …`, to which another condition can be added. */
  readonly from: Prisma.Sql;
  readonly group?: Prisma.Sql;
  readonly id: Prisma.Sql;
  readonly column: Prisma.Sql;
}

export interface PageAsked<F extends string> {
  /** From 0. */
  readonly page: number;
  readonly size: number;
  readonly sort: Sort<F>;
  /** As the page before or after it gave it; absent, the number of the page says which one is wanted. */
  readonly position?: string | undefined;
}

const up = Prisma.sql`ASC`;
const down = Prisma.sql`DESC`;

/** The position, unless it says what the column never holds. */
export function positionOf<Row>(
  { position, sort }: Pick<PageAsked<string>, 'position' | 'sort'>,
  { kind, isNullable }: SortColumn<Row>,
): Position | undefined {
  const read = readPosition(position, sort);
  if (read === undefined) return undefined;
  const isKnown =
    read.value === null ? isNullable === true : kinds[kind].schema.safeParse(read.value).success;
  return isKnown ? read : undefined;
}

/**
 * The conditions of what stands beyond a position, in the order in which it is read: each a range of the index of its column, so
 * that nothing is passed over. `(column, id) > (value, id)` holds for no row without a value; those come last.
 */
function beyond<Row>(
  { id, column }: PagedSource,
  { kind, isNullable }: SortColumn<Row>,
  at: Position,
  isUp: boolean,
): readonly Prisma.Sql[] {
  const than = isUp ? Prisma.sql`>` : Prisma.sql`<`;
  if (at.value === null) {
    const without = Prisma.sql`${column} IS NULL AND ${id} ${than} ${at.id}::int`;
    return isUp ? [without] : [without, Prisma.sql`${column} IS NOT NULL`];
  }
  const here = Prisma.sql`(${at.value}::${kinds[kind].cast}, ${at.id}::int)`;
  const withValue = Prisma.sql`(${column}, ${id}) ${than} ${here}`;
  return isUp && isNullable === true ? [withValue, Prisma.sql`${column} IS NULL`] : [withValue];
}

/** Most pages have no more, and one row beyond. */
const usualRows = 26;

/** Written out: a plan that is kept must know how little is wanted. */
const limitSql = (rows: number): Prisma.Sql =>
  Prisma.raw(`LIMIT ${String(rows <= usualRows ? usualRows : maxPageSize + 1)}`);

/**
 * The ids beyond a position with their `place` in what is read, from 1: as few rows are looked at for the thousandth page as for the
 * first. Of those before a position the nearest is the first.
 * @param take rows wanted
 */
export function idsBeyond<Row>(
  source: PagedSource,
  column: SortColumn<Row>,
  { at, isAscending, take }: { at: Position; isAscending: boolean; take: number },
): { readonly ids: Prisma.Sql; readonly isReversed: boolean } {
  const isReversed = at.side === 'before';
  const isUp = isAscending !== isReversed;
  const direction = isUp ? up : down;
  const stretches = beyond(source, column, at, isUp).map(
    (condition, part) => Prisma.sql`
      (SELECT ${part}::int AS part, row_number() OVER () AS nth, id FROM (
        SELECT ${source.id} AS id ${source.from} AND ${condition} ${source.group ?? Prisma.empty}
        ORDER BY ${source.column} ${direction}, ${source.id} ${direction} ${limitSql(take)}) AS stretch)`,
  );
  return {
    ids: Prisma.sql`SELECT id, row_number() OVER (ORDER BY part, nth) AS place
      FROM (${Prisma.join(stretches, ' UNION ALL ')}) AS stretches ORDER BY part, nth LIMIT ${take}`,
    isReversed,
  };
}

/** Rows to be read from a position: one more than the page has says whether another page follows. */
export const rowsToRead = (size: number, at: Position): number =>
  at.side === 'after' ? size + 1 : size;

/**
 * The page of what was read, with the total its reader is told and the positions of the pages beside it.
 * @param counted how many rows there are, counted as far as `mostCounted` where the page was read from a position
 */
export function pageOf<Row, F extends string>(
  { read, counted, at }: { read: readonly Row[]; counted: number; at: Position | undefined },
  { page, size, sort }: PageAsked<F>,
  { of }: SortColumn<Row>,
  idOf: (row: Row) => number,
): { readonly rows: readonly Row[]; readonly total: number; readonly positions: Positions } {
  const rows = read.slice(0, size);
  // What the reader knows already is not counted again: a far page would look at every row for it.
  const total = at !== undefined && counted > mostCounted ? Math.max(counted, at.total) : counted;
  const isFollowed =
    at === undefined
      ? page * size + rows.length < total
      : at.side === 'before' || read.length > size;
  const beside = (side: Position['side'], row: Row | undefined): string | undefined =>
    row === undefined
      ? undefined
      : writePosition(sort, { side, value: of(row), id: idOf(row), total });
  return {
    rows,
    total,
    positions: {
      previous: page > 0 ? beside('before', rows[0]) : undefined,
      next: isFollowed ? beside('after', rows.at(-1)) : undefined,
    },
  };
}
