import { withDatabase } from '@wasl/tooling/vitest';
import { defineConfig } from 'vitest/config';

/** Tests that need a real part beside PostgreSQL: `npm run proof:parts` starts it and runs them. */
export default defineConfig({
  test: {
    name: 'real-parts',
    ...withDatabase,
    include: ['*.proof.ts'],
    setupFiles: ['../../api/src/testing/setup.ts'],
    testTimeout: 600_000,
  },
});
