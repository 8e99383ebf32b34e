import { mostCounted, type Criterion } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { requestConditionsSql } from './request-criteria.repository.ts';
import type { Unread } from '../../platform/database/json-rows.repository.ts';
import type { Positions } from '../../platform/database/page-positions.ts';
import {
  idsBeyond,
  pageOf,
  positionOf,
  rowsToRead,
  type PageAsked,
  type PagedSource,
  type SortColumn,
} from '../../platform/database/paged-rows.repository.ts';
import { readRows } from '../../platform/database/reads.repository.ts';
import { requestScopeSql, stepScopeSql, stepsSql } from '../../policies/scopes.repository.ts';
import { readRequest, requestRowSql, type ReadRequest } from './request-rows.repository.ts';

export type RequestSortField = 'dateRequest' | 'numRequest' | 'status';

// Fragments of ORDER BY, so that no text of a caller ever reaches it.
const sortColumns: { readonly [F in RequestSortField]: SortColumn<ReadRequest> } = {
  dateRequest: {
    sql: Prisma.sql`r.date_request`,
    kind: 'instant',
    of: ({ dateRequest }) => dateRequest.toISOString(),
  },
  numRequest: {
    sql: Prisma.sql`r.num_request`,
    kind: 'text',
    of: ({ numRequest }) => numRequest,
  },
  status: { sql: Prisma.sql`r.status`, kind: 'status', of: ({ status }) => status },
};
const directions = { asc: Prisma.sql`ASC`, desc: Prisma.sql`DESC` } as const;

/** What a page of requests is read from, by their ids. */
interface Source extends PagedSource {
  /** Whether counting in the list's order stops sooner, at an index that has this order. */
  readonly isInOrder: boolean;
}
const requestsWhere = (field: RequestSortField, conditions: readonly Prisma.Sql[]): Source => ({
  id: Prisma.sql`r.id`,
  from: Prisma.sql`FROM requests r WHERE ${Prisma.join([...conditions], ' AND ')}`,
  column: sortColumns[field].sql,
  isInOrder: false,
});
/** All that an organisation knows of, by their dates: found from its steps, which are few among those of the portal. */
const requestsOfSteps = (actor: Actor): Source => ({
  id: Prisma.sql`s.request_id`,
  from: Prisma.sql`FROM ${stepsSql} WHERE ${stepScopeSql(actor)}`,
  group: Prisma.sql`GROUP BY s.request_date, s.request_id`,
  column: Prisma.sql`s.request_date`,
  isInOrder: true,
});

/** Requests as screens read them; what an actor may not know of is not found. */
export function requestsRepository(db: Db) {
  return {
    /**
     * One page of the requests the actor may know of, how many there are in all, and from where the pages beside it are read, in one
     * statement. An organisation's are counted as far as {@link mostCounted} while the page is among those or is read from a
     * position; a person's own are few.
     */
    async filter(
      actor: Actor,
      criteria: readonly Criterion[],
      asked: PageAsked<RequestSortField>,
    ): Promise<{ rows: readonly ReadRequest[]; total: number; positions: Positions }> {
      const { page, size, sort } = asked;
      const isAgent = actor.role === 'PARTENAIRE';
      const source =
        isAgent && criteria.length === 0 && sort.field === 'dateRequest'
          ? requestsOfSteps(actor)
          : requestsWhere(sort.field, [requestScopeSql(actor), ...requestConditionsSql(criteria)]);
      const { id, from, group = Prisma.empty, column, isInOrder } = source;
      const direction = directions[sort.direction];
      const ordered = Prisma.sql`ORDER BY ${column} ${direction}, ${id} ${direction}`;
      const position = positionOf(asked, sortColumns[sort.field]);
      const isCounted = !isAgent || (position === undefined && (page + 1) * size > mostCounted);
      const bound = isCounted
        ? Prisma.empty
        : Prisma.sql`${isInOrder ? ordered : Prisma.empty} LIMIT ${mostCounted + 1}`;
      // The id comes last, so that rows of one minute keep their order from page to page. The ids come first: what belongs
      // to a row would otherwise be read for every row that is sorted or passed over.
      const { ids, isReversed } =
        position === undefined
          ? {
              ids: Prisma.sql`SELECT id, row_number() OVER () AS place FROM (
                SELECT ${id} AS id ${from} ${group} ${ordered} LIMIT ${size} OFFSET ${page * size}) AS f`,
              isReversed: false,
            }
          : idsBeyond(source, sortColumns[sort.field], {
              at: position,
              isAscending: sort.direction === 'asc',
              take: rowsToRead(size, position),
            });
      const [found] = await readRows<{ total: number; rows: Unread<ReadRequest>[] }>(
        db,
        'a page of requests',
        Prisma.sql`
        SELECT (SELECT count(*)::int FROM (SELECT 1 ${from} ${group} ${bound}) AS c) AS total,
          (SELECT coalesce(json_agg(t ORDER BY t.place ${isReversed ? directions.desc : directions.asc}), '[]') FROM (
            SELECT p.place, ${requestRowSql(actor)}
            FROM (${ids}) AS p
            JOIN requests r ON r.id = p.id) AS t) AS rows`,
      );
      const read = (found?.rows ?? []).map(readRequest);
      return pageOf(
        { read, counted: found?.total ?? 0, at: position },
        asked,
        sortColumns[sort.field],
        (row) => row.id,
      );
    },

    async find(actor: Actor, id: number): Promise<ReadRequest | undefined> {
      const [found] = await readRows<{ row: Unread<ReadRequest> }>(
        db,
        'a request',
        Prisma.sql`
        SELECT row_to_json(t) AS row FROM (
          SELECT ${requestRowSql(actor)} FROM requests r WHERE r.id = ${id} AND ${requestScopeSql(actor)}) AS t`,
      );
      return found && readRequest(found.row);
    },
  };
}
