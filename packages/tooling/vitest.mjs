// What the packages' vitest configurations share. Plain JavaScript: Node reads it before anything is transformed.
import path from 'node:path';

/** The tag of tests that take long and prove what few changes touch: `npm test` leaves them to `npm test -- --all`. */
export const slow = {
  name: 'slow',
  description: 'takes many seconds, and few changes touch what it proves',
};

/** The tag of tests that take minutes: `npm test -- --long` runs them, `npm test -- --all` does not. */
export const long = {
  name: 'long',
  description: 'takes minutes: builds the images, or sends very many random calls',
};

/** A busy machine is no fault of the code: only what hangs is ended. */
export const patient = { testTimeout: 300_000, hookTimeout: 300_000, tags: [slow, long] };

/** For tests that need databases: one PostgreSQL for the run; see src/testing. */
export const withDatabase = {
  ...patient,
  globalSetup: [path.join(import.meta.dirname, 'src/testing/global-setup.ts')],
};
