import { defineConfig } from 'vitest/config';

import { withDatabase } from './vitest.mjs';

export default defineConfig({ test: { name: 'tooling', ...withDatabase } });
