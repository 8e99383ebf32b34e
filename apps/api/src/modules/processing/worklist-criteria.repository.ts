import type { WorklistCriterion } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import { codesSql } from '../../platform/database/db.ts';
import { showsContactSql } from '../../policies/scopes.repository.ts';
import { likeLiteral } from '../reference/index.ts';
import { atHalfTimeSql, requestConditionsSql } from '../requests/index.ts';
import { atWorkStepStatuses } from '../../rules/step-transitions.ts';
import { searchTerms, type SearchTerms } from './rules/search-terms.ts';

const contains = (text: string) => `%${likeLiteral(text)}%`;

/**
 * The requests that a search finds, as a condition on `requests r`. PostgreSQL folds both sides with one function (`search_fold`:
 * accents, case, Arabic vowel signs and letter forms); a person's `search_text` is folded when the person changes. A CIN or an ICE
 * is found whole only: organisations do not see them, and nobody reads a number by trying its beginnings.
 */
function foundSql({ words, number, identity }: SearchTerms): Prisma.Sql {
  const named = words.map((word) => Prisma.sql`u.search_text LIKE search_fold(${contains(word)})`);
  // One row for each person, so that PostgreSQL knows how many there are and joins them as a whole where they are many.
  const people = Prisma.sql`
    SELECT u.id FROM users u
    WHERE (${Prisma.join(named, ' AND ')}) OR u.num_cin = ${identity} OR u.ice = ${identity}`;
  if (number === null) return Prisma.sql`r.beneficiary_id IN (${people})`;
  // Two conditions on two columns, of which PostgreSQL would use neither's index: the ids of both.
  return Prisma.sql`r.id IN (
    SELECT p.id FROM requests p WHERE p.beneficiary_id IN (${people})
    UNION ALL SELECT n.id FROM requests n WHERE n.num_request LIKE ${contains(number)})`;
}

/**
 * What is left of the search where the contact is hidden: the name, the company and the request's number. Folded row by row, as no
 * column holds it: of what was found only, and there of few.
 */
function foundWithoutContactSql({ words, number }: SearchTerms): Prisma.Sql {
  const name = Prisma.sql`search_person(u.nom, u.prenom, u.company_name, NULL, NULL)`;
  const named = words.map((word) => Prisma.sql`${name} LIKE search_fold(${contains(word)})`);
  const byName = Prisma.sql`EXISTS (
    SELECT FROM users u WHERE u.id = r.beneficiary_id AND ${Prisma.join(named, ' AND ')})`;
  return number === null
    ? byName
    : Prisma.sql`(r.num_request LIKE ${contains(number)} OR ${byName})`;
}

function searchSql(text: string): readonly Prisma.Sql[] {
  const terms = searchTerms(text);
  return [foundSql(terms), Prisma.sql`(${showsContactSql} OR ${foundWithoutContactSql(terms)})`];
}

/** The day that a list is read on, and what is half of a step's time then; empty where nothing asks for it. */
export interface ReadingDay {
  readonly today: string;
  readonly halves: readonly string[];
}

function conditionOf(
  criterion: WorklistCriterion,
  { today, halves }: ReadingDay,
): readonly Prisma.Sql[] {
  switch (criterion.key) {
    case 'search':
      return searchSql(criterion.value);
    case 'service':
      return [
        Prisma.sql`s.title_item_id IN (SELECT i.id FROM reference_items i WHERE i.code = ${criterion.value})`,
      ];
    case 'stepStatus':
      return [
        criterion.value === 'OPEN'
          ? Prisma.sql`s.status IN (${codesSql(atWorkStepStatuses)})`
          : Prisma.sql`s.status = ${criterion.value}::"StepStatus"`,
      ];
    case 'assignee':
      return [Prisma.sql`s.assignee_id = ${criterion.value}::uuid`];
    case 'clock':
      return [atHalfTimeSql(today, halves)];
    case 'conversation':
      return [Prisma.sql`s.awaits_answer_since IS NOT NULL`];
    // The step's copy: with it the list needs no request.
    case 'startDate':
      return [Prisma.sql`s.request_date >= ${criterion.value}`];
    case 'endDate':
      return [Prisma.sql`s.request_date <= ${criterion.value}`];
    case 'assignedSince':
      return [Prisma.sql`s.assigned_at >= ${criterion.value}`];
    case 'assignedUntil':
      return [Prisma.sql`s.assigned_at <= ${criterion.value}`];
    case 'closedSince':
      return [Prisma.sql`s.processed_at >= ${criterion.value}`];
    case 'closedUntil':
      return [Prisma.sql`s.processed_at <= ${criterion.value}`];
    default:
      return requestConditionsSql([criterion]);
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

/** Whether a condition of {@link worklistConditionsSql} asks for the request `r`. */
export function asksRequests(criteria: readonly WorklistCriterion[]): boolean {
  return criteria.some(({ key }) => !ofSteps.has(key));
}

/** The criteria as conditions of `stepsSql`; all of them must hold. */
export function worklistConditionsSql(
  criteria: readonly WorklistCriterion[],
  day: ReadingDay,
): Prisma.Sql[] {
  return criteria.flatMap((criterion) => conditionOf(criterion, day));
}
