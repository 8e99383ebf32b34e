import path from 'node:path';

// Run in the folder of the part (src/mutate.ts).
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
  // Beside what its tests took: a break that never ends costs so much.
  timeoutMS: 15_000,
  allowConsoleColors: false,
};
