import {
  mostCounted,
  type OwnerFilter,
  type WorklistCriterion,
  type WorklistTab,
} from '@wasl/contracts';
import { type Expression, sql, type SqlBool } from 'kysely';

import { build, conditionOn } from '../../platform/database/statements.repository.ts';
import { isInStepScope, type Reader } from '../../policies/scopes.repository.ts';
import { blockedStepStatuses, closedStepStatuses } from '../../rules/step-transitions.ts';
import {
  asksRequests,
  isAwake,
  isOpen,
  worklistConditions,
  type Day,
} from './worklist-criteria.repository.ts';

const eb = conditionOn<'s'>();

export const isBlocked = eb(
  's.status',
  'in',
  blockedStepStatuses.map((status) => sql.lit(status)),
);
export const isWaiting = eb.or([eb.ref('s.request_is_suspended'), eb.ref('s.awaits_documents')]);
export const isClosed = eb(
  's.status',
  'in',
  closedStepStatuses.map((status) => sql.lit(status)),
);

// Only a running clock has a day, so a waiting step is not late. The result is null rather than false: a condition
// treats both alike, and a coalesce would spoil PostgreSQL's row estimate.
export const isLate = (today: Day) => eb('s.due_on', '<', sql<Date>`${today}::date`);

/** The conditions of each tab of the worklist. packages/contracts/src/processing/worklist.ts describes them. */
export const tabConditions: { readonly [T in WorklistTab]: (today: Day) => Expression<SqlBool> } = {
  todo: (today) => eb.and([isOpen, eb.not(isBlocked), eb.not(isWaiting), isAwake(today)]),
  waiting: (today) => eb.and([isOpen, eb.not(isBlocked), isWaiting, isAwake(today)]),
  blocked: (today) => eb.and([isBlocked, isAwake(today)]),
  // A late step is open. The condition is for the index of open steps.
  late: (today) => eb.and([isOpen, isLate(today), isAwake(today)]),
  done: () => isClosed,
};

const isMine = ({ userId }: Reader) => eb('s.assignee_id', '=', userId);
const hasNoOwner = () => eb('s.assignee_id', 'is', null);
export const ownerConditions: {
  readonly [O in OwnerFilter]: (actor: Reader) => Expression<SqlBool>;
} = {
  mine: isMine,
  none: hasNoOwner,
  // The same rule as `readersOf` (policies/step-readers.ts), except for a present owner.
  mineOrNone: (actor) => {
    const ofAbsent = eb
      .selectFrom('absences as a')
      .leftJoin('absences as other', (join) =>
        join.onRef('other.user_id', '=', 'a.substitute_id').on('other.begun_at', 'is not', null),
      )
      .where('a.begun_at', 'is not', null)
      .where((absence) =>
        absence.or([
          absence('a.substitute_id', '=', actor.userId),
          absence('other.user_id', 'is not', null),
        ]),
      )
      .select('a.user_id');
    return eb.or([isMine(actor), hasNoOwner(), eb('s.assignee_id', 'in', ofAbsent)]);
  },
};

export interface WorklistFilter {
  readonly criteria: readonly WorklistCriterion[];
  /** Absent: all tabs. */
  readonly tab: WorklistTab | undefined;
  /** Absent: any owner. */
  readonly owner: OwnerFilter | undefined;
  /** Half-times of the day (`halfTimes`), when a criterion asks for the clock. */
  readonly halves?: readonly string[];
}

/**
 * The source of a list of the organisation's steps with its conditions, as `processing_steps as s`, without columns.
 * @param isWithRequests whether the statement uses `requests as r` outside of the filter
 */
export const worklistSteps = (
  actor: Reader,
  { criteria, tab, owner, halves = [] }: WorklistFilter,
  today: Day,
  isWithRequests = false,
) =>
  build
    .selectFrom('processing_steps as s')
    .$if(isWithRequests || asksRequests(criteria), (steps) =>
      steps.innerJoin('requests as r', 'r.id', 's.request_id'),
    )
    .where(
      eb.and([
        isInStepScope(actor),
        ...worklistConditions(criteria, { reader: actor, today, halves }),
        ...(tab === undefined ? [] : [tabConditions[tab](today)]),
        ...(owner === undefined ? [] : [ownerConditions[owner](actor)]),
      ]),
    );
export type WorklistSteps = ReturnType<typeof worklistSteps>;

/**
 * The steps for a count that stops at {@link mostCounted}. In the list's order PostgreSQL walks the list's index
 * instead of the table. With criteria, their own index may be faster, so no order is set.
 */
export const upToMost = (
  steps: WorklistSteps,
  { criteria }: Pick<WorklistFilter, 'criteria'>,
): WorklistSteps =>
  steps
    .$if(criteria.length === 0, (all) =>
      all.orderBy('s.request_date', 'desc').orderBy('s.id', 'desc'),
    )
    .limit(mostCounted + 1);
