// Shared parts of the packages' vitest configurations. Plain JavaScript: Node reads it without transformation.
import path from 'node:path';

/** Tag of long tests for code that few changes touch: only `npm test -- --all` runs them. */
export const slow = {
  name: 'slow',
  description: 'takes many seconds, and few changes touch what it proves',
};

/** Tag of tests that take minutes: `npm test -- --long` runs them, `npm test -- --all` does not. */
export const long = {
  name: 'long',
  description: 'takes minutes: builds the images, or sends very many random calls',
};

/** Long timeouts: a busy machine must not fail tests; only hanging ones end. */
export const patient = { testTimeout: 300_000, hookTimeout: 300_000, tags: [slow, long] };

/** For tests with databases: one PostgreSQL for the run; see src/testing. */
export const withDatabase = {
  ...patient,
  globalSetup: [path.join(import.meta.dirname, 'src/testing/global-setup.ts')],
};
