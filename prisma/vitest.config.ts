import { defineConfig } from 'vitest/config';

import { withDatabase } from '../packages/tooling/vitest.mjs';

export default defineConfig({ test: { name: 'db', ...withDatabase } });
