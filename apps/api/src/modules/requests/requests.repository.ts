import { mostCounted, type Criterion } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { requestConditions } from './request-criteria.repository.ts';
import type { Positions } from '../../platform/database/page-positions.ts';
import {
  countOf,
  idsBeyond,
  pageOf,
  pageRows,
  placed,
  positionOf,
  rowsToRead,
  type PageAsked,
  type PagedSource,
  type SortColumn,
} from '../../platform/database/paged-rows.repository.ts';
import { build, conditionOn, read } from '../../platform/database/statements.repository.ts';
import { isInRequestScope, isInStepScope } from '../../policies/scopes.repository.ts';
import { requestMembers, type ReadRequest } from './request-rows.repository.ts';

export type RequestSortField = 'dateRequest' | 'numRequest' | 'status';

const request = conditionOn<'r'>();
// Columns that are known, so that no text of a caller ever reaches ORDER BY.
const sortColumns: { readonly [F in RequestSortField]: SortColumn<ReadRequest> } = {
  dateRequest: {
    column: request.ref('r.date_request'),
    kind: 'instant',
    of: ({ dateRequest }) => new Date(dateRequest).toISOString(),
  },
  numRequest: {
    column: request.ref('r.num_request'),
    kind: 'text',
    of: ({ numRequest }) => numRequest,
  },
  status: { column: request.ref('r.status'), kind: 'status', of: ({ status }) => status },
};

/** What a page of requests is read from, by their ids. */
interface Source extends PagedSource {
  /** Whether counting in the list's order stops sooner, at an index that has this order. */
  readonly isInOrder: boolean;
}
const requestsWhere = (
  actor: Actor,
  criteria: readonly Criterion[],
  { column }: SortColumn<ReadRequest>,
): Source => ({
  from: build
    .selectFrom('requests as r')
    .where(request.and([isInRequestScope(actor), ...requestConditions(criteria)])),
  id: request.ref('r.id'),
  column,
  isInOrder: false,
});
/** All that an organisation knows of, by their dates: found from its steps, which are few among those of the portal. */
function requestsOfSteps(actor: Actor): Source {
  const step = conditionOn<'s'>();
  return {
    from: build
      .selectFrom('processing_steps as s')
      .where(isInStepScope(actor))
      .groupBy(['s.request_date', 's.request_id']),
    id: step.ref('s.request_id'),
    column: step.ref('s.request_date'),
    isInOrder: true,
  };
}

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
      const sortColumn = sortColumns[sort.field];
      const source =
        isAgent && criteria.length === 0 && sort.field === 'dateRequest'
          ? requestsOfSteps(actor)
          : requestsWhere(actor, criteria, sortColumn);
      const { id, from, column, isInOrder } = source;
      const ordered = from.orderBy(column, sort.direction).orderBy(id, sort.direction);
      const position = positionOf(asked, sortColumn);
      const isCounted = !isAgent || (position === undefined && (page + 1) * size > mostCounted);
      const counted = isCounted ? from : (isInOrder ? ordered : from).limit(mostCounted + 1);
      // The id comes last, so that rows of one minute keep their order from page to page. The ids come first: what belongs
      // to a row would otherwise be read for every row that is sorted or passed over.
      const { ids, isReversed } =
        position === undefined
          ? {
              ids: placed(
                ordered
                  .select(id.as('id'))
                  .limit(size)
                  .offset(page * size),
              ),
              isReversed: false,
            }
          : idsBeyond(source, sortColumn, {
              at: position,
              isAscending: sort.direction === 'asc',
              take: rowsToRead(size, position),
            });
      const listed = build
        .selectFrom(ids)
        .innerJoin('requests as r', 'r.id', 'p.id')
        .select(['p.place', ...requestMembers(actor)]);
      const query = build.selectNoFrom([
        countOf(counted).as('total'),
        pageRows(listed, isReversed).as('rows'),
      ]);
      const [found] = await read(db, 'a page of requests', query, isAgent ? 'screen' : 'own');
      return pageOf(
        { read: found?.rows ?? [], counted: found?.total ?? 0, at: position },
        asked,
        sortColumn,
        (row) => row.id,
      );
    },

    async find(actor: Actor, id: number): Promise<ReadRequest | undefined> {
      const known = build
        .selectFrom('requests as r')
        .where('r.id', '=', id)
        .where(isInRequestScope(actor))
        .select(requestMembers(actor));
      const query = build.selectFrom(known.as('t')).select(({ fn }) => fn.toJson('t').as('row'));
      const [found] = await read(db, 'a request', query);
      return found?.row;
    },
  };
}
