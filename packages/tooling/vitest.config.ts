import fs from 'node:fs';
import path from 'node:path';

import { defineConfig } from 'vitest/config';

const root = path.resolve(import.meta.dirname, '../..');
const folder = (name: string): string => path.join(root, name);

/** A file that a package may have; vitest refuses one that is not there. */
const ifThere = (file: string): string[] => (fs.existsSync(file) ? [file] : []);

/** One PostgreSQL for the run; see src/testing. */
const withDatabase = path.join(import.meta.dirname, 'src/testing/global-setup.ts');

/** A busy machine is no fault of the code: only what hangs is ended. */
const patient = { testTimeout: 300_000, hookTimeout: 300_000 };

/**
 * All unit and integration tests, one project per package:
 * `vitest run --config packages/tooling/vitest.config.ts --project api requests`.
 */
export default defineConfig({
  root,
  test: {
    pool: 'forks',
    maxWorkers: 2,
    reporters: ['default'],
    projects: [
      { test: { name: 'premium', root: folder('packages/premium') } },
      { test: { name: 'contracts', root: folder('packages/contracts') } },
      {
        test: {
          name: 'db',
          root: folder('prisma'),
          globalSetup: [withDatabase],
          ...patient,
        },
      },
      {
        test: {
          name: 'tooling',
          root: folder('packages/tooling'),
          globalSetup: [withDatabase],
          ...patient,
        },
      },
      {
        test: {
          name: 'api',
          root: folder('apps/api'),
          globalSetup: [withDatabase],
          setupFiles: ifThere(folder('apps/api/src/testing/setup.ts')),
          ...patient,
        },
      },
      'apps/web/vitest.config.ts',
    ],
  },
});
