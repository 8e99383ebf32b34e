import { availableParallelism } from 'node:os';

import { defineConfig } from '@playwright/test';
import { installedBrowser } from '@wasl/tooling/browser';

import type { WorkerFixtures } from './src/server.ts';

const browser = installedBrowser();
const namesLocale = ['LC_ALL', 'LC_CTYPE', 'LANG'].some((name) => (process.env[name] ?? '') !== '');

/** Real-browser stories; each worker has a portal of its own (src/server.ts). */
export default defineConfig<object, WorkerFixtures>({
  testDir: 'src',
  testMatch: '**/*.spec.ts',
  globalSetup: './src/global-setup.ts',
  outputDir: 'test-results',
  // One more than there are processors: a story waits half of its time for its page.
  workers: Number(process.env.E2E_WORKERS ?? availableParallelism() + 1),
  fullyParallel: false,
  retries: 0,
  // A busy machine is no fault of the code: only what hangs is ended.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  projects: [
    { name: 'usual' },
    // The main job near the floor that the README names. npm has this browser for Linux on x64 only.
    ...(process.platform === 'linux' && process.arch === 'x64'
      ? [{ name: 'old', testMatch: 'story.spec.ts', use: { pinnedBrowser: 'old-chromium' } }]
      : []),
  ],
  use: {
    browserName: 'chromium',
    locale: 'fr-FR',
    // What is kept for a page without a line answers before a story can; offline.spec.ts is about it.
    serviceWorkers: 'block',
    timezoneId: 'Africa/Casablanca',
    // A record of every story costs 40 % of the processor; one story is recorded with `--trace=on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Frames of animations cost too; story.spec.ts has them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // Without one here, the global set-up fetches one and names it in CHROMIUM_PATH before the workers read this.
      ...(browser !== undefined && { executablePath: browser }),
      // Without a locale Chromium gives downloads no names with accents.
      ...(namesLocale ? {} : { env: { ...process.env, LC_ALL: 'C.UTF-8' } }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page of a story lives too briefly to earn its scripts' optimised form (28 % of the renderers' processor), and
        // threads beside its own have no processor to run on (6 to 18 % of Chromium's).
        '--js-flags=--no-opt --no-maglev --single-threaded',
      ],
    },
  },
});
