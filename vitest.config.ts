import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';

import { long, slow } from './packages/tooling/vitest.mjs';

/**
 * All unit and integration tests, one project a package, each with a configuration of its own: `pnpm vitest run apps/api/src/modules/requests`
 * here and `pnpm vitest run src/modules/requests` in the package run one folder's tests, with their database.
 */
export default defineConfig({
  test: {
    tags: [slow, long],
    pool: 'forks',
    // One more than there are processors: some files wait for a database or a clock most of their time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      'packages/*/vitest.config.ts',
      'prisma/vitest.config.ts',
      'apps/{api,web}/vitest.config.ts',
    ],
  },
});
