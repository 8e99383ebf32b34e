import { dayOf } from '@wasl/contracts';
import { sql } from 'kysely';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { displayName, personName } from '../../platform/database/person-name.ts';
import { build, read } from '../../platform/database/statements.repository.ts';
import { searchTerms } from '../../rules/search-terms.ts';
import { worklistSteps, type WorklistFilter } from './worklist-filter.repository.ts';

/** Suggested names at most. */
const mostSuggested = 3;
/** How like a word a name must be, from 0 to 1. */
const leastLikeness = 0.5;
/** The longest text that a search takes. */
const searchLength = 80;

/**
 * The names most like the text of a search that finds nothing. Only people with a step under the filter without its
 * search, which the organisation reads. Only names are compared, as contact data may be hidden.
 */
export async function suggestedNames(
  db: Db,
  actor: Actor,
  filter: WorklistFilter,
  now: Date,
): Promise<string[]> {
  const [text = ''] = filter.criteria.flatMap((criterion) =>
    criterion.key === 'search' ? [criterion.value] : [],
  );
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
  const query = build
    .selectFrom('users as u')

    .where((eb) =>
      eb.and([
        sql<boolean>`u.id IN (SELECT search_near(${longest}))`,
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
