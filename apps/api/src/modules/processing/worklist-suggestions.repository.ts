import { dayOf } from '@wasl/contracts';
import { sql } from 'kysely';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { displayName, personName } from '../../platform/database/person-name.ts';
import { build, read } from '../../platform/database/statements.repository.ts';
import { searchTerms } from '../../rules/search-terms.ts';
import { worklistSteps, type WorklistFilter } from './worklist-filter.repository.ts';

/** Suggestions at most. */
const mostSuggested = 3;
/** The needs that are compared with a search: the newest ones of the filter. */
const mostNeeds = 200;
/** The steps whose people are compared with a search: the newest ones of the filter. */
const mostNewest = 300;
/** How like a word a name must be, from 0 to 1. */
const leastLikeness = 0.5;
/** How like a word a word of a need must be: one wrong letter of four. */
const leastLikenessOfNeeds = 0.4;
/** The longest text that a search takes. */
const searchLength = 80;

const searchedText = ({ criteria }: WorklistFilter): string =>
  criteria.flatMap((criterion) => (criterion.key === 'search' ? [criterion.value] : []))[0] ?? '';

/**
 * The names most like the text of a search that finds nothing. Only people with a step under the filter without its
 * search, which the organisation reads. Only names are compared, as contact data may be hidden. The people are those that
 * `search_near` (migrations) finds, and those of the newest {@link mostNewest} steps. So a frequent name costs no more.
 */
async function suggestedNames(
  db: Db,
  actor: Actor,
  filter: WorklistFilter,
  now: Date,
): Promise<string[]> {
  const text = searchedText(filter);
  const words = searchTerms(text).names.flatMap(({ sounds }) => sounds);
  const [longest] = [...words].sort((one, other) => other.length - one.length);
  if (longest === undefined) return [];
  const others = filter.criteria.filter(({ key }) => key !== 'search');
  const steps = worklistSteps(actor, { ...filter, criteria: others }, dayOf(now), true);
  // In subqueries, which PostgreSQL evaluates once.
  const likeness = (word: string) =>
    sql<number>`greatest(
      word_similarity((SELECT search_fold(${word})), search_person(u.nom, u.prenom, u.company_name, NULL, NULL)),
      word_similarity((SELECT search_sound_key(${word})), u.search_sound))`;
  const newest = steps
    .select(sql<string>`r.beneficiary_id`.as('id'))
    .orderBy('s.request_date', 'desc')
    .orderBy('s.id', 'desc')
    .limit(mostNewest);
  const query = build
    .selectFrom('users as u')
    .where((eb) =>
      eb.and([
        sql<boolean>`u.id = ANY(ARRAY(SELECT search_near(${longest}) UNION (${newest})))`,
        ...words.map((word) => eb(likeness(word), '>=', leastLikeness)),
        eb.exists(steps.where(sql<boolean>`r.beneficiary_id = u.id`).select('s.id')),
      ]),
    )
    .select(personName)
    .groupBy(['u.nom', 'u.prenom', 'u.company_name'])
    .orderBy(
      sql`max(${words.map(likeness).reduce((sum, next) => sql<number>`${sum} + ${next}`)})`,
      'desc',
    )
    .orderBy('u.nom')
    .orderBy('u.prenom')
    .limit(mostSuggested);
  const found = await read(db, 'names like a search', query);
  return [...new Set(found.map((person) => displayName(person).slice(0, searchLength)))];
}

/**
 * The search with each word replaced by the most similar word of one need, for the needs that have all of them.
 * Compares the newest {@link mostNeeds} requests under the filter without its search, so its cost does not grow.
 */
async function suggestedNeeds(
  db: Db,
  actor: Actor,
  filter: WorklistFilter,
  now: Date,
): Promise<string[]> {
  const { need } = searchTerms(searchedText(filter));
  const terms = [...new Set(need.split(/\s+/))].filter((term) => term.length >= 4);
  if (terms.length === 0) return [];
  const others = filter.criteria.filter(({ key }) => key !== 'search');
  const newest = worklistSteps(actor, { ...filter, criteria: others }, dayOf(now), true)
    .select(sql<string>`r.description`.as('description'))
    .orderBy('s.request_date', 'desc')
    .orderBy('s.id', 'desc')
    .limit(mostNeeds);
  const query = build
    .with('needs', () => build.selectFrom(newest.as('n')).select('n.description').distinct())
    .with('near', (known) =>
      known
        .selectFrom('needs')
        .innerJoin(
          sql<{ term: string; place: number }>`unnest(${terms}::text[]) WITH ORDINALITY`.as<'t'>(
            sql`t(term, place)`,
          ),
          (join) => join.onTrue(),
        )
        .innerJoinLateral(
          sql<{ word: string; likeness: number }>`(
            SELECT w AS word, similarity(search_fold(w), search_fold(t.term)) AS likeness
              FROM regexp_split_to_table(needs.description, '[[:space:][:punct:]’«»،؛؟]+') AS w
             WHERE similarity(lower(w), lower(t.term)) >= 0.3
             ORDER BY likeness DESC, w
             LIMIT 1)`.as<'m'>(sql`m(word, likeness)`),
          (join) => join.on('m.likeness', '>=', leastLikenessOfNeeds),
        )
        .select(['needs.description', 't.place', 'm.word', 'm.likeness']),
    )
    .selectFrom('near')
    .select(sql<string>`lower(string_agg(near.word, ' ' ORDER BY near.place))`.as('text'))
    .groupBy('near.description')
    .having((eb) => eb.fn.countAll(), '=', sql<string>`${terms.length}::bigint`)
    .orderBy(sql`sum(near.likeness)`, 'desc')
    .orderBy('text')
    .limit(mostSuggested);
  const found = await read(db, 'needs like a search', query);
  return [...new Set(found.map(({ text }) => text.slice(0, searchLength)))];
}

/** What to search for instead of a text that finds nothing: names first, then words of needs. */
export async function suggestedSearches(
  db: Db,
  actor: Actor,
  filter: WorklistFilter,
  now: Date,
): Promise<string[]> {
  const names = await suggestedNames(db, actor, filter, now);
  if (names.length > 0) return names;
  const needs = await suggestedNeeds(db, actor, filter, now);
  return needs.filter((text) => text !== searchedText(filter).toLowerCase());
}
