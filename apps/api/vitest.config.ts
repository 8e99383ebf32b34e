import { withDatabase } from '@wasl/tooling/vitest';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'api', ...withDatabase, setupFiles: ['src/testing/setup.ts'] },
});
