import fs from 'node:fs';
import path from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { repositoryRoot } from '../../paths.ts';
import { type Catalogue, LANGUAGES, readCatalogues } from './catalogues.ts';
import { quotedMessages, withoutNames } from './specification-words.ts';

let catalogues: Catalogue[];
beforeAll(async () => {
  catalogues = await readCatalogues(repositoryRoot);
});

describe('the texts that the specification quotes', () => {
  it.each(quotedMessages)('%s: “%s” is in the French catalogues', (_section, word) => {
    const places = catalogues.flatMap(({ words }) =>
      [...words.fr.values()].filter((value) => withoutNames(value) === word),
    );
    expect(places).not.toEqual([]);
  });

  it.each(quotedMessages)(
    '%s: “%s” has a distinct translation in each language',
    (_section, word) => {
      for (const { name, words } of catalogues) {
        for (const [key, value] of words.fr) {
          if (withoutNames(value) !== word) continue;
          const texts = LANGUAGES.map((language) => words[language].get(key));
          expect([name, key, new Set(texts).size, texts.includes(undefined)]).toEqual([
            name,
            key,
            LANGUAGES.length,
            false,
          ]);
        }
      }
    },
  );
});

describe('a message that names a status', () => {
  it('uses the label of the list of statuses, in every language', () => {
    const file = 'prisma/seed/reference/lists/PROCESSING_STEP_STATUS.json';
    const { items } = JSON.parse(fs.readFileSync(path.join(repositoryRoot, file), 'utf8')) as {
      items: { code: string; libelle: Record<string, string> }[];
    };
    const processed = items.find(({ code }) => code === 'PROCESSED')?.libelle ?? {};
    const shared = catalogues.find(({ namespace }) => namespace === 'words');
    for (const language of LANGUAGES) {
      const message = shared?.words[language].get('validation.percentProcessed') ?? '';
      expect(message).toContain(processed[language]);
    }
  });
});
