import { withDatabase } from '@wasl/tooling/vitest';
import { defineConfig } from 'vitest/config';

/** Tests with real services next to PostgreSQL: `npm run proof:parts` starts them and runs the tests. */
export default defineConfig({
  test: {
    name: 'real-parts',
    ...withDatabase,
    include: ['*.proof.ts'],
    setupFiles: ['../../api/src/testing/setup.ts'],
    testTimeout: 600_000,
  },
});
