import { maxPageSize, mostCounted, requestStatuses, type Sort } from '@wasl/contracts';
import {
  type AliasableExpression,
  type AliasedExpression,
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type ShallowDehydrateObject,
  sql,
  type SqlBool,
} from 'kysely';
import { z } from 'zod';

import {
  readPosition,
  writePosition,
  type PlaceValue,
  type Position,
  type Positions,
} from './page-positions.ts';
import { build } from './statements.repository.ts';

/** Kinds of columns that lists are sorted by: what a position may say of one, and how PostgreSQL is told. */
const kinds = {
  instant: { schema: z.iso.datetime(), cast: sql`timestamptz` },
  day: { schema: z.iso.date(), cast: sql`date` },
  number: { schema: z.int32(), cast: sql`int` },
  text: { schema: z.string().regex(/^[^\0]*$/), cast: sql`text` },
  status: { schema: z.enum(requestStatuses), cast: sql`"RequestStatus"` },
} as const;

/** A column that a list can be sorted by. */
export interface SortColumn<Row> {
  readonly column: Expression<unknown>;
  readonly kind: keyof typeof kinds;
  /** Rows without a value stand behind all others, as PostgreSQL sorts them. */
  readonly isNullable?: true;
  /** What the column says of a row that was read. */
  readonly of: (row: Row) => PlaceValue;
}

/** What a page is read from. */
export interface PagedSource {
  /** With its conditions, to which others can be added; nothing is selected yet. */
  readonly from: SelectQueryBuilder<object, never, object>;
  readonly id: AliasableExpression<number>;
  readonly column: Expression<unknown>;
}

/** The ids of a page with their `place` in what is read. */
export interface PageIds {
  readonly ids: AliasedExpression<{ id: number; place: number }, 'p'>;
  /** Whether the last is the first. */
  readonly isReversed: boolean;
}

export interface PageAsked<F extends string> {
  /** From 0. */
  readonly page: number;
  readonly size: number;
  readonly sort: Sort<F>;
  /** As the page before or after it gave it; absent, the number of the page says which one is wanted. */
  readonly position?: string | undefined;
}

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
): readonly Expression<SqlBool>[] {
  const than = isUp ? sql`>` : sql`<`;
  if (at.value === null) {
    const without = sql<SqlBool>`(${column} IS NULL AND ${id} ${than} ${at.id}::int)`;
    return isUp ? [without] : [without, sql<SqlBool>`${column} IS NOT NULL`];
  }
  const here = sql`(${at.value}::${kinds[kind].cast}, ${at.id}::int)`;
  const withValue = sql<SqlBool>`(${column}, ${id}) ${than} ${here}`;
  return isUp && isNullable === true ? [withValue, sql<SqlBool>`${column} IS NULL`] : [withValue];
}

/** Most pages have no more, and one row beyond. */
const usualRows = 26;

/** Written out: a plan that is kept must know how little is wanted. */
const limitOf = (rows: number): RawBuilder<number> =>
  sql.lit(rows <= usualRows ? usualRows : maxPageSize + 1);

/**
 * The ids beyond a position, their places from 1: as few rows are looked at for the thousandth page as for the first. Of those
 * before a position the nearest is the first.
 * @param take rows wanted
 */
export function idsBeyond<Row>(
  source: PagedSource,
  column: SortColumn<Row>,
  { at, isAscending, take }: { at: Position; isAscending: boolean; take: number },
): PageIds {
  const isReversed = at.side === 'before';
  const isUp = isAscending !== isReversed;
  const direction = isUp ? 'asc' : 'desc';
  const stretches = beyond(source, column, at, isUp).map((condition, part) =>
    build
      .selectFrom(
        source.from
          .where(condition)
          .select(source.id.as('id'))
          .orderBy(source.column, direction)
          .orderBy(source.id, direction)
          .limit(limitOf(take))
          .as('stretch'),
      )
      .select((eb) => [
        sql.lit(part).as('part'),
        eb.fn.agg<number>('row_number').over().as('nth'),
        'stretch.id',
      ]),
  );
  return {
    ids: build
      .selectFrom(stretches.reduce((all, next) => all.unionAll(next)).as('stretches'))
      .select((eb) => [
        'id',
        eb.fn
          .agg<number>('row_number')
          .over((over) => over.orderBy('part').orderBy('nth'))
          .as('place'),
      ])
      .orderBy('part')
      .orderBy('nth')
      .limit(take)
      .as('p'),
    isReversed,
  };
}

/** The ids that a statement finds, placed as it finds them. */
export const placed = (found: AliasableExpression<{ id: number }>): PageIds['ids'] =>
  build
    .selectFrom(found.as('found'))
    .select(({ fn }) => ['found.id', fn.agg<number>('row_number').over().as('place')])
    .as('p');

/** How many rows are found, at most as many as the statement is limited to. */
export const countOf = (found: PagedSource['from']): AliasableExpression<number> =>
  build
    .selectFrom(found.select(sql.lit(1).as('one')).as('found'))
    .select(sql<number>`count(*)::int`.as('total'))
    .$asScalar();

/** The rows that a statement reads, in one array of JSON: the first place first, unless they were read from the end. */
export const pageRows = <Row extends { place: number }>(
  read: AliasableExpression<Row>,
  isReversed: boolean,
): AliasableExpression<ShallowDehydrateObject<Row>[]> =>
  build
    .selectFrom(read.as('t'))
    .select(({ fn }) =>
      fn
        .coalesce(fn.jsonAgg('t').orderBy('t.place', isReversed ? 'desc' : 'asc'), sql`'[]'`)
        .$castTo<ShallowDehydrateObject<Row>[]>()
        .as('rows'),
    )
    .$asScalar()
    .$notNull();

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
