import { withDatabase } from '@wasl/tooling/vitest';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'api',
    // Every test file creates its own app. Reloading the server's code for each of a hundred files takes longer than
    // some of them.
    isolate: false,
    ...withDatabase,
    globalSetup: [...withDatabase.globalSetup, 'bundle-threads.mjs'],
    setupFiles: ['src/testing/setup.ts'],
  },
});
