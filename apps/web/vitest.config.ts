import react from '@vitejs/plugin-react';
import { patient } from '@wasl/tooling/vitest';
import { defineConfig } from 'vitest/config';

import { formShapes } from './build/form-shapes.ts';
import { themeCss } from './build/theme-css.ts';
import { wireTable } from './build/wire-table.ts';

export default defineConfig({
  plugins: [react(), themeCss(), wireTable(), formShapes()],
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
    setupFiles: ['src/testing/setup.ts'],
    css: false,
    // Loading the component library for each file takes longer than most tests. Requirement: no test replaces a whole
    // module (`vi.mock`).
    isolate: false,
    ...patient,
  },
});
