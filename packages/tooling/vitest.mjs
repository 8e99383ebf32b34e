// What the packages' vitest configurations share. Plain JavaScript: Node reads it before anything is transformed.
import path from 'node:path';

/** A busy machine is no fault of the code: only what hangs is ended. */
export const patient = { testTimeout: 300_000, hookTimeout: 300_000 };

/** For tests that need databases: one PostgreSQL for the run; see src/testing. */
export const withDatabase = {
  ...patient,
  globalSetup: [path.join(import.meta.dirname, 'src/testing/global-setup.ts')],
};
