import { langs } from '@wasl/contracts';

import { otherProvinceNames } from './province-names.ts';
import type { Labelled } from '../../platform/i18n/in-lang.ts';
import { namesOf } from './reference.presenter.ts';
import { placeKey, searchKey } from './search-key.ts';

export type FindItem<T> = (text: string) => T | undefined;

function finderBy<T extends Labelled>(
  items: readonly T[],
  namesOfItem: (item: T) => readonly string[],
  keysOf: (text: string) => readonly string[],
): FindItem<T> {
  const byKey = new Map<string, T>();
  for (const item of items.toReversed())
    for (const key of namesOfItem(item).flatMap(keysOf)) if (key !== '') byKey.set(key, item);
  // A code has priority over an equal label.
  const byCode = new Map(items.map((item) => [item.code.toUpperCase(), item]));
  return (text) => {
    const found = byCode.get(text.toUpperCase());
    return (
      found ??
      keysOf(text)
        .map((key) => byKey.get(key))
        .find((item) => item !== undefined)
    );
  };
}

/** Finds an item by its code, or by its label in any language, without case and accents. */
export function finder<T extends Labelled>(items: readonly T[]): FindItem<T> {
  return finderBy(items, namesOf, (text) => [placeKey(text)]);
}

const designation =
  /^(?:province|prefecture|provincia|prefectura|اقليم|عماله)\s+(?:(?:de|du|of|del)\s+|d')?/u;

/** The keys of a place's name, with and without "Province de" and a leading article. */
function provinceKeys(name: string): string[] {
  const bare = placeKey(searchKey(name).replace(designation, ''));
  return [placeKey(name), bare, bare.replace(/^(?:al|el|ال)/u, '')];
}

/** Finds a province by its code, its labels and its other usual names: `Tanger`, `Tangiers`, `Province de Tétouan`. */
export function provinceFinder<T extends Labelled>(items: readonly T[]): FindItem<T> {
  return finderBy(
    items,
    (item) => [...namesOf(item), ...otherProvinceNames(item.code)],
    provinceKeys,
  );
}

const styles = ['long', 'short'] as const;
const countryNames = langs.flatMap((lang) =>
  styles.map((style) => new Intl.DisplayNames(lang, { type: 'region', style })),
);

/** Finds a country by its code, its labels and its names in Unicode's data: `USA`, `UK`. */
export function countryFinder<T extends Labelled>(items: readonly T[]): FindItem<T> {
  return finderBy(
    items,
    (item) => [...namesOf(item), ...countryNames.flatMap((names) => names.of(item.code) ?? [])],
    (text) => [placeKey(text)],
  );
}
