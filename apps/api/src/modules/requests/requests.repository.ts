import { mostCounted, type Criterion, type Sort } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/db.ts';
import { requestConditionsSql } from './request-criteria.repository.ts';
import type { Unread } from '../../platform/json-rows.repository.ts';
import { readRows } from '../../platform/reads.repository.ts';
import { requestScopeSql } from '../../policies/scopes.repository.ts';
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
      const matching = Prisma.sql`FROM requests r
        WHERE ${Prisma.join([requestScopeSql(actor), ...requestConditionsSql(criteria)], ' AND ')}`;
      const isCounted = actor.role === 'BENEFICIAIRE' || (page + 1) * size > mostCounted;
      const bound = isCounted ? Prisma.empty : Prisma.sql`LIMIT ${mostCounted + 1}`;
      const direction = directions[sort.direction];
      // The id comes last, so that rows of one minute keep their order from page to page. The ids come first: what belongs
      // to a row would otherwise be read for every row that is sorted or passed over.
      const [found] = await readRows<{ total: number; rows: Unread<ReadRequest>[] }>(
        db,
        'a page of requests',
        Prisma.sql`
        SELECT (SELECT count(*)::int FROM (SELECT 1 ${matching} ${bound}) AS c) AS total,
          (SELECT coalesce(json_agg(t ORDER BY t.place), '[]') FROM (
            SELECT p.place, ${requestRowSql(actor)}
            FROM (SELECT id, row_number() OVER () AS place FROM (
              SELECT r.id ${matching} ORDER BY ${sortColumns[sort.field]} ${direction}, r.id ${direction}
              LIMIT ${size} OFFSET ${page * size}) AS f) AS p
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
