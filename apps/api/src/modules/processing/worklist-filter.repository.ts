import {
  dayOf,
  mostCounted,
  type OwnerFilter,
  type WorklistCriterion,
  type WorklistTab,
} from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import { codesSql } from '../../platform/database/db.ts';
import { stepScopeSql, stepsSql, stepsWithRequestsSql } from '../../policies/scopes.repository.ts';
import {
  atWorkStepStatuses,
  blockedStepStatuses,
  closedStepStatuses,
} from '../../rules/step-transitions.ts';
import { asksRequests, worklistConditionsSql } from './worklist-criteria.repository.ts';

export const isOpen = Prisma.sql`s.status IN (${codesSql(atWorkStepStatuses)})`;
export const isBlocked = Prisma.sql`s.status IN (${codesSql(blockedStepStatuses)})`;
export const isWaiting = Prisma.sql`(s.request_is_suspended OR s.awaits_documents)`;
export const isClosed = Prisma.sql`s.status IN (${codesSql(closedStepStatuses)})`;

// Only a clock that runs has a day: a step that waits for somebody else is not late. Null and not false then, which a condition takes
// alike: within a coalesce PostgreSQL would not see how few they are.
export const isLate = (now: Date) => Prisma.sql`s.due_on < ${dayOf(now)}::date`;

/** What belongs to a part of the worklist (packages/contracts/src/processing/worklist.ts says it in words). */
export const tabConditions: { readonly [T in WorklistTab]: (now: Date) => Prisma.Sql } = {
  todo: () => Prisma.sql`${isOpen} AND NOT ${isBlocked} AND NOT ${isWaiting}`,
  waiting: () => Prisma.sql`${isOpen} AND NOT ${isBlocked} AND ${isWaiting}`,
  blocked: () => isBlocked,
  late: isLate,
  done: () => isClosed,
};

/** Whose steps. */
export const ownerConditions: { readonly [O in OwnerFilter]: (actor: Actor) => Prisma.Sql } = {
  mine: ({ userId }) => Prisma.sql`s.assignee_id = ${userId}::uuid`,
  none: () => Prisma.sql`s.assignee_id IS NULL`,
  // As `readersOf` tells them (policies/step-readers.ts), but for an owner who is here.
  mineOrNone: ({ userId }) => Prisma.sql`(s.assignee_id = ${userId}::uuid OR s.assignee_id IS NULL
    OR s.assignee_id IN (
      SELECT a.user_id FROM absences a
      LEFT JOIN absences other ON other.user_id = a.substitute_id AND other.begun_at IS NOT NULL
      WHERE a.begun_at IS NOT NULL AND (a.substitute_id = ${userId}::uuid OR other.user_id IS NOT NULL)))`,
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

/** All of the conditions. */
export const allOf = (conditions: readonly Prisma.Sql[]): Prisma.Sql =>
  Prisma.join([...conditions], ' AND ');

const conditionsOf = (
  actor: Actor,
  { criteria, tab, owner, halves = [] }: WorklistFilter,
  now: Date,
): Prisma.Sql =>
  allOf([
    stepScopeSql(actor),
    ...worklistConditionsSql(criteria, { today: dayOf(now), halves }),
    ...(tab === undefined ? [] : [tabConditions[tab](now)]),
    ...(owner === undefined ? [] : [ownerConditions[owner](actor)]),
  ]);
/**
 * What a list of the organisation's steps is read from, with its conditions: `FROM` of it, to which more may be added by `AND`.
 * @param isWithRequests whether the statement asks something of `r` besides the filter
 */
export const worklistFrom = (
  actor: Actor,
  filter: WorklistFilter,
  now: Date,
  isWithRequests = false,
): Prisma.Sql =>
  Prisma.sql`${isWithRequests || asksRequests(filter.criteria) ? stepsWithRequestsSql : stepsSql}
    WHERE ${conditionsOf(actor, filter, now)}`;

/**
 * How a count ends that stops at {@link mostCounted}: in the list's order, so that PostgreSQL walks the list's index and not the table
 * until it has met enough of them. What criteria find may be found sooner by an index of theirs.
 */
export const upToMost = ({ criteria }: Pick<WorklistFilter, 'criteria'>): Prisma.Sql =>
  Prisma.sql`${criteria.length === 0 ? Prisma.sql`ORDER BY s.request_date DESC, s.id DESC` : Prisma.empty} LIMIT ${mostCounted + 1}`;
