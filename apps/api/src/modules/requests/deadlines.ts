import { dayOf, defaultStepDays, type StepStatus } from '@wasl/contracts';

import { inTransaction, type Db, type PrismaClient } from '../../platform/database/db.ts';
import { deadlinesRepository, type ClockRow } from './deadlines.repository.ts';
import { stepDeadline, type StepDeadline } from '../../rules/step-deadline.ts';
import type { Holidays } from '../../rules/working-days.ts';

/** Steps that are looked at in one statement. */
const batchSteps = 500;

/** A step whose stored deadline is not what the rule says. */
export interface WrongDeadline {
  readonly stepId: number;
  readonly requestId: number;
  readonly stored: StepDeadline;
  readonly computed: StepDeadline;
}

/** Those of the clocks whose step stores another deadline than the rule says. */
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
 * Stores how the clocks of these requests' steps stand. Call it in the transaction of whatever moves them (a step that comes or
 * ends, a document asked for or handed in, a hold), after its history is written, with the request's row locked.
 */
export async function keepDeadlines(
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

/** How many steps {@link reviewDeadlines} looks at. */
export async function countDeadlines(db: Db): Promise<number> {
  return await deadlinesRepository(db).count();
}

/**
 * Compares every stored deadline with what the rule makes of the history, some hundreds at a time.
 * @param isRepaired whether what is wrong is also written; a change of the holidays asks for it
 * @param looked told how many steps were looked at more
 * @yields what was wrong
 */
export async function* reviewDeadlines(
  db: PrismaClient,
  now: Date,
  isRepaired: boolean,
  looked: (steps: number) => void = () => undefined,
): AsyncGenerator<WrongDeadline[]> {
  const repository = deadlinesRepository(db);
  const holidays = await repository.holidays();
  for (let after = 0; ;) {
    const rows = await repository.after(after, batchSteps);
    const wrong = wrongDeadlines(rows, holidays, dayOf(now));
    const requestIds = [...new Set(wrong.map(({ requestId }) => requestId))];
    if (isRepaired && wrong.length > 0)
      await inTransaction(db, async (tx) => {
        // Read again under the lock: what somebody changes meanwhile is not overwritten by what was true before.
        await deadlinesRepository(tx).lock(requestIds);
        await keepDeadlines(tx, requestIds, now);
      });
    looked(rows.length);
    if (wrong.length > 0) yield wrong;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSteps) return;
    after = last.id;
  }
}

/** Sets right what is wrong. @returns how many were */
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

/** Working days of tasks and services, by their ids, where the reference data say them. */
export interface AllottedDays {
  readonly tasks: ReadonlyMap<number, number>;
  readonly services: ReadonlyMap<number, number>;
}

/**
 * The working days that new steps are given, and when those end that begin now: a task's own, else its service's, else the
 * default. Days that the files name later hold for steps that are made later: a day that was told stays.
 * @param known what the reference data say, where it was read
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
    // Thousands of an import come on one day with the same number of days.
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
