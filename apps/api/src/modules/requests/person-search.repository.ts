import { type Expression, sql, type SqlBool } from 'kysely';

import { conditionOn } from '../../platform/database/statements.repository.ts';
import type { SoughtNumber } from '../../rules/request-number.ts';
import type { SoughtName } from '../../rules/search-terms.ts';
import { likeLiteral } from '../reference/index.ts';

const eb = conditionOn<'u'>();
// Generated columns that are missing in Prisma's client and the generated tables.
const searchText = sql.ref<string>('u.search_text');
const searchSound = sql.ref<string>('u.search_sound');
const contains = (text: string) => `%${likeLiteral(text)}%`;
export const containsFolded = (text: string) => sql<string>`search_fold(${contains(text)})`;

export const hasNumber = (column: Expression<string>, { part, whole }: SoughtNumber) =>
  whole === null
    ? eb(column, 'like', contains(part))
    : eb.or([eb(column, 'like', contains(part)), eb(column, '=', whole)]);

/**
 * A regular expression of the keys of a word. Readings for the other script change their mark: a Latin word looks for
 * the readings of Arabic words (`search_sound` of the migrations).
 */
const soundPattern = (word: string) =>
  sql`(' (' || replace(nullif(btrim(translate(search_sound(${word}), '12', '21')), ''), ' ', '|') || ') ')`;

/** Condition on `users as u`: `text` has every name by its letters, or the person by its sound. */
const hasNames = (text: Expression<string>, names: readonly SoughtName[]): Expression<SqlBool> =>
  eb.and(
    names.map(({ words, sounds }) => {
      const byLetters = eb.and(words.map((word) => eb(text, 'like', containsFolded(word))));
      if (sounds.length === 0) return byLetters;
      return eb.or([
        byLetters,
        eb.and(sounds.map((word) => sql<SqlBool>`${searchSound} ~ ${soundPattern(word)}`)),
      ]);
    }),
  );

/** Condition on `users as u`: the person has every name, by letters or by sound, in any indexed text. */
export const isPersonNamed = (names: readonly SoughtName[]): Expression<SqlBool> =>
  hasNames(searchText, names);

/** {@link isPersonNamed} in the name and the company alone. It folds row by row, so it is for few rows. */
export const isNamedWithoutContact = (names: readonly SoughtName[]): Expression<SqlBool> => {
  const columns = [sql.ref('u.nom'), sql.ref('u.prenom'), sql.ref('u.company_name')];
  return hasNames(sql<string>`search_person(${sql.join(columns)}, NULL, NULL)`, names);
};
