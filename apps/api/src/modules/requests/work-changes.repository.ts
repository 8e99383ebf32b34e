import type { RequestStatus, StepStatus } from '@wasl/contracts';
import type { DB as Tables } from '@wasl/db/tables';
import { sql } from 'kysely';

import type { Act } from '../../events/act.ts';
import type { RowWriter } from '../../platform/database/row-writers.repository.ts';
import {
  distinctIds,
  isOneOf,
  rowSet,
  rowsOf,
  type Rows,
} from '../../platform/database/row-sets.repository.ts';
import {
  build,
  prepared,
  type Placeholders,
} from '../../platform/database/statements.repository.ts';
import type { StepDeadline } from '../../rules/step-deadline.ts';

/** Changes of a step. Absent members stay. */
export interface StepChange extends Partial<StepDeadline> {
  readonly id: number;
  readonly status?: StepStatus;
  readonly percent?: number;
  readonly partnerFeedback?: string | null;
  readonly assignedAt?: Date | null;
  readonly processingStartDate?: Date | null;
  readonly processedAt?: Date | null;
  readonly closedFromStatus?: StepStatus | null;
  readonly closedFromPercent?: number | null;
  readonly assigneeId?: string | null;
  readonly documentsArrivedAt?: null;
  /** The step's form shows another content: increments the version. */
  readonly isNewVersion?: true;
}

export interface RequestProgress {
  readonly id: number;
  readonly status: RequestStatus;
  readonly percent: number;
}

interface StepRow {
  readonly id: number;
  set: Record<string, unknown>;
  versions: number;
  /** False when only the deadline changes, which is not work on the step. */
  touched: boolean;
}

const columnOf = (member: string): string =>
  member.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`);

/** Merges the changes into one row per step, because a statement can change a row only once. */
function stepRows(changes: readonly StepChange[]): StepRow[] {
  const rows = new Map<number, StepRow>();
  for (const { id, isNewVersion, ...members } of changes) {
    const row = rows.get(id) ?? { id, set: {}, versions: 0, touched: false };
    const { dueOn: _, daysLeft: __, ...others } = members;
    for (const [member, value] of Object.entries(members)) row.set[columnOf(member)] = value;
    row.versions += isNewVersion === true ? 1 : 0;
    row.touched ||= Object.keys(others).length > 0;
    rows.set(id, row);
  }
  return [...rows.values()];
}

const stepColumns = [
  'status',
  'percent',
  'partner_feedback',
  'assigned_at',
  'processing_start_date',
  'processed_at',
  'closed_from_status',
  'closed_from_percent',
  'assignee_id',
  'documents_arrived_at',
  'due_on',
  'days_left',
] as const satisfies readonly (keyof Tables['processing_steps'])[];

// The condition on ids is for the planner: it guesses 100 rows for a JSON value and reads the whole table.
type ById<Row> = Rows<Row> & { readonly ids: number | readonly number[] };
const byId = <Row extends { readonly id: number }>(rows: readonly Row[]): ById<Row> => ({
  ...rowsOf(rows),
  ids: distinctIds(rows.map(({ id }) => id)),
});
const isOne = ({ ids }: ById<unknown>): boolean => typeof ids === 'number';
const now = sql<Date>`clock_timestamp()`;

const updateSteps = prepared(({ json, ids }: Placeholders<ById<StepRow>>, isSingle: boolean) =>
  build
    .updateTable('processing_steps as s')
    .from(
      rowSet('d', json, {
        id: 'int',
        set: 'jsonb',
        versions: 'int',
        touched: 'boolean',
      }),
    )
    .set(sql`(${sql.join(stepColumns.map((column) => sql.id(column)))})`, (eb) =>
      eb
        .selectFrom(
          sql<Tables['processing_steps']>`jsonb_populate_record(s, ${eb.ref('d.set')})`.as('p'),
        )
        .select(stepColumns.map((column) => `p.${column}` as const)),
    )
    .set((eb) => ({
      version: eb('s.version', '+', eb.ref('d.versions')),
      updated_at: eb.case().when(eb.ref('d.touched')).then(now).else(eb.ref('s.updated_at')).end(),
    }))
    .whereRef('s.id', '=', 'd.id')
    .where((eb) => isOneOf(eb.ref('s.id'), ids, isSingle)),
);
const stepWriter: RowWriter<StepChange> = (changes) => {
  const rows = byId(stepRows(changes));
  return { steps: updateSteps(rows, isOne(rows)) };
};

const updateRequests = prepared(
  ({ json, ids }: Placeholders<ById<RequestProgress>>, isSingle: boolean) =>
    build
      .updateTable('requests as r')
      .from(rowSet('d', json, { id: 'int', status: '"RequestStatus"', percent: 'int' }))
      .set((eb) => ({
        status: eb.ref('d.status'),
        percent: eb.ref('d.percent'),
        updated_at: now,
      }))
      .whereRef('r.id', '=', 'd.id')
      .where((eb) => isOneOf(eb.ref('r.id'), ids, isSingle)),
);
const requestWriter: RowWriter<RequestProgress> = (changes) => {
  const rows = byId(changes);
  return { requests: updateRequests(rows, isOne(rows)) };
};

export interface Submission extends RequestProgress {
  readonly submittedAt: Date;
}

const updateSubmitted = prepared(
  ({ json, ids }: Placeholders<ById<Submission>>, isSingle: boolean) =>
    build
      .updateTable('requests as r')
      .from(
        rowSet('d', json, {
          id: 'int',
          status: '"RequestStatus"',
          percent: 'int',
          submittedAt: 'timestamptz',
        }),
      )
      .set((eb) => ({
        status: eb.ref('d.status'),
        percent: eb.ref('d.percent'),
        submitted_at: eb.ref('d.submittedAt'),
        observation: null,
        updated_at: now,
      }))
      .whereRef('r.id', '=', 'd.id')
      .where((eb) => isOneOf(eb.ref('r.id'), ids, isSingle)),
);
const submissionWriter: RowWriter<Submission> = (changes) => {
  const rows = byId(changes);
  return { submitted: updateSubmitted(rows, isOne(rows)) };
};

/** Deferred changes of steps and requests. The transaction of the act must lock the requests. */
export function workChanges(act: Pick<Act, 'add'>) {
  return {
    steps(changes: readonly StepChange[]): void {
      act.add(stepWriter, changes);
    },

    /** Call at most once per request. */
    request(change: RequestProgress): void {
      act.add(requestWriter, [change]);
    },

    /** Submits the request and clears the observation of an earlier return. */
    submitted(change: Submission): void {
      act.add(submissionWriter, [change]);
    },
  };
}
