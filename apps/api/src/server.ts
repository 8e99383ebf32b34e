import { createServer } from 'node:http';

import { createApp } from './app.ts';
import { startBackground } from './background.ts';
import { warmUpReports } from './modules/simulations/index.ts';
import { keepUploads } from './platform/jobs/housekeeping.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { serveMetrics } from './platform/metrics/metrics-server.ts';
import { openDeps } from './platform/program/open-deps.ts';
import { runProgram, settingsOrExit } from './platform/program/program.ts';
import { listen, drainOnSignals } from './platform/program/serve.ts';
import { settingsDoubts } from './platform/settings/settings-doubts.ts';
import { refuseDemoAccounts } from './platform/program/start-checks.ts';
import { tracingOf } from './platform/tracing/open-tracing.ts';

async function main(): Promise<void> {
  const settings = settingsOrExit();
  // For what migrates and fills the database before: wrong settings touch nothing.
  if (process.argv.includes('--check-settings')) return;
  const isWorking = settings.jobs === 'here';
  const opened = await openDeps(settings, { isListening: true, isMailHeld: !isWorking });
  const { deps, close } = opened;
  const { log } = deps;
  let isDraining = false;
  if (settings.production) await refuseDemoAccounts(deps.db);
  const tracing = await tracingOf(settings, 'wasl-server', log);
  const metrics = settings.metrics === null ? null : createMetrics(opened);
  const server = createServer(
    createApp(deps, {
      isDraining: () => isDraining,
      tracing,
      ...(metrics === null ? {} : { callEnded: metrics.callEnded }),
    }),
  );
  const port = await listen(server, settings);
  if (metrics !== null && settings.metrics !== null)
    await serveMetrics(metrics, settings.metrics, log);
  const stopBackground = isWorking ? startBackground(opened, tracing) : () => Promise.resolve();
  const stopUploads = keepUploads(deps);
  drainOnSignals(server, {
    log,
    delaySeconds: settings.stopDelaySeconds,
    unready: () => {
      isDraining = true;
    },
    begin: () => {
      stopUploads();
      // Pages that are open would be waited for: they come back to another process.
      deps.changes.close();
    },
    close: async () => {
      await stopBackground();
      await close();
      await tracing?.close();
    },
  });
  for (const event of settingsDoubts(settings)) log.warn({ event });
  deps.storeKeeper.keep().catch((error: unknown) => {
    log.warn({ event: 'store of files not looked at', err: error });
  });
  if (settings.warmsUp) {
    warmUpReports(deps).catch((error: unknown) => {
      if (!isDraining) log.warn({ event: 'reports not warmed up', err: error });
    });
  }
  log.info({ event: 'listening', host: settings.host, port, publicUrl: settings.publicUrl });
}

runProgram(main);
