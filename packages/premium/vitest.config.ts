import { patient } from '@wasl/tooling/vitest';
import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'premium', isolate: false, ...patient } });
