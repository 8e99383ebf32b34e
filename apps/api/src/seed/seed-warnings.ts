import type { ReadFiles } from './seed-files.schema.ts';
import type { SeedTexts } from './seed-text.ts';

const someArabic = /\p{Script=Arabic}/u;
const latinWord = /\p{Script=Latin}{2}/u;

/** Paths of texts under `ar` that have Latin words and no Arabic letter. */
function latinInArabic(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value === 'string') {
    const isMeant = path.at(-1) !== 'ar' || someArabic.test(value) || !latinWord.test(value);
    return isMeant ? [] : [[...path]];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => latinInArabic(member, [...path, name]));
}

/** Warnings about valid but probably unintended contents. */
export function seedWarnings(files: ReadFiles, texts: Pick<SeedTexts, 'sentence'>): string[] {
  const warnings: string[] = [];
  const warn = (file: string, path: readonly string[], message: string): void => {
    warnings.push(texts.sentence({ file, path }, message));
  };
  const all: [string, unknown][] = [
    ...files.lists.map((list): [string, unknown] => [`lists/${list.parent}.json`, list]),
    ['places/regions.json', { items: files.regions }],
    ['places/provinces.json', { items: files.provinces }],
    ['places/communes.json', { items: files.communes }],
    ...files.organisations.map((one): [string, unknown] => [`organisations/${one.slug}.json`, one]),
    ...files.journeys.map((one): [string, unknown] => [`journeys/${one.slug}.json`, one]),
  ];
  for (const [file, value] of all) {
    for (const path of latinInArabic(value)) {
      warn(file, path, 'has Latin letters and no Arabic ones: is it the Arabic text?');
    }
  }
  const servicesOf = new Map(files.organisations.map((one) => [one.slug, one.services]));
  for (const { slug, tasks } of files.journeys) {
    const file = `journeys/${slug}.json`;
    tasks.forEach(({ title, partner, runsInParallel }, index) => {
      const path = ['tasks', String(index)];
      if (index === 0 && runsInParallel === true) {
        warn(file, [...path, 'runsInParallel'], 'the first task has none before it to run beside');
      }
      if (servicesOf.get(partner)?.includes(title) === false) {
        warn(file, [...path, 'partner'], `${partner} does not offer ${title} in its own file`);
      }
    });
  }
  return warnings;
}
