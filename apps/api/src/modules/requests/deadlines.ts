import { dayOf, defaultStepDays, type StepStatus } from '@wasl/contracts';

import { inTransaction, type Db, type PrismaClient } from '../../platform/database/db.ts';
import { deadlinesRepository, type ClockRow } from './deadlines.repository.ts';
import { stepDeadline, type StepDeadline } from '../../rules/step-deadline.ts';
import type { Holidays } from '../../rules/working-days.ts';

/** Steps per statement. */
const batchSteps = 500;

export interface WrongDeadline {
  readonly stepId: number;
  readonly requestId: number;
  readonly stored: StepDeadline;
  readonly computed: StepDeadline;
}

export function wrongDeadlines(
  rows: readonly ClockRow[],
  holidays: Holidays,
  today: string,
): WrongDeadline[] {
  return rows.flatMap((row) => {
    const { id, requestId, dueOn, daysLeft } = row;
    const facts = {
      ...row,
      documents: row.documents.map(({ from, until }) => ({
        from: new Date(from),
        until: until === null ? null : new Date(until),
      })),
      changes: row.changes.map((change) => ({ ...change, at: new Date(change.at) })),
    };
    const computed = stepDeadline(facts, holidays, today);
    return computed.dueOn === dueOn && computed.daysLeft === daysLeft
      ? []
      : [{ stepId: id, requestId, stored: { dueOn, daysLeft }, computed }];
  });
}

/**
 * Stores the current deadlines of these requests' steps. Call it in the transaction of any change that moves a clock: a
 * step added or closed, a document asked for or handed in, a hold. The history must be written and the request's row
 * locked.
 */
export async function updateDeadlines(
  tx: Db,
  requestIds: readonly number[],
  now: Date,
): Promise<void> {
  const repository = deadlinesRepository(tx);
  const rows = await repository.ofRequests(requestIds);
  const [first] = rows;
  if (first === undefined) return;
  const wrong = wrongDeadlines(rows, new Set(first.holidays), dayOf(now));
  await repository.write(wrong.map(({ stepId, computed }) => ({ id: stepId, ...computed })));
}

export async function countDeadlines(db: Db): Promise<number> {
  return await deadlinesRepository(db).count();
}

/**
 * Compares every stored deadline with the rule's result for the history, {@link batchSteps} at a time.
 * @param isRepaired whether to write the differences; a change of the holidays sets it
 * @param looked receives the number of steps read in each batch
 * @yields the steps that differ
 */
export async function* reviewDeadlines(
  db: PrismaClient,
  now: Date,
  isRepaired: boolean,
  looked: (steps: number) => void = () => undefined,
): AsyncGenerator<WrongDeadline[]> {
  const repository = deadlinesRepository(db);
  for (let after = 0; ;) {
    const rows = await repository.after(after, batchSteps);
    // The cached holidays may be those of before a change.
    const wrong = wrongDeadlines(rows, new Set(rows[0]?.holidays), dayOf(now));
    const requestIds = [...new Set(wrong.map(({ requestId }) => requestId))];
    if (isRepaired && wrong.length > 0)
      await inTransaction(db, async (tx) => {
        // Reads again under the lock, so that a concurrent change is not overwritten.
        await deadlinesRepository(tx).lock(requestIds);
        await updateDeadlines(tx, requestIds, now);
      });
    looked(rows.length);
    if (wrong.length > 0) yield wrong;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSteps) return;
    after = last.id;
  }
}

/** Corrects every stored deadline that differs. @returns the number of corrected steps */
export async function repairDeadlines(db: PrismaClient, now: Date): Promise<number> {
  let count = 0;
  for await (const wrong of reviewDeadlines(db, now, true)) count += wrong.length;
  return count;
}

interface Planned {
  readonly taskDefId: number | null;
  readonly titleItemId: number;
  readonly status: StepStatus;
  readonly assignedAt: Date | null;
}

/** Working days of tasks and services, by their ids. Ids without a number in the reference data are missing. */
export interface AllottedDays {
  readonly tasks: ReadonlyMap<number, number>;
  readonly services: ReadonlyMap<number, number>;
}

/**
 * Adds the working days and the deadlines to new steps: a task's own days, else its service's, else the default.
 * Existing steps keep their deadline when the reference data change.
 * @param known days from the reference data, where they were read already
 */
export async function withDeadlines<S extends Planned>(
  db: Db,
  steps: readonly S[],
  known?: AllottedDays,
): Promise<(S & StepDeadline & { days: number })[]> {
  if (steps.length === 0) return [];
  const repository = deadlinesRepository(db);
  const distinct = (ids: readonly (number | null)[]): number[] => [
    ...new Set(ids.flatMap((id) => id ?? [])),
  ];
  const allotted =
    known ??
    (await repository.allotted(
      distinct(steps.map(({ taskDefId }) => taskDefId)),
      distinct(steps.map(({ titleItemId }) => titleItemId)),
    ));
  const holidays = await repository.holidays();
  const deadlines = new Map<string, StepDeadline>();
  return steps.map((step) => {
    const { taskDefId, titleItemId, status, assignedAt } = step;
    const days =
      (taskDefId === null ? undefined : allotted.tasks.get(taskDefId)) ??
      allotted.services.get(titleItemId) ??
      defaultStepDays;
    const day = assignedAt === null ? '' : dayOf(assignedAt);
    // Caches the deadline: an import adds thousands of steps with the same day and number of days.
    const key = `${status} ${day} ${String(days)}`;
    const deadline =
      deadlines.get(key) ??
      stepDeadline(
        { status, requestStatus: 'NOUVEAU', assignedAt, days, documents: [], changes: [] },
        holidays,
        day,
      );
    deadlines.set(key, deadline);
    return { ...step, ...deadline, days };
  });
}
