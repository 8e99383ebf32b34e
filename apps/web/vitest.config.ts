import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

import { themeCss } from './build/theme-css.ts';

export default defineConfig({
  plugins: [react(), themeCss()],
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
    setupFiles: ['src/testing/setup.ts'],
    css: false,
  },
});
