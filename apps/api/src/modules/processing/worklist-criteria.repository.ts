import type { WorklistCriterion } from '@wasl/contracts';
import { type Expression, sql, type SqlBool } from 'kysely';

import { conditionOn } from '../../platform/database/statements.repository.ts';
import { isContactShown } from '../../policies/scopes.repository.ts';
import { likeLiteral } from '../reference/index.ts';
import { isAtHalfTime, requestConditions } from '../requests/index.ts';
import { atWorkStepStatuses } from '../../rules/step-transitions.ts';
import type { SoughtNumber } from '../../rules/request-number.ts';
import { searchTerms, type SearchTerms } from './rules/search-terms.ts';

const eb = conditionOn<'s' | 'r'>();
// A generated column that is missing in Prisma's client and the generated tables.
const searchText = sql.ref<string>('u.search_text');
const contains = (text: string) => `%${likeLiteral(text)}%`;
const containsFolded = (text: string) => sql<string>`search_fold(${contains(text)})`;

const hasNumber = (column: Expression<string>, { part, whole }: SoughtNumber) =>
  whole === null
    ? eb(column, 'like', contains(part))
    : eb.or([eb(column, 'like', contains(part)), eb(column, '=', whole)]);

/**
 * The requests that a search finds, as a condition on `requests as r`. PostgreSQL folds both sides with `search_fold`:
 * accents, case, Arabic vowel signs and letter forms. A person's `search_text` is folded when the person changes. A CIN
 * or an ICE must match completely: organisations do not see these numbers and must not guess them by prefixes.
 */
function isFound({ words, number, identity }: SearchTerms): Expression<SqlBool> {
  // One row per person, so that PostgreSQL estimates their number well and joins many of them as a whole.
  const people = eb
    .selectFrom('users as u')
    .where((user) =>
      user.or([
        user.and(words.map((word) => user(searchText, 'like', containsFolded(word)))),
        user('u.num_cin', '=', identity),
        user('u.ice', '=', identity),
      ]),
    )
    .select('u.id');
  if (number === null) return eb('r.beneficiary_id', 'in', people);
  // A union of ids: for an OR on two tables PostgreSQL would use neither index.
  return eb(
    'r.id',
    'in',
    eb
      .selectFrom('requests as p')
      .where('p.beneficiary_id', 'in', people)
      .select('p.id')
      .unionAll(
        eb
          .selectFrom('requests as n')
          .where(({ eb: on }) => hasNumber(on.ref('n.num_request'), number))
          .select('n.id'),
      ),
  );
}

/**
 * The search for requests with hidden contact data: name, company and request number. It folds row by row, only on the
 * few rows that remain.
 */
function isFoundWithoutContact({ words, number }: SearchTerms): Expression<SqlBool> {
  const byName = eb.exists(
    eb
      .selectFrom('users as u')
      .whereRef('u.id', '=', 'r.beneficiary_id')
      .where((user) => {
        const columns = [user.ref('u.nom'), user.ref('u.prenom'), user.ref('u.company_name')];
        const name = sql<string>`search_person(${sql.join(columns)}, NULL, NULL)`;
        return user.and(words.map((word) => user(name, 'like', containsFolded(word))));
      })
      .select('u.id'),
  );
  return number === null ? byName : eb.or([hasNumber(eb.ref('r.num_request'), number), byName]);
}

function isSearched(text: string): readonly Expression<SqlBool>[] {
  const terms = searchTerms(text);
  return [isFound(terms), eb.or([isContactShown(), isFoundWithoutContact(terms)])];
}

/** Condition on `processing_steps as s`: its organisation is working on it. */
export const isOpen = eb(
  's.status',
  'in',
  atWorkStepStatuses.map((status) => sql.lit(status)),
);

/** `YYYY-MM-DD`, or the placeholder of a prepared statement. */
export type Day = string | Expression<string>;

/** The day of reading, and the half-times of that day; empty when no criterion needs them. */
export interface ReadingDay {
  readonly today: Day;
  readonly halves: readonly string[];
}

function conditionOf(
  criterion: WorklistCriterion,
  { today, halves }: ReadingDay,
): readonly Expression<SqlBool>[] {
  switch (criterion.key) {
    case 'search':
      return isSearched(criterion.value);
    case 'service':
      return [
        eb(
          's.title_item_id',
          'in',
          eb
            .selectFrom('reference_items as i')
            .where('i.code', '=', criterion.value)
            .select('i.id'),
        ),
      ];
    case 'stepStatus':
      return [criterion.value === 'OPEN' ? isOpen : eb('s.status', '=', criterion.value)];
    case 'assignee':
      return [eb('s.assignee_id', '=', criterion.value)];
    case 'clock':
      return [isAtHalfTime(today, halves)];
    case 'conversation':
      return [eb('s.awaits_answer_since', 'is not', null)];
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
  'startDate',
  'endDate',
  'assignedSince',
  'assignedUntil',
  'closedSince',
  'closedUntil',
]);

/** Whether a condition of {@link worklistConditions} needs the request `r`. */
export function asksRequests(criteria: readonly WorklistCriterion[]): boolean {
  return criteria.some(({ key }) => !ofSteps.has(key));
}

/** Converts the criteria to conditions of `processing_steps as s`, to be joined with AND. */
export function worklistConditions(
  criteria: readonly WorklistCriterion[],
  day: ReadingDay,
): Expression<SqlBool>[] {
  return criteria.flatMap((criterion) => conditionOf(criterion, day));
}
