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

/** Kinds of sort columns: the schema of a cursor value and its cast in PostgreSQL. */
const kinds = {
  instant: { schema: z.iso.datetime(), cast: sql`timestamptz` },
  day: { schema: z.iso.date(), cast: sql`date` },
  number: { schema: z.int32(), cast: sql`int` },
  text: { schema: z.string().regex(/^[^\0]*$/), cast: sql`text` },
  status: { schema: z.enum(requestStatuses), cast: sql`"RequestStatus"` },
} as const;

export interface SortColumn<Row> {
  readonly column: Expression<unknown>;
  readonly kind: keyof typeof kinds;
  /** Rows without a value sort last, as in PostgreSQL. */
  readonly isNullable?: true;
  readonly of: (row: Row) => PlaceValue;
}

export interface PagedSource {
  /** The query with its conditions and no selection. Callers can add conditions. */
  readonly from: SelectQueryBuilder<object, never, object>;
  readonly id: AliasableExpression<number>;
  readonly column: Expression<unknown>;
}

/** Ids of a page with their `place` in reading order. */
export interface PageIds {
  readonly ids: AliasedExpression<{ id: number; place: number }, 'p'>;
  readonly isReversed: boolean;
}

export interface PageAsked<F extends string> {
  /** From 0. */
  readonly page: number;
  readonly size: number;
  readonly sort: Sort<F>;
  /** Cursor from an adjacent page. Without it, `page` decides. */
  readonly position?: string | undefined;
}

/** The cursor, unless its value does not fit the column. */
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
 * Conditions for the rows beyond a cursor, in reading order. Each is one range of the column's index, so no row is
 * skipped. `(column, id) > (value, id)` is never true for rows without a value; those sort last.
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

/** Most pages need at most 25 rows and one more. */
const usualRows = 26;

/** Inlined: a cached plan must know that the limit is small. */
const limitOf = (rows: number): RawBuilder<number> =>
  sql.lit(rows <= usualRows ? usualRows : maxPageSize + 1);

/**
 * Ids beyond a cursor, with places from 1. The cost does not grow with the page number. Before a cursor, the nearest
 * row is the first.
 * @param take number of rows
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

/** Numbers the ids in the order of the statement. */
export const placed = (found: AliasableExpression<{ id: number }>): PageIds['ids'] =>
  build
    .selectFrom(found.as('found'))
    .select(({ fn }) => ['found.id', fn.agg<number>('row_number').over().as('place')])
    .as('p');

/** Counts the rows, up to the limit of the statement. */
export const countOf = (found: PagedSource['from']): AliasableExpression<number> =>
  build
    .selectFrom(found.select(sql.lit(1).as('one')).as('found'))
    .select(sql<number>`count(*)::int`.as('total'))
    .$asScalar();

/** The rows as one JSON array, ordered by place, in reverse order for a reversed read. */
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

/** Rows to read from a cursor: one more than the page size shows whether another page follows. */
export const rowsToRead = (size: number, at: Position): number =>
  at.side === 'after' ? size + 1 : size;

/**
 * Builds the page, its total and the cursors of the adjacent pages.
 * @param counted number of rows; capped at `mostCounted` for a read from a cursor
 */
export function pageOf<Row, F extends string>(
  { read, counted, at }: { read: readonly Row[]; counted: number; at: Position | undefined },
  { page, size, sort }: PageAsked<F>,
  { of }: SortColumn<Row>,
  idOf: (row: Row) => number,
): { readonly rows: readonly Row[]; readonly total: number; readonly positions: Positions } {
  const rows = read.slice(0, size);
  // Reuses the total in the cursor: counting for a far page would read every row.
  const total = at !== undefined && counted > mostCounted ? Math.max(counted, at.total) : counted;
  const isFollowed =
    at === undefined
      ? page * size + rows.length < total
      : at.side === 'before' || read.length > size;
  const positionNextTo = (side: Position['side'], row: Row | undefined): string | undefined =>
    row === undefined
      ? undefined
      : writePosition(sort, { side, value: of(row), id: idOf(row), total });
  return {
    rows,
    total,
    positions: {
      previous: page > 0 ? positionNextTo('before', rows[0]) : undefined,
      next: isFollowed ? positionNextTo('after', rows.at(-1)) : undefined,
    },
  };
}
