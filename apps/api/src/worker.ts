import { startBackground } from './background.ts';
import { openDeps } from './platform/program/open-deps.ts';
import { configurePlugins } from './platform/program/plugin.ts';
import { runProgram, settingsOrExit } from './platform/program/program.ts';
import { endOnSignals } from './platform/program/serve.ts';
import { refuseDemoAccounts, refuseUnmigrated } from './platform/program/start-checks.ts';
import * as plugins from './plugins/index.ts';

/** Longer than any other timer; keeps the process alive without a server. */
const staysMs = 60 * 60 * 1000;

/** Runs the background work in a process that serves no calls. */
async function main(): Promise<void> {
  const settings = settingsOrExit(plugins);
  const configured = configurePlugins(plugins, process.env);
  const opened = await openDeps(settings, { isListening: true, plugins: configured });
  const { deps, close } = opened;
  const { log } = deps;
  await refuseUnmigrated(deps.pool);
  if (settings.production) await refuseDemoAccounts(deps.db);
  const running = await configured.start(opened, 'worker');
  const stopBackground = startBackground(opened, running.observer, configured);
  const stays = setInterval(() => undefined, staysMs);
  endOnSignals({
    log,
    end: async () => {
      clearInterval(stays);
      await stopBackground();
      await close();
      await running.close();
    },
  });
  log.info({ event: 'worker.running' });
}

runProgram(main);
