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
// Allowed columns, so that no text of a caller reaches ORDER BY.
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

interface Source extends PagedSource {
  /** An index has the list's order, so counting in this order stops sooner. */
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
/** All requests that an organisation sees, by date. It starts at the organisation's steps, which are few. */
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
/** The id comes last, so that rows of the same minute have a stable order across pages. */
const inOrder = ({ from, column, id }: Source, direction: 'asc' | 'desc'): Source['from'] =>
  from.orderBy(column, direction).orderBy(id, direction);

/** Selects the ids first, so that details are read only for the rows of the page. */
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

export function requestsRepository(db: Db) {
  return {
    /**
     * Returns one page of the actor's requests with the total and the cursors of both neighbour pages, in one
     * statement. An organisation's total stops at {@link mostCounted}, except for a numbered page beyond it.
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
