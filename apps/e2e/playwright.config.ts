import { availableParallelism } from 'node:os';

import { defineConfig } from '@playwright/test';
import { installedBrowser } from '@wasl/tooling/browser';

import type { WorkerFixtures } from './src/server.ts';

const browser = installedBrowser();
const namesLocale = ['LC_ALL', 'LC_CTYPE', 'LANG'].some((name) => (process.env[name] ?? '') !== '');

/** Real-browser stories; each worker has its own portal (src/server.ts). */
export default defineConfig<object, WorkerFixtures>({
  testDir: 'src',
  testMatch: '**/*.spec.ts',
  globalSetup: './src/global-setup.ts',
  outputDir: 'test-results',
  // One more than there are processors, because a story waits half of its time for its page.
  workers: Number(process.env.E2E_WORKERS ?? availableParallelism() + 1),
  fullyParallel: false,
  retries: 0,
  // Long limits: only a hanging test ends, not one on a busy machine.
  timeout: 300_000,
  expect: {
    timeout: 60_000,
    // The only pictures that stories compare are those of link previews.
    toHaveScreenshot: { pathTemplate: '../web/public/previews/{arg}{ext}' },
  },
  projects: [
    { name: 'usual' },
    // The main journey near the oldest supported browser (README). npm has this browser for Linux on x64 only.
    ...(process.platform === 'linux' && process.arch === 'x64'
      ? [{ name: 'old', testMatch: 'story.spec.ts', use: { pinnedBrowser: 'old-chromium' } }]
      : []),
  ],
  use: {
    browserName: 'chromium',
    locale: 'fr-FR',
    // The service worker would answer before a story can; offline.spec.ts tests it.
    serviceWorkers: 'block',
    timezoneId: 'Africa/Casablanca',
    // A hanging press then names its element; the limit of the whole test does not.
    actionTimeout: 120_000,
    // Traces cost 40 % of the processor time; `--trace=on` records one story.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Animation frames cost processor time; story.spec.ts has animations.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // Without one here, the global set-up downloads one and sets CHROMIUM_PATH before the workers read this.
      ...(browser !== undefined && { executablePath: browser }),
      // Without a UTF-8 locale Chromium drops accents from names of downloads.
      ...(namesLocale ? {} : { env: { ...process.env, LC_ALL: 'C.UTF-8' } }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A story's page is too short-lived for optimised scripts (28 % of the renderers' processor time). Extra
        // threads have no free processor (6 to 18 % of Chromium's).
        '--js-flags=--no-opt --no-maglev --single-threaded',
      ],
    },
  },
});
