import { withDatabase } from '@wasl/tooling/vitest';
import { defineConfig } from 'vitest/config';

/** Tests that need a real part beside PostgreSQL: `npm run proof:parts` starts it and runs them. */
export default defineConfig({
  test: {
    name: 'proof',
    ...withDatabase,
    include: ['src/proof/*.proof.ts'],
    setupFiles: ['src/testing/setup.ts'],
  },
});
