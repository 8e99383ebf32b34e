import { mostCounted, type Criterion, type Sort } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/db.ts';
import { requestConditionsSql } from './request-criteria.repository.ts';
import type { Unread } from '../../platform/json-rows.repository.ts';
import { readRows } from '../../platform/reads.repository.ts';
import { requestScopeSql, stepScopeSql, stepsSql } from '../../policies/scopes.repository.ts';
import { readRequest, requestRowSql, type ReadRequest } from './request-rows.repository.ts';

export interface Page<F extends string> {
  readonly page: number;
  readonly size: number;
  readonly sort: Sort<F>;
}
export type RequestSortField = 'dateRequest' | 'numRequest' | 'status';

// Fragments of ORDER BY, so that no text of a caller ever reaches it.
const sortColumns: { readonly [F in RequestSortField]: Prisma.Sql } = {
  dateRequest: Prisma.sql`r.date_request`,
  numRequest: Prisma.sql`r.num_request`,
  status: Prisma.sql`r.status`,
};
const directions = { asc: Prisma.sql`ASC`, desc: Prisma.sql`DESC` } as const;

/** What a page of requests is read from, by their ids. */
interface Source {
  readonly id: Prisma.Sql;
  readonly from: Prisma.Sql;
  readonly sortedBy: Prisma.Sql;
  /** Whether counting in the list's order stops sooner, at an index that has this order. */
  readonly isInOrder: boolean;
}
const requestsWhere = (field: RequestSortField, conditions: readonly Prisma.Sql[]): Source => ({
  id: Prisma.sql`r.id`,
  from: Prisma.sql`FROM requests r WHERE ${Prisma.join([...conditions], ' AND ')}`,
  sortedBy: sortColumns[field],
  isInOrder: false,
});
/** All that an organisation knows of, by their dates: found from its steps, which are few among those of the portal. */
const requestsOfSteps = (actor: Actor): Source => ({
  id: Prisma.sql`s.request_id`,
  from: Prisma.sql`FROM ${stepsSql} WHERE ${stepScopeSql(actor)} GROUP BY s.request_date, s.request_id`,
  sortedBy: Prisma.sql`s.request_date`,
  isInOrder: true,
});

/** Requests as screens read them; what an actor may not know of is not found. */
export function requestsRepository(db: Db) {
  return {
    /**
     * One page of the requests the actor may know of, and how many there are in all, in one statement. An organisation's are
     * counted as far as {@link mostCounted} while the page is among those; a person's own are few.
     */
    async filter(
      actor: Actor,
      criteria: readonly Criterion[],
      { page, size, sort }: Page<RequestSortField>,
    ): Promise<{ rows: ReadRequest[]; total: number }> {
      const isAgent = actor.role === 'PARTENAIRE';
      const { id, from, sortedBy, isInOrder } =
        isAgent && criteria.length === 0 && sort.field === 'dateRequest'
          ? requestsOfSteps(actor)
          : requestsWhere(sort.field, [requestScopeSql(actor), ...requestConditionsSql(criteria)]);
      const direction = directions[sort.direction];
      const ordered = Prisma.sql`ORDER BY ${sortedBy} ${direction}, ${id} ${direction}`;
      const isCounted = !isAgent || (page + 1) * size > mostCounted;
      const bound = isCounted
        ? Prisma.empty
        : Prisma.sql`${isInOrder ? ordered : Prisma.empty} LIMIT ${mostCounted + 1}`;
      // The id comes last, so that rows of one minute keep their order from page to page. The ids come first: what belongs
      // to a row would otherwise be read for every row that is sorted or passed over.
      const [found] = await readRows<{ total: number; rows: Unread<ReadRequest>[] }>(
        db,
        'a page of requests',
        Prisma.sql`
        SELECT (SELECT count(*)::int FROM (SELECT 1 ${from} ${bound}) AS c) AS total,
          (SELECT coalesce(json_agg(t ORDER BY t.place), '[]') FROM (
            SELECT p.place, ${requestRowSql(actor)}
            FROM (SELECT id, row_number() OVER () AS place FROM (
              SELECT ${id} AS id ${from} ${ordered} LIMIT ${size} OFFSET ${page * size}) AS f) AS p
            JOIN requests r ON r.id = p.id) AS t) AS rows`,
      );
      return { total: found?.total ?? 0, rows: (found?.rows ?? []).map(readRequest) };
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
