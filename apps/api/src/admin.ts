import { progressOn, runAdmin } from './admin/index.ts';
import { whichDatabase } from './platform/database/which-database.repository.ts';
import { createLogger } from './platform/program/logger.ts';
import { openDeps } from './platform/program/open-deps.ts';
import { configurePlugins, settingsWith } from './platform/program/plugin.ts';
import * as plugins from './plugins/index.ts';
import { runSeed } from './seed/index.ts';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const printFault = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

process.exitCode = await runAdmin({
  words: process.argv.slice(2),
  open: async () => {
    const settings = settingsWith(plugins, process.env);
    // The log goes to stderr, so that stdout contains only the answer. The server sends the mails within seconds.
    const log = createLogger(settings.logLevel, process.stderr);
    const opened = await openDeps(settings, {
      log,
      isMailPaused: true,
      plugins: configurePlugins(plugins, process.env),
    });
    printFault(await whichDatabase(opened.deps.db, settings.databaseUrl));
    return opened;
  },
  seed: async (options) =>
    await runSeed({ ...options, environment: process.env, print, printFault }),
  environment: process.env,
  plugins,
  showProgress: progressOn(process.stderr),
  print,
  printFault,
});
