import type { RequestStatus, StepStatus } from '@wasl/contracts';
import { type Expression, sql, type SqlBool } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

import type { Db } from '../../platform/database/db.ts';
import { cached } from '../../platform/database/cached.ts';
import { rowSet, rowsOf, type Rows } from '../../platform/database/row-sets.repository.ts';
import {
  build,
  conditionOn,
  prepared,
  rows,
  type Placeholders,
} from '../../platform/database/statements.repository.ts';
import type { StatusChange, StepDeadline } from '../../rules/step-deadline.ts';
import { atWorkStepStatuses } from '../../rules/step-transitions.ts';
import type { Holidays } from '../../rules/working-days.ts';

/** A step with the inputs of its deadline clock and the stored deadline. */
export interface ClockRow {
  readonly id: number;
  readonly requestId: number;
  readonly status: StepStatus;
  readonly requestStatus: RequestStatus;
  readonly assignedAt: Date | null;
  readonly days: number;
  /** Instants in milliseconds. */
  readonly documents: readonly { readonly from: number; readonly until: number | null }[];
  readonly changes: readonly (Omit<StatusChange, 'at'> & { readonly at: number })[];
  /** The stored deadline; `YYYY-MM-DD`. */
  readonly dueOn: string | null;
  readonly daysLeft: number | null;
  /** The same in every row. Reading them here saves a statement per change of a step. */
  readonly holidays: readonly string[];
}

const millis = <T extends Date | null>(column: Expression<T>) =>
  sql<T extends null ? null : number>`(extract(epoch from ${column}) * 1000)::float8`;

/** Selects steps with the inputs of their clocks. Instants are text in JSON. */
function clockRows() {
  return build
    .selectFrom('processing_steps as s')
    .innerJoin('requests as r', 'r.id', 's.request_id')
    .select((eb) => [
      's.id',
      's.request_id as requestId',
      's.status',
      'r.status as requestStatus',
      's.assigned_at as assignedAt',
      's.days',
      sql<string | null>`${eb.ref('s.due_on')}::text`.as('dueOn'),
      's.days_left as daysLeft',
      jsonArrayFrom(
        eb
          .selectFrom('step_documents as d')
          .whereRef('d.step_id', '=', 's.id')
          .select((document) => [
            millis(document.ref('d.requested_at')).as('from'),
            document
              .case()
              .when('d.file_id', 'is not', null)
              .then(millis(document.ref('d.uploaded_at')))
              .end()
              .as('until'),
          ]),
      ).as('documents'),
      eb
        .selectFrom('reference_items as f')
        .where('f.parent', '=', 'JOURS_FERIES')
        .where('f.active', '=', true)
        .where('f.string_1', 'is not', null)
        .select(sql<string[]>`coalesce(json_agg(${sql.ref('f.string_1')}), '[]')`.as('days'))
        .$asScalar()
        .$notNull()
        .as('holidays'),
      jsonArrayFrom(
        eb
          .selectFrom('history_events as h')
          .whereRef('h.request_id', '=', 's.request_id')
          .whereRef('h.at', '>=', 's.assigned_at')
          .where((event) =>
            event.or([
              event('h.kind', '=', 'STATUS'),
              event.and([
                event('h.kind', '=', 'STEP_STATUS'),
                event('h.step_id', '=', event.ref('s.id')),
              ]),
            ]),
          )
          .orderBy('h.id')
          .select((event) => [
            event
              .case()
              .when('h.step_id', 'is', null)
              .then(sql.lit('request'))
              .else(sql.lit('step'))
              .end()
              .as('of'),
            'h.from_status as from',
            'h.to_status as to',
            millis(event.ref('h.at')).as('at'),
          ]),
      ).as('changes'),
    ])
    .$castTo<ClockRow>();
}

/** Condition: the step has a deadline, or should have one. */
function hasOrNeedsDeadline(): Expression<SqlBool> {
  const eb = conditionOn<'s'>();
  return eb.or([
    eb(
      's.status',
      'in',
      atWorkStepStatuses.map((code) => sql.lit(code)),
    ),
    eb('s.due_on', 'is not', null),
    eb('s.days_left', 'is not', null),
  ]);
}

/** The clocks of a request's steps, including steps that have not started. Instants are text in JSON. */
export function clocksOf(requestId: Expression<number>) {
  return clockRows()
    .where((eb) => eb.or([hasOrNeedsDeadline(), eb('s.status', '=', 'NOT_STARTED')]))
    .where('s.request_id', '=', requestId);
}

type Deadline = StepDeadline & { readonly id: number };
const updateDeadlines = prepared(
  ({ json, ids }: Placeholders<Rows<Deadline> & { readonly ids: readonly number[] }>) =>
    build
      .updateTable('processing_steps as s')
      .from(rowSet('d', json, { id: 'int', dueOn: 'date', daysLeft: 'smallint' }))
      .set((eb) => ({ due_on: eb.ref('d.dueOn'), days_left: eb.ref('d.daysLeft') }))
      .whereRef('s.id', '=', 'd.id')
      .where((eb) => eb('s.id', '=', eb.fn.any(ids))),
);

const allottedDays = prepared(
  (ids: Placeholders<{ taskDefIds: readonly number[]; itemIds: readonly number[] }>) =>
    build
      .selectFrom('task_defs')
      .where((eb) => eb('id', '=', eb.fn.any(ids.taskDefIds)))
      .where('days', 'is not', null)
      .select([sql<'task' | 'service'>`'task'`.as('kind'), 'id', 'days'])
      .unionAll(
        build
          .selectFrom('reference_items')
          .where((eb) => eb('id', '=', eb.fn.any(ids.itemIds)))
          .where('days', 'is not', null)
          .select([sql<'task' | 'service'>`'service'`.as('kind'), 'id', 'days']),
      )
      .$narrowType<{ days: number }>(),
);

export function deadlinesRepository(db: Db) {
  return {
    /** The active days of JOURS_FERIES. */
    async holidays(): Promise<Holidays> {
      return await cached(db, 'holidays', async (from) => {
        const items = await from.referenceItem.findMany({
          where: { parent: 'JOURS_FERIES', active: true },
          select: { string_1: true },
        });
        return new Set(items.flatMap(({ string_1 }) => string_1 ?? []));
      });
    },

    /** Clocks of the requests' steps that have a deadline, or should have one. */
    async ofRequests(requestIds: readonly number[]): Promise<ClockRow[]> {
      const query = clockRows()
        .where(hasOrNeedsDeadline())
        .where((eb) => eb('s.request_id', '=', eb.fn.any(eb.val([...requestIds]))))
        .orderBy('s.id');
      return await rows(db, query);
    },

    /** The same for all requests: up to `limit` steps after `id`, by id. */
    async after(id: number, limit: number): Promise<ClockRow[]> {
      const query = clockRows()
        .where(hasOrNeedsDeadline())
        .where('s.id', '>', id)
        .orderBy('s.id')
        .limit(limit);
      return await rows(db, query);
    },

    /** The number of steps that {@link after} returns in total. */
    async count(): Promise<number> {
      const query = build
        .selectFrom('processing_steps as s')
        .where(hasOrNeedsDeadline())
        .select(sql<number>`count(*)::int`.as('count'));
      const [row] = await rows(db, query);
      return row?.count ?? 0;
    },

    async lock(requestIds: readonly number[]): Promise<void> {
      const query = build
        .selectFrom('requests')
        .select('id')
        .where((eb) => eb('id', '=', eb.fn.any(eb.val([...requestIds]))))
        .orderBy('id')
        .forUpdate();
      await rows(db, query);
    },

    /** Keeps the version of the step, because its form shows the same. */
    async write(deadlines: readonly Deadline[]): Promise<void> {
      if (deadlines.length === 0) return;
      const ids = deadlines.map(({ id }) => id);
      await rows(db, updateDeadlines({ ...rowsOf(deadlines), ids }));
    },

    /** Working days of tasks and services that have a number in the reference data. */
    async allotted(
      taskDefIds: readonly number[],
      itemIds: readonly number[],
    ): Promise<{ tasks: Map<number, number>; services: Map<number, number> }> {
      const found = await rows(db, allottedDays({ taskDefIds, itemIds }));
      const of = (kind: string): Map<number, number> =>
        new Map(found.filter((row) => row.kind === kind).map(({ id, days }) => [id, days]));
      return { tasks: of('task'), services: of('service') };
    },
  };
}
