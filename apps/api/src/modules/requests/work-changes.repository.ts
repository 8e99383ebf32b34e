import type { RequestStatus, StepStatus } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';
import { writeGathered, type RowWriter } from '../../platform/database/gathered.repository.ts';
import { idIn } from '../../platform/database/own-statements.repository.ts';
import type { StepDeadline } from '../../rules/step-deadline.ts';

/** What changes on a step; what is absent stays. */
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
  /** The form of its agents shows something else: the version counts one up. */
  readonly isNewVersion?: true;
}

/** What changes on a request. */
export interface RequestProgress {
  readonly id: number;
  readonly status: RequestStatus;
  readonly percent: number;
}

interface StepRow {
  readonly id: number;
  set: Record<string, unknown>;
  versions: number;
  /** A deadline follows from what is there: with it alone nothing was done on the step. */
  touched: boolean;
}

const columnOf = (member: string): string =>
  member.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`);

/** One row for each step: a statement changes it once. */
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

/**
 * The rows that a statement changes, also by their ids: how many a JSON value holds PostgreSQL guesses at a hundred, and reads the
 * whole table for them.
 */
const among = (alias: string, rows: readonly { readonly id: number }[]): Prisma.Sql =>
  idIn(
    `${alias}.id`,
    rows.map(({ id }) => id),
  );

const stepWriter: RowWriter<StepChange> = (changes) => ({
  steps: Prisma.sql`
    UPDATE processing_steps s SET
      (status, percent, partner_feedback, assigned_at, processing_start_date, processed_at, closed_from_status,
        closed_from_percent, assignee_id, due_on, days_left) =
      (SELECT p.status, p.percent, p.partner_feedback, p.assigned_at, p.processing_start_date, p.processed_at,
        p.closed_from_status, p.closed_from_percent, p.assignee_id, p.due_on, p.days_left
        FROM jsonb_populate_record(s, d.set) AS p),
      version = s.version + d.versions,
      updated_at = CASE WHEN d.touched THEN clock_timestamp() ELSE s.updated_at END
    FROM jsonb_to_recordset(${JSON.stringify(stepRows(changes))}::jsonb)
      AS d(id int, "set" jsonb, versions int, touched boolean)
    WHERE s.id = d.id AND ${among('s', changes)}`,
});

const requestWriter: RowWriter<RequestProgress> = (changes) => ({
  requests: Prisma.sql`
    UPDATE requests r SET status = d.status, percent = d.percent, updated_at = clock_timestamp()
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS d(id int, status "RequestStatus", percent int)
    WHERE r.id = d.id AND ${among('r', changes)}`,
});

/** What a submission makes of a request. */
export interface Submission extends RequestProgress {
  readonly submittedAt: Date;
}

const submissionWriter: RowWriter<Submission> = (changes) => ({
  submitted: Prisma.sql`
    UPDATE requests r SET status = d.status, percent = d.percent, submitted_at = d."submittedAt", observation = NULL,
      updated_at = clock_timestamp()
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      AS d(id int, status "RequestStatus", percent int, "submittedAt" timestamptz)
    WHERE r.id = d.id AND ${among('r', changes)}`,
});

/** Changes of steps and their requests, written at the end of the transaction that holds the requests' locks. */
export function workChanges(tx: Db) {
  return {
    async steps(changes: readonly StepChange[]): Promise<void> {
      await writeGathered(tx, stepWriter, changes);
    },

    /** At most once for each request. */
    async request(change: RequestProgress): Promise<void> {
      await writeGathered(tx, requestWriter, [change]);
    },

    /** The request is submitted; what was said when it was sent back stands no more. */
    async submitted(change: Submission): Promise<void> {
      await writeGathered(tx, submissionWriter, [change]);
    },
  };
}
