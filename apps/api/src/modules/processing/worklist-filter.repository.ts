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

// Only a clock that runs has a day: a step that waits for somebody else is not late. Null and not false then, which a condition takes
// alike: within a coalesce PostgreSQL would not see how few they are.
export const isLate = (today: Day) => eb('s.due_on', '<', sql<Date>`${today}::date`);

/** What belongs to a part of the worklist (packages/contracts/src/processing/worklist.ts says it in words). */
export const tabConditions: { readonly [T in WorklistTab]: (today: Day) => Expression<SqlBool> } = {
  todo: () => eb.and([isOpen, eb.not(isBlocked), eb.not(isWaiting)]),
  waiting: () => eb.and([isOpen, eb.not(isBlocked), isWaiting]),
  blocked: () => isBlocked,
  late: isLate,
  done: () => isClosed,
};

const isMine = ({ userId }: Reader) => eb('s.assignee_id', '=', userId);
const isNobodys = () => eb('s.assignee_id', 'is', null);
/** Whose steps. */
export const ownerConditions: {
  readonly [O in OwnerFilter]: (actor: Reader) => Expression<SqlBool>;
} = {
  mine: isMine,
  none: isNobodys,
  // As `readersOf` tells them (policies/step-readers.ts), but for an owner who is here.
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
    return eb.or([isMine(actor), isNobodys(), eb('s.assignee_id', 'in', ofAbsent)]);
  },
};

export interface WorklistFilter {
  readonly criteria: readonly WorklistCriterion[];
  /** Absent: all of them. */
  readonly tab: WorklistTab | undefined;
  /** Absent: whoever's. */
  readonly owner: OwnerFilter | undefined;
  /** Of the day, where a criterion asks for the clock (`halfTimes`). */
  readonly halves?: readonly string[];
}

/**
 * What a list of the organisation's steps is read from, with its conditions, as `processing_steps as s`; nothing is selected yet.
 * @param isWithRequests whether the statement asks something of `requests as r` besides the filter
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
        ...worklistConditions(criteria, { today, halves }),
        ...(tab === undefined ? [] : [tabConditions[tab](today)]),
        ...(owner === undefined ? [] : [ownerConditions[owner](actor)]),
      ]),
    );
export type WorklistSteps = ReturnType<typeof worklistSteps>;

/**
 * The steps as a count reads them that stops at {@link mostCounted}: in the list's order, so that PostgreSQL walks the list's index
 * and not the table until it has met enough of them. What criteria find may be found sooner by an index of theirs.
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
