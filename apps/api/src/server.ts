import { createServer } from 'node:http';

import { createApp } from './app.ts';
import { startBackground } from './background.ts';
import { warmUpReports } from './modules/simulations/index.ts';
import { sweepUploadsHourly } from './platform/jobs/housekeeping.ts';
import { openDeps } from './platform/program/open-deps.ts';
import { configurePlugins } from './platform/program/plugin.ts';
import { runProgram, settingsOrExit } from './platform/program/program.ts';
import { listen, drainOnSignals } from './platform/program/serve.ts';
import { settingsDoubts } from './platform/settings/settings-doubts.ts';
import { refuseDemoAccounts, refuseUnmigrated } from './platform/program/start-checks.ts';
import * as plugins from './plugins/index.ts';

async function main(): Promise<void> {
  const settings = settingsOrExit(plugins);
  // For scripts that migrate and seed next: invalid settings change nothing.
  if (process.argv.includes('--check-settings')) return;
  const isWorking = settings.jobs === 'here';
  const configured = configurePlugins(plugins, process.env);
  const opened = await openDeps(settings, {
    isListening: true,
    isMailPaused: !isWorking,
    plugins: configured,
  });
  const { deps, close } = opened;
  const { log } = deps;
  let isDraining = false;
  await refuseUnmigrated(deps.pool);
  if (settings.production) await refuseDemoAccounts(deps.db);
  const running = await configured.start(opened, 'server');
  const { observer } = running;
  const server = createServer(
    createApp(deps, { isDraining: () => isDraining, observer, plugins: configured }),
  );
  const port = await listen(server, settings);
  const stopBackground = isWorking
    ? startBackground(opened, observer, configured)
    : () => Promise.resolve();
  const stopUploads = sweepUploadsHourly(deps);
  drainOnSignals(server, {
    log,
    delaySeconds: settings.stopDelaySeconds,
    unready: () => {
      isDraining = true;
    },
    begin: () => {
      stopUploads();
      // The drain would wait for open streams. Their pages reconnect to another process.
      deps.changes.close();
    },
    close: async () => {
      await stopBackground();
      await close();
      await running.close();
    },
  });
  for (const reason of [...settingsDoubts(settings), ...configured.doubts(settings)])
    log.warn({ event: 'settings.doubtful', reason });
  deps.storeOwnership.keep().catch((error: unknown) => {
    log.warn({ event: 'storage.check_failed', err: error });
  });
  if (settings.warmsUp) {
    warmUpReports(deps).catch((error: unknown) => {
      if (!isDraining) log.warn({ event: 'report.warm_up_failed', err: error });
    });
  }
  log.info({ event: 'server.listening', host: settings.host, port, publicUrl: settings.publicUrl });
}

runProgram(main);
