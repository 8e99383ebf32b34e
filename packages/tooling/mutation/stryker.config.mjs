import path from 'node:path';

// Runs in the folder of the part (src/mutate.ts).
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  // In place: tests read files of other packages. Commit before; after a kill, `git checkout .`.
  inPlace: true,
  tempDirName: '.cache/stryker',
  cleanTempDir: 'always',
  coverageAnalysis: 'perTest',
  vitest: { configFile: path.join(import.meta.dirname, 'vitest.config.mjs'), related: false },
  reporters: ['clear-text', 'json', 'progress-append-only'],
  jsonReporter: { fileName: '.cache/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, allowEmojis: false },
  concurrency: 2,
  // Added to the duration of the tests: the cost of a mutant that never ends.
  timeoutMS: 15_000,
  allowConsoleColors: false,
};
