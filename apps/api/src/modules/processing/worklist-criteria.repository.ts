import type { WorklistCriterion } from '@wasl/contracts';
import { type Expression, sql, type SqlBool } from 'kysely';

import { conditionOn } from '../../platform/database/statements.repository.ts';
import { isContactShown } from '../../policies/scopes.repository.ts';
import { likeLiteral } from '../reference/index.ts';
import { isAtHalfTime, requestConditions } from '../requests/index.ts';
import { atWorkStepStatuses } from '../../rules/step-transitions.ts';
import { searchTerms, type SearchTerms } from './rules/search-terms.ts';

const eb = conditionOn<'s' | 'r'>();
// A column that PostgreSQL computes, left out of Prisma's client and of the generated tables.
const searchText = sql.ref<string>('u.search_text');
const contains = (text: string) => `%${likeLiteral(text)}%`;
const containsFolded = (text: string) => sql<string>`search_fold(${contains(text)})`;

/**
 * The requests that a search finds, as a condition on `requests as r`. PostgreSQL folds both sides with one function (`search_fold`:
 * accents, case, Arabic vowel signs and letter forms); a person's `search_text` is folded when the person changes. A CIN or an ICE
 * is found whole only: organisations do not see them, and nobody reads a number by trying its beginnings.
 */
function isFound({ words, number, identity }: SearchTerms): Expression<SqlBool> {
  // One row for each person, so that PostgreSQL knows how many there are and joins them as a whole where they are many.
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
  // Two conditions on two columns, of which PostgreSQL would use neither's index: the ids of both.
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
          .where('n.num_request', 'like', contains(number))
          .select('n.id'),
      ),
  );
}

/**
 * What is left of the search where the contact is hidden: the name, the company and the request's number. Folded row by row, as no
 * column holds it: of what was found only, and there of few.
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
  return number === null ? byName : eb.or([eb('r.num_request', 'like', contains(number)), byName]);
}

function isSearched(text: string): readonly Expression<SqlBool>[] {
  const terms = searchTerms(text);
  return [isFound(terms), eb.or([isContactShown(), isFoundWithoutContact(terms)])];
}

/** Of `processing_steps as s`: its organisation has it in hand. */
export const isOpen = eb(
  's.status',
  'in',
  atWorkStepStatuses.map((status) => sql.lit(status)),
);

/** `YYYY-MM-DD`, or the placeholder of a prepared statement. */
export type Day = string | Expression<string>;

/** The day that a list is read on, and what is half of a step's time then; empty where nothing asks for it. */
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
    // The step's copy: with it the list needs no request.
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

/** What steps say themselves; the others ask for their requests, `r`. */
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

/** Whether a condition of {@link worklistConditions} asks for the request `r`. */
export function asksRequests(criteria: readonly WorklistCriterion[]): boolean {
  return criteria.some(({ key }) => !ofSteps.has(key));
}

/** The criteria as conditions of `processing_steps as s`; all of them must hold. */
export function worklistConditions(
  criteria: readonly WorklistCriterion[],
  day: ReadingDay,
): Expression<SqlBool>[] {
  return criteria.flatMap((criterion) => conditionOf(criterion, day));
}
