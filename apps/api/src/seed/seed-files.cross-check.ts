import { isDay } from '@wasl/contracts';

import type { SeedFiles } from './read-seed-files.ts';
import { searchKey } from '../modules/reference/index.ts';
import { byLanguage } from './seed-files.schema.ts';

/** What comes twice in a list. */
function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const value of values) {
    if (seen.has(value)) twice.add(value);
    seen.add(value);
  }
  return [...twice];
}

/** Whether the text is a day of every year, `MM-DD`, or of one, `YYYY-MM-DD`. */
function isHoliday(text: string): boolean {
  // Of a leap year, so that the 29th of February is one.
  return isDay(text.length === 5 ? `2024-${text}` : text);
}

/** Faults between files and within a list: codes and labels there twice, names that lead nowhere. */
export function crossFaults(files: SeedFiles): string[] {
  const faults: string[] = [];
  const codesOf = new Map<string, Set<string>>();
  for (const list of files.lists) {
    const name = `lists/${list.parent}.json`;
    if ('labelsOf' in list) continue;
    const codes = list.items.map((item) => item.code);
    for (const { code, days, string_1 } of list.items) {
      if (days !== undefined && list.parent !== 'SERVICE')
        faults.push(`${name}: ${code}: only a SERVICE has days`);
      if (list.parent === 'JOURS_FERIES' && !isHoliday(string_1 ?? ''))
        faults.push(`${name}: ${code}: string_1 is no day MM-DD or YYYY-MM-DD`);
    }
    codesOf.set(list.parent, new Set(codes));
    for (const code of repeated(codes)) faults.push(`${name}: the code ${code} is there twice`);
    for (const label of repeated(list.items.map((item) => searchKey(item.libelle.fr)))) {
      faults.push(`${name}: the French label "${label}" is there twice`);
    }
  }

  const placeLevels = [
    ['regions', files.regions, null],
    ['provinces', files.provinces, files.regions],
    ['communes', files.communes, files.provinces],
  ] as const;
  for (const [level, places, parents] of placeLevels) {
    const name = `places/${level}.json`;
    for (const code of repeated(places.map((place) => place.code))) {
      faults.push(`${name}: the code ${code} is there twice`);
    }
    if (parents === null) continue;
    const known = new Set(parents.map((place) => place.code));
    for (const { code, parent } of places) {
      if (parent === undefined || !known.has(parent)) {
        faults.push(`${name}: ${code}: its parent ${parent ?? '(none)'} is no place above it`);
      }
    }
  }
  codesOf.set('PROVINCE', new Set(files.provinces.map((place) => place.code)));
  for (const list of files.lists) {
    if ('labelsOf' in list && !codesOf.has(list.labelsOf)) {
      faults.push(`lists/${list.parent}.json: labelsOf: ${list.labelsOf} has no items of its own`);
    }
  }
  for (const version of repeated(files.ruleSets.map((set) => `${set.scheme} ${set.version}`))) {
    faults.push(`premium: two files hold the rule set ${version}`);
  }

  const check = (name: string, member: string, parent: string, codes: readonly string[]): void => {
    for (const code of codes) {
      if (codesOf.get(parent)?.has(code) !== true) {
        faults.push(`${name}: ${member}: ${code} is no code of ${parent}`);
      }
    }
  };
  const documentCodes = new Set(codesOf.get('DOCUMENT'));
  for (const organisation of files.organisations) {
    const name = `organisations/${organisation.slug}.json`;
    check(
      name,
      'category',
      'CATEGORIE_ORGANISME',
      organisation.category === null ? [] : [organisation.category],
    );
    check(name, 'areas', 'SECTEUR_ACTIVITE', organisation.areas);
    check(name, 'supportTypes', 'TYPE_SUPPORT', organisation.supportTypes);
    check(name, 'services', 'SERVICE', organisation.services);
    for (const { code } of organisation.documentTypes) {
      if (documentCodes.has(code)) faults.push(`${name}: documentTypes: ${code} is taken`);
      documentCodes.add(code);
    }
  }
  for (const title of repeated(
    files.organisations.map((one) => searchKey(byLanguage(one.title).fr)),
  )) {
    faults.push(`organisations: two files have the title "${title}"`);
  }
  const defaults = files.organisations.filter((one) => one.isDefault === true);
  if (defaults.length > 1) {
    faults.push(
      `organisations: ${defaults.map((one) => one.slug).join(' and ')} are both isDefault`,
    );
  }

  const slugs = new Set(files.organisations.map((one) => one.slug));
  for (const journey of files.journeys) {
    const name = `journeys/${journey.slug}.json`;
    journey.tasks.forEach((task, index) => {
      check(name, `tasks.${String(index)}.title`, 'SERVICE', [task.title]);
      if (!slugs.has(task.partner)) {
        faults.push(`${name}: tasks.${String(index)}.partner: ${task.partner} is no organisation`);
      }
    });
    if (
      journey.startDate !== null &&
      journey.endDate !== null &&
      journey.endDate < journey.startDate
    ) {
      faults.push(`${name}: endDate: is before startDate`);
    }
  }
  return faults;
}
