import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { ruleSetSchema } from '@wasl/premium/schema';

import { localized } from '../platform/i18n/localized.ts';
import type { Db } from '../platform/database/db.ts';
import { jsonByEntry } from './json-by-entry.ts';
import { localizedColumns, journeysAsFiles, organisationsAsFiles } from './read-back.ts';
import type { SeedFiles } from './read-seed-files.ts';
import { sharedItems, type SharedItem } from './shared-items.repository.ts';
import { storedRuleSets } from './rule-set-plan.ts';
import type { SeedList, SeedListItem, SeedPlace } from './seed-files.schema.ts';

const wordsOf = (row: SharedItem): SeedListItem['libelle'] =>
  localizedColumns(localized('libelle', row));

/** The stored items of a list with its own items, in order. Figures stay in the rule sets. */
function listAsFile(list: SeedList, rows: readonly SharedItem[]): SeedList {
  if (!('items' in list)) return list;
  const before = new Map(list.items.map((item) => [item.code, item]));
  const stored = rows.map((row): SeedListItem => {
    const string_1 = list.figures === undefined ? row.string_1 : before.get(row.code)?.string_1;
    return {
      code: row.code,
      libelle: wordsOf(row),
      ...(row.descriptionFr === null
        ? {}
        : {
            description: localizedColumns({
              ...localized('description', row),
              fr: row.descriptionFr,
            }),
          }),
      ...(typeof string_1 === 'string' ? { string_1 } : {}),
      ...(row.days === null ? {} : { days: row.days }),
    };
  });
  const codes = new Set(rows.map(({ code }) => code));
  // A label may precede the rule set that needs it, so it is in no list yet.
  const early = list.figures === undefined ? [] : list.items.filter(({ code }) => !codes.has(code));
  return { ...list, items: [...stored, ...early] };
}

/** The places with their stored labels; members that lists do not have stay. */
function placesAsFile(
  places: readonly SeedPlace[],
  rows: readonly SharedItem[],
): { items: SeedPlace[] } {
  const labels = new Map(rows.map((row) => [row.code, wordsOf(row)]));
  return {
    items: places.map((place) => ({ ...place, libelle: labels.get(place.code) ?? place.libelle })),
  };
}

/**
 * Exports the reference data as seed files into a new folder, for `seed --dir`. Seeding from it changes
 * nothing. Proposed services, which await an administrator, are not exported.
 * @param files current seed files, for data outside of lists: figures of a list, kinds of places
 * @returns how many files
 * @throws when the folder exists
 */
export async function exportReference(db: Db, files: SeedFiles, folder: string): Promise<number> {
  await mkdir(folder);
  let count = 0;
  const write = async (name: string, schema: string, content: object): Promise<void> => {
    const file = path.join(folder, 'reference', name);
    await mkdir(path.dirname(file), { recursive: true });
    const whole = { $schema: `../../schemas/${schema}.schema.json`, ...content };
    await writeFile(file, `${jsonByEntry(whole)}\n`, { flag: 'wx' });
    count += 1;
  };
  const items = await sharedItems(db);
  const rowsOf = (parent: string): SharedItem[] => items.filter((row) => row.parent === parent);
  for (const list of files.lists)
    await write(`lists/${list.parent}.json`, 'list', listAsFile(list, rowsOf(list.parent)));
  await write('places/regions.json', 'places', placesAsFile(files.regions, rowsOf('REGION')));
  await write('places/provinces.json', 'places', placesAsFile(files.provinces, rowsOf('PROVINCE')));
  await write('places/communes.json', 'places', placesAsFile(files.communes, rowsOf('COMMUNE')));
  for (const { ruleSet } of await storedRuleSets(db)) {
    const { scheme, version } = ruleSet;
    await write(
      `premium/${scheme}-${version}.json`,
      `rules-${scheme}`,
      ruleSetSchema.parse(ruleSet),
    );
  }
  for (const [slug, organisation] of await organisationsAsFiles(db, 'shared'))
    await write(`organisations/${slug}.json`, 'organisation', organisation);
  for (const [slug, journey] of await journeysAsFiles(db))
    await write(`journeys/${slug}.json`, 'journey', journey);
  return count;
}
