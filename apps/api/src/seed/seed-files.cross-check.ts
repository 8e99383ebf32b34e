import { isDay } from '@wasl/contracts';

import { parseProposalRule, projectIdeaCodes, proposalLists } from '../modules/journeys/index.ts';
import { searchKey } from '../modules/reference/index.ts';
import { codesOfRuleSet } from './rule-set-checks.ts';
import { byLanguage, type FigureSource, type ReadFiles } from './seed-files.schema.ts';
import type { SeedTexts } from './seed-text.ts';

function repeated(values: readonly string[]): { value: string; index: number }[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    if (seen.has(value)) return [{ value, index }];
    seen.add(value);
    return [];
  });
}

/** Whether the text is a yearly day, `MM-DD`, or a single day, `YYYY-MM-DD`. */
function isHoliday(text: string): boolean {
  // 2024 is a leap year, so that 29 February is valid.
  return isDay(text.length === 5 ? `2024-${text}` : text);
}

type Report = (file: string, path: readonly (string | number)[], message: string) => void;

/** Codes of each list; undefined for an unreadable file, so that references to it cause no further faults. */
type Codes = ReadonlyMap<string, ReadonlySet<string>>;

/** Members of an object that may have any form; none of another value. */
const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

interface CheckedFile {
  readonly file: string;
  readonly value: unknown;
}

/** The files of a folder, valid ones first. Of invalid ones, each member may have any form. */
function filesIn(
  folder: string,
  valid: readonly { readonly slug: string }[],
  { invalid }: SeedTexts,
): CheckedFile[] {
  return [
    ...valid.map((value) => ({ file: `${folder}/${value.slug}.json`, value })),
    ...[...invalid]
      .filter(([file]) => file.startsWith(`${folder}/`))
      .map(([file, value]) => ({ file, value })),
  ];
}

function listFaults({ lists }: ReadFiles, report: Report): void {
  for (const list of lists) {
    if ('labelsOf' in list) continue;
    const file = `lists/${list.parent}.json`;
    list.items.forEach(({ days, string_1 }, index) => {
      if (days !== undefined && list.parent !== 'SERVICE')
        report(file, ['items', index, 'days'], 'only a SERVICE has days');
      if (list.parent === 'JOURS_FERIES' && !isHoliday(string_1 ?? ''))
        report(file, ['items', index, 'string_1'], 'is no day MM-DD or YYYY-MM-DD');
    });
    for (const { value, index } of repeated(list.items.map((item) => item.code))) {
      report(file, ['items', index, 'code'], `the code ${value} is there twice`);
    }
    for (const { value, index } of repeated(list.items.map((item) => searchKey(item.libelle.fr)))) {
      report(file, ['items', index, 'libelle', 'fr'], `the label "${value}" is there twice`);
    }
  }
}

function placeFaults(files: ReadFiles, texts: SeedTexts, report: Report): void {
  const levels = [
    ['regions', files.regions, null],
    ['provinces', files.provinces, 'regions'],
    ['communes', files.communes, 'provinces'],
  ] as const;
  for (const [level, places, above] of levels) {
    const file = `places/${level}.json`;
    for (const { value, index } of repeated(places.map((place) => place.code))) {
      report(file, ['items', index, 'code'], `the code ${value} is there twice`);
    }
    if (above === null || texts.unread.has(`places/${above}.json`)) continue;
    const known = new Set(files[above].map((place) => place.code));
    places.forEach(({ code, parent }, index) => {
      if (parent === undefined || !known.has(parent)) {
        report(
          file,
          ['items', index, 'parent'],
          `${code}: its parent ${parent ?? '(none)'} is no place above it`,
        );
      }
    });
  }
}

/**
 * Checks each set, including future ones: a code without a place or a label would break the portal on its first day.
 */
function ruleSetFaults(files: ReadFiles, codesOf: Codes, report: Report): void {
  const labelsOf = new Map<FigureSource, Set<string>>();
  for (const list of files.lists) {
    if (list.figures === undefined) continue;
    const lists = labelsOf.get(list.figures) ?? new Set();
    labelsOf.set(list.figures, lists.add('labelsOf' in list ? list.labelsOf : list.parent));
  }
  for (const { file, ruleSet } of files.ruleSetFiles) {
    for (const [source, codes] of Object.entries(codesOfRuleSet(ruleSet))) {
      for (const parent of labelsOf.get(source as FigureSource) ?? []) {
        for (const { code, path } of codes) {
          if (codesOf.get(parent)?.has(code) === false)
            report(file, path, `${code} is no code of ${parent}`);
        }
      }
    }
  }
  const names = files.ruleSetFiles.map(({ ruleSet }) => `${ruleSet.scheme} ${ruleSet.version}`);
  for (const { value, index } of repeated(names)) {
    const other = files.ruleSetFiles[names.indexOf(value)]?.file ?? '';
    report(files.ruleSetFiles[index]?.file ?? '', ['version'], `${value} stands in ${other} too`);
  }
}

function organisationFaults(
  files: ReadFiles,
  texts: SeedTexts,
  codesOf: Codes,
  report: Report,
): void {
  const documentCodes = new Set(codesOf.get('DOCUMENT'));
  for (const { file, value } of filesIn('organisations', files.organisations, texts)) {
    const organisation = membersOf(value);
    const check = (path: readonly (string | number)[], parent: string, given: unknown): void => {
      const code = textOf(given);
      if (code !== null && codesOf.get(parent)?.has(code) === false)
        report(file, path, `${code} is no code of ${parent}`);
    };
    check(['category'], 'CATEGORIE_ORGANISME', organisation['category']);
    const links = [
      ['areas', 'SECTEUR_ACTIVITE'],
      ['supportTypes', 'TYPE_SUPPORT'],
      ['services', 'SERVICE'],
    ] as const;
    for (const [member, parent] of links) {
      entriesOf(organisation[member]).forEach((code, index) =>
        check([member, index], parent, code),
      );
    }
    entriesOf(organisation['documentTypes']).forEach((type, index) => {
      const code = textOf(membersOf(type)['code']);
      if (code === null) return;
      if (documentCodes.has(code))
        report(file, ['documentTypes', index, 'code'], `${code} is taken`);
      documentCodes.add(code);
    });
  }
  const fileAt = (index: number) => `organisations/${files.organisations[index]?.slug ?? ''}.json`;
  const titles = files.organisations.map((one) => searchKey(byLanguage(one.title).fr));
  for (const { value, index } of repeated(titles)) {
    const other = fileAt(titles.indexOf(value));
    report(fileAt(index), ['title'], `the title "${value}" is that of ${other} too`);
  }
  const [first, ...more] = files.organisations.filter((one) => one.isDefault === true);
  for (const { slug } of more) {
    report(`organisations/${slug}.json`, ['isDefault'], `${first?.slug ?? ''} is the default too`);
  }
}

function journeyFaults(files: ReadFiles, texts: SeedTexts, codesOf: Codes, report: Report): void {
  const slugs = new Set(files.organisations.map((one) => one.slug));
  for (const { file, value } of filesIn('journeys', files.journeys, texts)) {
    const journey = membersOf(value);
    entriesOf(journey['tasks']).forEach((task, index) => {
      const [title, partner] = ['title', 'partner'].map((name) => textOf(membersOf(task)[name]));
      if (typeof title === 'string' && codesOf.get('SERVICE')?.has(title) === false)
        report(file, ['tasks', index, 'title'], `${title} is no code of SERVICE`);
      if (
        typeof partner === 'string' &&
        !slugs.has(partner) &&
        !texts.unread.has(`organisations/${partner}.json`)
      )
        report(file, ['tasks', index, 'partner'], `${partner} is no organisation`);
    });
    entriesOf(journey['settings']).forEach((setting, index) => {
      const code = textOf(membersOf(setting)['code']);
      if (code !== null && codesOf.get('DOCUMENT')?.has(code) === false)
        report(file, ['settings', index, 'code'], `${code} is no code of DOCUMENT`);
    });
    const [start, end] = ['startDate', 'endDate'].map((name) => textOf(journey[name]));
    if (typeof start === 'string' && typeof end === 'string' && end < start)
      report(file, ['endDate'], 'is before startDate');
  }
}

/** Checks that proposals and the answer codes in their favour exist. */
function proposalFaults(files: ReadFiles, texts: SeedTexts, codesOf: Codes, report: Report): void {
  const list =
    files.lists.find(({ parent }) => parent === 'PROPOSITION') ??
    texts.invalid.get('lists/PROPOSITION.json');
  const slugs = new Set(files.journeys.map(({ slug }) => slug));
  const ideas: ReadonlySet<string> = new Set(Object.values(projectIdeaCodes));
  entriesOf(membersOf(list)['items']).forEach((item, index) => {
    const { string_1, description } = membersOf(item);
    const fault = (member: string, message: string): void => {
      report('lists/PROPOSITION.json', ['items', index, member], message);
    };
    if (description === undefined) fault('description', 'is missing: the need to begin with');
    const rule = parseProposalRule(textOf(string_1) ?? '');
    if (rule === null) {
      fault('string_1', 'is no proposal: journey:<slug> or service:<CODE>, then <answer>:<CODE>|…');
      return;
    }
    const { kind, name } = rule.target;
    if (kind === 'service' && codesOf.get('SERVICE')?.has(name) === false)
      fault('string_1', `${name} is no code of SERVICE`);
    if (kind === 'journey' && !slugs.has(name) && !texts.unread.has(`journeys/${name}.json`))
      fault('string_1', `${name} is no journey`);
    for (const { answer, codes } of rule.asks) {
      const parent = proposalLists[answer];
      const known = parent === null ? ideas : codesOf.get(parent);
      for (const code of codes) {
        if (known?.has(code) === false) fault('string_1', `${code} is no answer of ${answer}`);
      }
    }
  });
}

/** Faults across files and within lists: duplicate codes and labels, unknown references. */
export function crossFaults(files: ReadFiles, texts: SeedTexts): string[] {
  const faults: string[] = [];
  const report: Report = (file, path, message) => {
    faults.push(texts.sentence({ file, path: path.map(String) }, message));
  };
  const codesOf = new Map<string, Set<string>>();
  for (const list of files.lists) {
    if ('items' in list) codesOf.set(list.parent, new Set(list.items.map((item) => item.code)));
  }
  if (!texts.unread.has('places/provinces.json'))
    codesOf.set('PROVINCE', new Set(files.provinces.map((place) => place.code)));
  listFaults(files, report);
  placeFaults(files, texts, report);
  for (const list of files.lists) {
    if (!('labelsOf' in list) || codesOf.has(list.labelsOf)) continue;
    if (
      texts.unread.has(`lists/${list.labelsOf}.json`) ||
      texts.unread.has('places/provinces.json')
    )
      continue;
    report(`lists/${list.parent}.json`, ['labelsOf'], `${list.labelsOf} has no items of its own`);
  }
  ruleSetFaults(files, codesOf, report);
  organisationFaults(files, texts, codesOf, report);
  journeyFaults(files, texts, codesOf, report);
  proposalFaults(files, texts, codesOf, report);
  return [...new Set(faults)];
}
