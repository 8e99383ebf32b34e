import {
  dayOf,
  type Lang,
  mostCounted,
  mostPositioned,
  type OwnerFilter,
  type Sort,
  type worklistSorts,
  type WorklistTab,
} from '@wasl/contracts';
import { type AliasableExpression, type Expression, sql, type SqlBool } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';

import type { Actor } from '../../platform/auth/actor.ts';
import { displayName } from '../../platform/database/person-name.ts';
import type { Db } from '../../platform/database/db.ts';
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
import { isInStepScope, readerIds, type ReaderIds } from '../../policies/scopes.repository.ts';
import { labelColumns, labelOf, type Labelled } from '../reference/index.ts';
import { work } from '../requests/index.ts';
import { worklistLength } from './worklist-counts.repository.ts';
import {
  upToMost,
  worklistSteps,
  type WorklistFilter,
  type WorklistSteps,
} from './worklist-filter.repository.ts';
import { listedStep, readAged, type ListedRow } from './worklist-rows.repository.ts';

export type WorklistSortField = (typeof worklistSorts)[number];

const eb = conditionOn<'s' | 'r'>();
// Alphabetical for a person: case and accents decide last, and Latin letters come before Arabic ones.
const alphabetical = (text: Expression<string | null>) =>
  sql<string>`coalesce(${text}, '') COLLATE "und-x-icu"`;
/** The text of `displayName` for `users as o`. It is the expression of `users_name_idx`. */
const nameOfBeneficiary = sql<string>`coalesce(o.company_name, btrim(o.prenom || ' ' || o.nom), '') COLLATE "und-x-icu"`;
/** The label of `reference_items as t`. */
const labelIn = (lang: Lang) =>
  alphabetical(sql`coalesce(${sql.ref(`t.libelle_${lang}`)}, t.libelle_fr)`);
const sortServices = (lang: Lang): SortColumn<ListedRow> => ({
  column: labelIn(lang),
  kind: 'text',
  of: ({ titleItem }) => labelOf(titleItem, lang),
});

// Allowed columns, so that no text of a caller reaches ORDER BY.
const sortColumns: {
  readonly [F in Exclude<WorklistSortField, 'service'>]: SortColumn<ListedRow>;
} = {
  beneficiary: {
    column: nameOfBeneficiary,
    kind: 'text',
    of: ({ request }) => displayName(request.beneficiary),
  },
  dateRequest: {
    column: eb.ref('s.request_date'),
    kind: 'instant',
    of: ({ request }) => new Date(request.dateRequest).toISOString(),
  },
  numRequest: {
    column: eb.ref('r.num_request'),
    kind: 'text',
    of: ({ request }) => request.numRequest,
  },
  percent: { column: eb.ref('s.percent'), kind: 'number', of: ({ percent }) => percent },
  assignedAt: {
    column: eb.ref('s.assigned_at'),
    kind: 'instant',
    isNullable: true,
    of: ({ assignedAt }) => assignedAt && assignedAt.toISOString(),
  },
  dueOn: {
    column: eb.ref('s.due_on'),
    kind: 'day',
    isNullable: true,
    of: ({ dueOn }) => dueOn && dueOn.toISOString().slice(0, 10),
  },
};

/** `lang` decides the order of services, which have a name in each language. */
const sortColumnOf = (field: WorklistSortField, lang: Lang): SortColumn<ListedRow> =>
  field === 'service' ? sortServices(lang) : sortColumns[field];
/** Sort fields of `requests as r`. */
const ofRequests: ReadonlySet<WorklistSortField> = new Set(['numRequest', 'beneficiary']);

/** Adds the table of a field's column. */
const withColumnOf = (field: WorklistSortField, steps: WorklistSteps): WorklistSteps => {
  if (field === 'beneficiary')
    return steps.innerJoin('users as o', (join) => join.on(sql<SqlBool>`o.id = r.beneficiary_id`));
  if (field === 'service')
    return steps.innerJoin('reference_items as t', 't.id', 's.title_item_id');
  return steps;
};

/**
 * The steps of the first `depth` rows by service, read service by service from `processing_steps_partner_id_title_item_id_id_idx`: their
 * labels are in another table, so PostgreSQL would sort all steps.
 */
const firstOfServices = (
  steps: WorklistSteps,
  direction: 'asc' | 'desc',
  depth: number,
): WorklistSteps =>
  build
    .selectFrom('reference_items as t')
    .innerJoinLateral(
      steps
        .where(sql<SqlBool>`s.title_item_id = t.id`)
        .orderBy('s.id', direction)
        .limit(sql.lit(depth))
        .select('s.id')
        .as('s'),
      (join) => join.onTrue(),
    )
    .where('t.parent', '=', sql.lit('SERVICE'));

export interface Neighbours {
  readonly previous: Neighbour | null;
  readonly next: Neighbour | null;
  /** From 1; null when the filter excludes the step. */
  readonly place: number | null;
  readonly total: number;
}
interface Neighbour {
  readonly requestId: number;
  readonly stepId: number;
  readonly numRequest: string;
}

/** Row number from which a page is far. Its query counts the list first, because the end may be nearer. */
const farFrom = mostCounted;

/** The window of a page, counted from the end of the list when that is nearer. */
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

/**
 * A LIMIT in three sizes shows the planner that few rows are needed; each size has its own plan. Beyond them everything
 * may be sorted.
 */
const ceilingOf = (depth: number): number | undefined =>
  [20, 200, farFrom].find((rows) => depth <= rows);

/** The steps in a field's order, at least the first `ceiling` of them. */
function sortedBy(field: WorklistSortField, steps: WorklistSteps) {
  return (direction: 'asc' | 'desc', ceiling: number | undefined): WorklistSteps =>
    field === 'service' && ceiling !== undefined
      ? firstOfServices(steps, direction, ceiling)
      : withColumnOf(field, steps);
}

function idsAt({
  sorted,
  column,
  direction: sortDirection,
  isFromEnd,
  take,
  skip,
  ceiling,
}: {
  readonly sorted: ReturnType<typeof sortedBy>;
  readonly column: Expression<unknown>;
  readonly direction: 'asc' | 'desc';
  readonly isFromEnd: boolean;
  readonly take: number | Expression<number>;
  readonly skip: number | Expression<number>;
  readonly ceiling: number | undefined;
}): PageIds {
  const isUp = (sortDirection === 'asc') !== isFromEnd;
  const direction = isUp ? 'asc' : 'desc';
  const first = sorted(direction, ceiling)
    .select('s.id')
    .orderBy(column, direction)
    .orderBy('s.id', direction)
    .$if(ceiling !== undefined, (rows) => rows.limit(sql.lit(ceiling ?? farFrom)));
  return {
    ids: placed(build.selectFrom(first.as('first')).select('first.id').limit(take).offset(skip)),
    isReversed: isFromEnd,
  };
}

/** The rows of a page with the length of the list. */
const pageQuery = (total: AliasableExpression<number>, { ids, isReversed }: PageIds) => {
  const listed = build
    .selectFrom(ids)
    .innerJoin('processing_steps as s', 's.id', 'p.id')
    .innerJoin('requests as r', 'r.id', 's.request_id')
    .select(['p.place', ...listedStep, work.as('work')]);
  return build.selectNoFrom([total.as('total'), pageRows(listed, isReversed).as('rows')]);
};

interface UsualPage extends ReaderIds {
  readonly today: string;
  readonly take: number;
  readonly skip: number;
}
/** One of the first pages without criteria, as screens ask for it. */
const usualPage = prepared(
  (
    { userId, partnerId, today, take, skip }: Placeholders<UsualPage>,
    role: Actor['role'],
    tab: WorklistTab | undefined,
    owner: OwnerFilter | undefined,
    field: WorklistSortField,
    lang: Lang,
    direction: 'asc' | 'desc',
    ceiling: number | undefined,
  ) => {
    const filter = { criteria: [], tab, owner };
    const actor = { role, userId, partnerId };
    const steps = worklistSteps(actor, filter, today);
    const asked = ofRequests.has(field) ? worklistSteps(actor, filter, today, true) : steps;
    const sorted = sortedBy(field, asked);
    const { column } = sortColumnOf(field, lang);
    const ids = idsAt({ sorted, column, direction, isFromEnd: false, take, skip, ceiling });
    return pageQuery(countOf(upToMost(steps, filter)), ids);
  },
);

function worklistPages(db: Db) {
  return {
    /**
     * Returns a page with one row per step, the total, and the cursors of both neighbour pages. It selects ids first,
     * so that details are read only for the rows of the page. The same statement counts up to {@link mostCounted}. With
     * a cursor, any page is as fast as the first. A far page by number takes two statements and counts all rows; the
     * last pages are read from the end, and the middle is slowest.
     */
    async page(
      actor: Actor,
      filter: WorklistFilter,
      asked: PageAsked<WorklistSortField>,
      { now, lang }: { readonly now: Date; readonly lang: Lang },
    ): Promise<{ rows: readonly ListedRow[]; total: number; positions: Positions }> {
      const { page, size, sort } = asked;
      const { field, direction } = sort;
      const { criteria, tab, owner } = filter;
      const column = sortColumnOf(field, lang);
      const today = dayOf(now);
      // A service has one label for many steps, so its pages have no cursor that an index could find.
      const position = field === 'service' ? undefined : positionOf(asked, column);
      const isFar = position === undefined && (page + 1) * size > farFrom;
      const anyPage = async () => {
        const steps = worklistSteps(actor, filter, today);
        const all = ofRequests.has(field) ? worklistSteps(actor, filter, today, true) : steps;
        const length = isFar ? await worklistLength(db, steps) : undefined;
        const total: AliasableExpression<number> =
          length === undefined ? countOf(upToMost(steps, filter)) : sql<number>`${length}::int`;
        if (position !== undefined)
          return pageQuery(
            total,
            idsBeyond(
              { from: withColumnOf(field, all), id: eb.ref('s.id'), column: column.column },
              column,
              {
                at: position,
                isAscending: direction === 'asc',
                take: rowsToRead(size, position),
              },
            ),
          );
        const shown = windowOf({ page, size }, length);
        const ceiling = ceilingOf(shown.skip + shown.take);
        const sorted = sortedBy(field, all);
        const ids = idsAt({ sorted, column: column.column, direction, ...shown, ceiling });
        return pageQuery(total, ids);
      };
      const isUsual = criteria.length === 0 && position === undefined && !isFar;
      const ids = { ...readerIds(actor), today, take: size, skip: page * size };
      const ceiling = ceilingOf((page + 1) * size);
      const [found] = await read(
        db,
        'the worklist',
        isUsual
          ? usualPage(
              ids,
              actor.role,
              tab,
              owner,
              field,
              // One prepared statement for all languages, except where they differ.
              field === 'service' ? lang : 'fr',
              direction,
              ceiling,
            )
          : await anyPage(),
        // A far page skips many rows, so it runs in the queue of heavy reads.
        isFar ? 'heavy' : 'screen',
      );
      const rows = (found?.rows ?? []).map(readAged);
      return pageOf(
        { read: rows, counted: found?.total ?? 0, at: position },
        asked,
        column,
        ({ id }) => id,
      );
    },
  };
}

function worklistNeighbours(db: Db) {
  return {
    /**
     * The neighbours of a step under the filter and the sort, also when the filter now excludes the step; undefined for
     * a step of another organisation. The step's position in the order gives both neighbours.
     */
    async neighbours(
      actor: Actor,
      filter: WorklistFilter,
      { stepId, sort }: { stepId: number; sort: Sort<WorklistSortField> },
      { now, lang }: { readonly now: Date; readonly lang: Lang },
    ): Promise<Neighbours | undefined> {
      const { field } = sort;
      const today = dayOf(now);
      const listed = withColumnOf(field, worklistSteps(actor, filter, today, true));
      // Up to twice ten thousand steps are counted, so their requests are read only for a sort by them.
      const steps = ofRequests.has(field)
        ? listed
        : withColumnOf(field, worklistSteps(actor, filter, today));
      // PostgreSQL sorts null as the latest.
      const { column } = sortColumnOf(field, lang);
      const key =
        field === 'assignedAt' || field === 'dueOn'
          ? sql`coalesce(${column}, 'infinity')`
          : sql`${column}`;
      // The condition on the key alone is for the index: PostgreSQL cannot use one for a row of columns from two
      // tables.
      const onSide = (
        than: '<' | '>',
      ) => sql<SqlBool>`(${key} ${sql.raw(than)}= (SELECT key FROM here)
        AND (${key}, ${eb.ref('s.id')}) ${sql.raw(than)} (SELECT key, id FROM here))`;
      const nearest = (side: '<' | '>', direction: 'asc' | 'desc') =>
        jsonObjectFrom(
          listed
            .where(onSide(side))
            .orderBy(column, direction)
            .orderBy('s.id', direction)
            .limit(sql.lit(1))
            .select([
              's.request_id as requestId',
              's.id as stepId',
              eb.ref('r.num_request').as('numRequest'),
            ]),
        );
      const isUp = sort.direction === 'asc';
      // The count stops at the shown limit: of 25,000 steps the rest is not read.
      const counted = (side: WorklistSteps) => countOf(side.limit(mostPositioned + 1));
      const query = build
        .with('here', () =>
          withColumnOf(
            field,
            build
              .selectFrom('processing_steps as s')
              .innerJoin('requests as r', 'r.id', 's.request_id'),
          )
            .where('s.id', '=', stepId)
            .where(isInStepScope(actor))
            .select([key.as('key'), 's.id']),
        )
        .selectFrom('here')
        .select((here) => [
          (isUp ? nearest('<', 'desc') : nearest('>', 'asc')).as('previous'),
          (isUp ? nearest('>', 'asc') : nearest('<', 'desc')).as('next'),
          here
            .case()
            .when(here.exists(steps.whereRef('s.id', '=', here.ref('here.id')).select('s.id')))
            .then(
              sql<number>`least(${counted(steps.where(onSide(isUp ? '<' : '>')))} + 1, ${mostPositioned + 1}::int)`,
            )
            .end()
            .as('place'),
          counted(steps).as('total'),
        ]);
      const [found] = await read(db, 'neighbours of a step', query);
      return found;
    },
  };
}

function worklistFacts(db: Db) {
  return {
    async provinces(): Promise<Map<string, Labelled>> {
      const items = await db.referenceItem.findMany({
        where: { parent: 'PROVINCE' },
        select: labelColumns,
      });
      return new Map(items.map((item) => [item.code, item]));
    },

    /**
     * A digest of the latest changes of the organisation's steps. Clients poll it, so it reads only the end of one
     * index. It covers several changes, because transactions can commit in another order than they began.
     */
    async mark({ partnerId }: Actor): Promise<string> {
      const latest = build
        .selectFrom('processing_steps')
        .where('partner_id', '=', partnerId ?? -1)
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(sql.lit(50))
        .select(['id', 'updated_at']);
      const query = build
        .selectFrom(latest.as('latest'))
        .select((step) =>
          sql<
            string | null
          >`md5(string_agg(${step.ref('id')}::text || ' ' || ${step.ref('updated_at')}::text, ','))`.as(
            'mark',
          ),
        );
      const [found] = await read(db, 'the mark of the worklist', query);
      return found?.mark ?? '';
    },
  };
}

export function worklistRepository(db: Db) {
  return { ...worklistPages(db), ...worklistNeighbours(db), ...worklistFacts(db) };
}
