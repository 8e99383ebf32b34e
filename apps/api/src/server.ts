import { createServer } from 'node:http';

import { createApp } from './app.ts';
import { eraseDueAccounts } from './modules/accounts/index.ts';
import { morningWork } from './modules/jobs/index.ts';
import { emptyDeletedRequests, reviewAttendance } from './modules/requests/index.ts';
import { warmUpReports } from './modules/simulations/index.ts';
import { publicStatisticsService } from './modules/statistics/index.ts';
import { readSettings, SettingsError, type Settings } from './platform/env.ts';
import { startHousekeeping } from './platform/jobs/housekeeping.ts';
import { openDeps } from './platform/open-deps.ts';
import { listen, drainOnSignals } from './platform/serve.ts';
import { settingsDoubts } from './platform/settings-doubts.ts';
import { refuseDemoAccounts, StartRefused } from './platform/start-checks.ts';

function settingsOrExit(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`Wasl cannot start: ${error.message}\n`);
    process.exit(1);
  }
}

async function main(): Promise<void> {
  const settings = settingsOrExit();
  // For what migrates and fills the database before: wrong settings touch nothing.
  if (process.argv.includes('--check-settings')) return;
  const { deps, sender, scanning, close } = await openDeps(settings, { isListening: true });
  const { log } = deps;
  let isDraining = false;
  if (settings.production) await refuseDemoAccounts(deps.db);
  const server = createServer(createApp(deps, { isDraining: () => isDraining }));
  const port = await listen(server, settings);
  sender.start();
  scanning?.start();
  // The figures of a portal that was away are there before its first hour is over.
  const keepFigures = () => publicStatisticsService(deps).keep();
  keepFigures().catch((error: unknown) => {
    log.warn({ event: 'daily figures not counted', err: error });
  });
  const stopHousekeeping = startHousekeeping(deps, [
    async () => {
      await eraseDueAccounts(deps);
      // After it: an agent who is gone may have been the last of the organisation.
      await reviewAttendance(deps);
    },
    keepFigures,
    () => emptyDeletedRequests(deps),
  ]);
  const morning = morningWork(deps);
  morning.start();
  drainOnSignals(server, {
    log,
    begin: () => {
      isDraining = true;
      stopHousekeeping();
    },
    close: async () => {
      await morning.stop();
      await close();
    },
  });
  for (const event of settingsDoubts(settings)) log.warn({ event });
  deps.storeKeeper.keep().catch((error: unknown) => {
    log.warn({ event: 'store of files not looked at', err: error });
  });
  warmUpReports(deps).catch((error: unknown) => {
    log.warn({ event: 'reports not warmed up', err: error });
  });
  log.info({ event: 'listening', host: settings.host, port, publicUrl: settings.publicUrl });
}

main().catch((error: unknown) => {
  const reason =
    error instanceof StartRefused
      ? error.message
      : `Wasl cannot start: ${error instanceof Error ? error.message : String(error)}`;
  process.stderr.write(`${reason}\n`);
  process.exit(1);
});
