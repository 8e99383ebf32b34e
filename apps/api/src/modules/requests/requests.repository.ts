import { mostCounted, type Criterion, type Sort } from '@wasl/contracts';
import type { Expression } from 'kysely';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { requestConditions } from './request-criteria.repository.ts';
import type { Position, Positions } from '../../platform/database/page-positions.ts';
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
  type PageIds,
  type SortColumn,
} from '../../platform/database/paged-rows.repository.ts';
import {
  build,
  conditionOn,
  prepared,
  read,
  type Placeholders,
} from '../../platform/database/statements.repository.ts';
import {
  isInRequestScope,
  isInStepScope,
  readerIds,
  type Reader,
  type ReaderIds,
} from '../../policies/scopes.repository.ts';
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
  actor: Reader,
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
function requestsOfSteps(actor: Reader): Source {
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

const sourceOf = (actor: Reader, criteria: readonly Criterion[], field: RequestSortField): Source =>
  actor.role === 'PARTENAIRE' && criteria.length === 0 && field === 'dateRequest'
    ? requestsOfSteps(actor)
    : requestsWhere(actor, criteria, sortColumns[field]);
/** The id comes last, so that rows of one minute keep their order from page to page. */
const inOrder = ({ from, column, id }: Source, direction: 'asc' | 'desc'): Source['from'] =>
  from.orderBy(column, direction).orderBy(id, direction);

/** The ids come first: what belongs to a row would otherwise be read for every row that is sorted or passed over. */
const pageQuery = (
  actor: Reader,
  { from, isInOrder }: Source,
  ordered: PagedSource['from'],
  isCounted: boolean,
  { ids, isReversed }: PageIds,
) => {
  const counted = isCounted ? from : (isInOrder ? ordered : from).limit(mostCounted + 1);
  const listed = build
    .selectFrom(ids)
    .innerJoin('requests as r', 'r.id', 'p.id')
    .select(['p.place', ...requestMembers(actor)]);
  return build.selectNoFrom([
    countOf(counted).as('total'),
    pageRows(listed, isReversed).as('rows'),
  ]);
};

/** Where a page is read by its number. */
interface Window {
  readonly take: number | Expression<number>;
  readonly skip: number | Expression<number>;
}
function pageByNumber(
  actor: Reader,
  criteria: readonly Criterion[],
  { field, direction }: Sort<RequestSortField>,
  isCounted: boolean,
  { take, skip }: Window,
) {
  const source = sourceOf(actor, criteria, field);
  const { id } = source;
  const ordered = inOrder(source, direction);
  const ids = placed(ordered.select(id.as('id')).limit(take).offset(skip));
  return pageQuery(actor, source, ordered, isCounted, { ids, isReversed: false });
}

interface UsualPage extends ReaderIds {
  readonly take: number;
  readonly skip: number;
}
/** A page without criteria, as screens ask for it. */
const usualPage = prepared(
  (
    { userId, partnerId, take, skip }: Placeholders<UsualPage>,
    role: Actor['role'],
    field: RequestSortField,
    direction: 'asc' | 'desc',
    isCounted: boolean,
  ) =>
    pageByNumber({ role, userId, partnerId }, [], { field, direction }, isCounted, { take, skip }),
);

const requestById = prepared(
  (
    { id, userId, partnerId }: Placeholders<ReaderIds & { readonly id: number }>,
    role: Actor['role'],
  ) => {
    const actor = { role, userId, partnerId };
    const known = build
      .selectFrom('requests as r')
      .where('r.id', '=', id)
      .where(isInRequestScope(actor))
      .select(requestMembers(actor));
    return build.selectFrom(known.as('t')).select(({ fn }) => fn.toJson('t').as('row'));
  },
);

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
      const position = positionOf(asked, sortColumn);
      const isCounted = !isAgent || (position === undefined && (page + 1) * size > mostCounted);
      const window = { take: size, skip: page * size };
      const pageBeyond = (at: Position) => {
        const source = sourceOf(actor, criteria, sort.field);
        const isAscending = sort.direction === 'asc';
        const ids = idsBeyond(source, sortColumn, { at, isAscending, take: rowsToRead(size, at) });
        return pageQuery(actor, source, inOrder(source, sort.direction), isCounted, ids);
      };
      const byNumber = () =>
        criteria.length === 0
          ? usualPage(
              { ...readerIds(actor), ...window },
              ...([actor.role, sort.field, sort.direction, isCounted] as const),
            )
          : pageByNumber(actor, criteria, sort, isCounted, window);
      const query = position === undefined ? byNumber() : pageBeyond(position);
      const [found] = await read(db, 'a page of requests', query, isAgent ? 'screen' : 'own');
      return pageOf(
        { read: found?.rows ?? [], counted: found?.total ?? 0, at: position },
        asked,
        sortColumn,
        (row) => row.id,
      );
    },

    async find(actor: Actor, id: number): Promise<ReadRequest | undefined> {
      const query = requestById({ ...readerIds(actor), id }, actor.role);
      const [found] = await read(db, 'a request', query);
      return found?.row;
    },
  };
}
