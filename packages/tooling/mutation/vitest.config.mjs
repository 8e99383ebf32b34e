import fs from 'node:fs';

import { loadConfigFromFile } from 'vite';

import { QuickestFirst } from './quickest-first.mjs';

const parts = JSON.parse(fs.readFileSync(new URL('parts.json', import.meta.url), 'utf8'));

// The package's own configuration, restricted to the part's tests. The working folder is Stryker's copy of the package.
const part = parts[process.env.MUTATION_PART ?? ''];
if (part === undefined) throw new Error('MUTATION_PART names no part');
const own = await loadConfigFromFile({ command: 'serve', mode: 'test' }, 'vitest.config.ts');
if (own === null) throw new Error('there is no vitest.config.ts here');

export default {
  ...own.config,
  test: {
    ...own.config.test,
    // Reloading files for every mutant takes several times as long. Code that runs once on import is tested separately
    // (src/mutate-read-once.ts).
    isolate: false,
    include: part.tests,
    setupFiles: [own.config.test?.setupFiles ?? [], part.setup ?? []].flat(),
    sequence: { sequencer: QuickestFirst },
  },
};
