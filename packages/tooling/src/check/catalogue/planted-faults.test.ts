import { beforeAll, describe, expect, it } from 'vitest';

import { repositoryRoot } from '../../paths.ts';
import { type Catalogue, type Language, LANGUAGES, readCatalogues } from './catalogues.ts';
import { compareLanguages } from './compare.ts';
import { type Mentions, readMentions, unusedKeys } from './usage.ts';

// Plants one fault in each kind of catalogue: the client's, the server's, the shared messages.

let catalogues: Catalogue[];
let mentions: Mentions;
beforeAll(async () => {
  catalogues = await readCatalogues(repositoryRoot);
  mentions = readMentions(repositoryRoot);
});

/** The catalogue with changed words in one language, or in all. */
function planted(
  catalogue: Catalogue,
  languages: readonly Language[],
  change: (words: Map<string, string>) => void,
): Catalogue {
  const words = { ...catalogue.words };
  for (const language of languages) {
    words[language] = new Map(words[language]);
    change(words[language]);
  }
  return { ...catalogue, words };
}

const isPlural = (key: string): boolean => /_(zero|one|two|few|many|other)$/.test(key);

describe('a fault planted in a real catalogue', () => {
  it('is searched in every catalogue', () => {
    const names = catalogues.map(({ name }) => name);
    expect(names).toContain('packages/contracts');
    for (const place of ['apps/web/src/i18n', 'apps/api/src']) {
      expect(names.filter((name) => name.startsWith(place)).length).toBeGreaterThan(2);
    }
  });

  it('is found when a key is missing', () => {
    for (const catalogue of catalogues) {
      const key = [...catalogue.words.fr.keys()].find((one) => !isPlural(one)) ?? '';
      for (const language of LANGUAGES.filter((one) => one !== 'fr')) {
        const faults = compareLanguages(
          planted(catalogue, [language], (words) => words.delete(key)),
        );
        expect(faults).toContain(`${catalogue.name} [${language}]: "${key}" is missing`);
      }
    }
  });

  it('is found when a placeholder differs', () => {
    let compared = 0;
    for (const catalogue of catalogues) {
      const withOne = [...catalogue.words.fr].find(
        ([key, word]) => !isPlural(key) && word.includes('{{'),
      );
      if (withOne === undefined) continue;
      compared += 1;
      const [key] = withOne;
      const faults = compareLanguages(
        planted(catalogue, ['ar'], (words) => words.set(key, 'بلا متغير {{other}}')),
      );
      expect(faults.join('\n')).toContain(`${catalogue.name} [ar]: "${key}" has {{other}}`);
    }
    expect(compared).toBeGreaterThan(10);
  });

  it('is found when a key is unused', () => {
    for (const catalogue of catalogues) {
      const surplus = planted(catalogue, LANGUAGES, (words) => words.set('zzPlantedWord', 'x'));
      expect(unusedKeys(surplus, mentions, [])).toContain(
        `${catalogue.name}: "zzPlantedWord" is used nowhere`,
      );
    }
  });
});
