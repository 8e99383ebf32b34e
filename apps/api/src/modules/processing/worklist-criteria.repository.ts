import type { WorklistCriterion } from '@wasl/contracts';
import { type Expression, sql, type SqlBool } from 'kysely';

import { conditionOn } from '../../platform/database/statements.repository.ts';
import { isContactShown, isInStepScope, type Reader } from '../../policies/scopes.repository.ts';
import {
  containsFolded,
  hasNumber,
  isAtHalfTime,
  isNamedWithoutContact,
  isPersonNamed,
  requestConditions,
} from '../requests/index.ts';
import { atWorkStepStatuses } from '../../rules/step-transitions.ts';
import { searchTerms, type SearchTerms } from '../../rules/search-terms.ts';

/** Requests that a search finds by their need, at most. */
const mostOfNeed = 200;

const eb = conditionOn<'s' | 'r'>();
/** Condition on `requests as r`: its need has every word, or another form of it. Read from `requests_need_idx`. */
const hasNeed = (words: string) =>
  sql<SqlBool>`search_need(${eb.ref('r.description')}) @@ plainto_tsquery('french', search_fold(${words}))`;

/**
 * The requests that a search finds, as a condition on `requests as r`. PostgreSQL folds both sides with `search_fold`:
 * accents, case, Arabic vowel signs and letter forms. A person's `search_text` is folded when the person changes. A CIN
 * or an ICE must match completely: organisations do not see these numbers and must not guess them by prefixes.
 */
function isFound(
  { names, need, number, identity }: SearchTerms,
  reader: Reader,
): Expression<SqlBool> {
  const isPerson = eb.or([
    isPersonNamed(names),
    eb(sql.ref('u.num_cin'), '=', identity),
    eb(sql.ref('u.ice'), '=', identity),
  ]);
  // One row per person, so that PostgreSQL estimates their number well and joins many of them as a whole.
  const people = eb.selectFrom('users as u').select('u.id');
  if (number !== null) {
    // A union of ids: for an OR on two tables PostgreSQL would use neither index.
    return eb(
      'r.id',
      'in',
      eb
        .selectFrom('requests as p')
        .where('p.beneficiary_id', 'in', people.where(isPerson))
        .select('p.id')
        .unionAll(
          eb
            .selectFrom('requests as n')
            .where(({ eb: on }) => hasNumber(on.ref('n.num_request'), number))
            .select('n.id'),
        ),
    );
  }
  if (need === '') return eb('r.beneficiary_id', 'in', people.where(isPerson));
  // The newest ones: for a frequent word PostgreSQL walks the organisation's list and stops at the limit.
  const ofNeed = eb
    .selectFrom('processing_steps as s')
    .innerJoin('requests as r', 'r.id', 's.request_id')
    .where(isInStepScope(reader))
    .where(hasNeed(need))
    .orderBy('s.request_date', 'desc')
    .orderBy('s.id', 'desc')
    .limit(sql.lit(mostOfNeed));
  // People of such needs join the others, so that one condition on people leads PostgreSQL: for a frequent name it
  // walks the list, for a rare one it starts at the people.
  const hasSuchNeed = sql<SqlBool>`u.id = ANY(ARRAY(${ofNeed.select('r.beneficiary_id')}))`;
  return eb.and([
    eb('r.beneficiary_id', 'in', people.where(eb.or([isPerson, hasSuchNeed]))),
    eb.or([
      sql<SqlBool>`${eb.ref('r.id')} = ANY(ARRAY(${ofNeed.select('r.id')}))`,
      eb.exists(people.whereRef('u.id', '=', 'r.beneficiary_id').where(isPerson)),
    ]),
  ]);
}

/**
 * The search for requests with hidden contact data: name, company, need and request number. It folds row by row, only
 * on the few rows that remain.
 */
function isFoundWithoutContact({ names, need, number }: SearchTerms): Expression<SqlBool> {
  const byName = eb.exists(
    eb
      .selectFrom('users as u')
      .whereRef('u.id', '=', 'r.beneficiary_id')
      .where(isNamedWithoutContact(names))
      .select('u.id'),
  );
  if (number !== null) return eb.or([hasNumber(eb.ref('r.num_request'), number), byName]);
  return need === '' ? byName : eb.or([byName, hasNeed(need)]);
}

function isSearched(text: string, reader: Reader): readonly Expression<SqlBool>[] {
  const terms = searchTerms(text);
  return [isFound(terms, reader), eb.or([isContactShown(), isFoundWithoutContact(terms)])];
}

/** Condition on `processing_steps as s`: its organisation is working on it. */
export const isOpen = eb(
  's.status',
  'in',
  atWorkStepStatuses.map((status) => sql.lit(status)),
);

/** The agent who last closed the step. */
const closer = eb
  .selectFrom('history_events as h')
  .whereRef('h.request_id', '=', 's.request_id')
  .whereRef('h.step_id', '=', 's.id')
  .where('h.kind', '=', sql.lit('STEP_STATUS'))
  .where('h.to_status', '=', sql.lit('PROCESSED'))
  .orderBy('h.id', 'desc')
  .limit(sql.lit(1))
  .select('h.actor_id');

/** The rating of the step, if any. */
const ratings = eb.selectFrom('ratings as g').whereRef('g.step_id', '=', 's.id').select('g.id');

/** Conditions on `processing_steps as s`: its file is back in the lists of work on this day, or not yet. */
export const isAwake = (today: Day): Expression<SqlBool> =>
  eb.or([
    eb('s.snoozed_until', 'is', null),
    eb('s.snoozed_until', '<=', sql<Date>`${today}::date`),
  ]);
const isSnoozed = (today: Day) => eb('s.snoozed_until', '>', sql<Date>`${today}::date`);

/** `YYYY-MM-DD`, or the placeholder of a prepared statement. */
export type Day = string | Expression<string>;

/** Who reads, on which day, and the half-times of that day; empty when no criterion needs them. */
export interface WorklistReading {
  readonly reader: Reader;
  readonly today: Day;
  readonly halves: readonly string[];
}

function conditionOf(
  criterion: WorklistCriterion,
  { reader, today, halves }: WorklistReading,
): readonly Expression<SqlBool>[] {
  switch (criterion.key) {
    case 'search':
      return isSearched(criterion.value, reader);
    case 'service':
      return [
        eb(
          // One value, so that a general plan reads the files of the service from their index in the list's order.
          's.title_item_id',
          '=',
          eb
            .selectFrom('reference_items as i')
            .where('i.parent', '=', sql.lit('SERVICE'))
            .where('i.code', '=', criterion.value)
            .select('i.id'),
        ),
      ];
    case 'town':
      return [
        isContactShown(),
        // From `users_city_idx`, whose statistics show how frequent a town is.
        eb(
          'r.beneficiary_id',
          'in',
          eb
            .selectFrom('users as u')
            .where(sql<string>`search_fold(u.city)`, 'like', containsFolded(criterion.value))
            .select('u.id'),
        ),
      ];
    case 'journey':
      return [eb('r.journey_def_id', '=', criterion.value)];
    case 'import':
      return [
        eb(
          'r.import_id',
          'in',
          eb
            .selectFrom('imports as i')
            .where('i.id', '=', criterion.value)
            .whereRef('i.partner_id', '=', 's.partner_id')
            .select('i.id'),
        ),
      ];
    case 'stepStatus':
      if (criterion.value === 'OPEN') return [isOpen];
      if (criterion.value === 'AWAKE') return [isOpen, isAwake(today)];
      if (criterion.value === 'SNOOZED') return [isOpen, isSnoozed(today)];
      // A literal, so that a general plan can use the partial index of open steps.
      return [eb('s.status', '=', sql.lit(criterion.value))];
    case 'assignee':
      return [eb('s.assignee_id', '=', criterion.value)];
    case 'clock':
      return [isAtHalfTime(today, halves)];
    case 'conversation':
      return [eb('s.awaits_answer_since', 'is not', null)];
    case 'documents':
      return [eb('s.documents_arrived_at', 'is not', null)];
    // The step's copy of the request date saves a join with the request.
    case 'startDate':
      return [eb('s.request_date', '>=', criterion.value)];
    case 'endDate':
      return [eb('s.request_date', '<=', criterion.value)];
    case 'assignedSince':
      return [eb('s.assigned_at', '>=', criterion.value)];
    case 'assignedUntil':
      return [eb('s.assigned_at', '<=', criterion.value)];
    case 'closedSince':
      return [eb('s.processed_at', '>=', criterion.value)];
    case 'closedUntil':
      return [eb('s.processed_at', '<=', criterion.value)];
    case 'closedBy':
      // As the statistics count: the last closing decides.
      return [eb('s.status', '=', sql.lit('PROCESSED')), eb(closer, '=', criterion.value)];
    case 'stars':
      return [eb.exists(ratings.where('g.beneficiary_rating', '=', criterion.value))];
    case 'ratedSince':
      return [eb.exists(ratings.where('g.created_at', '>=', criterion.value))];
    case 'ratedUntil':
      return [eb.exists(ratings.where('g.created_at', '<=', criterion.value))];
    default:
      return requestConditions([criterion]);
  }
}

/** Criteria on columns of the step. All others need the request `r`. */
const ofSteps: ReadonlySet<WorklistCriterion['key']> = new Set([
  'service',
  'stepStatus',
  'assignee',
  'clock',
  'conversation',
  'documents',
  'startDate',
  'endDate',
  'assignedSince',
  'assignedUntil',
  'closedSince',
  'closedUntil',
  'closedBy',
  'stars',
  'ratedSince',
  'ratedUntil',
]);

/** Whether a condition of {@link worklistConditions} needs the request `r`. */
export function asksRequests(criteria: readonly WorklistCriterion[]): boolean {
  return criteria.some(({ key }) => !ofSteps.has(key));
}

/** Converts the criteria to conditions of `processing_steps as s`, to be joined with AND. */
export function worklistConditions(
  criteria: readonly WorklistCriterion[],
  reading: WorklistReading,
): Expression<SqlBool>[] {
  return criteria.flatMap((criterion) => conditionOf(criterion, reading));
}
