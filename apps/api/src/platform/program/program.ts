import { SettingsError, type Settings } from '../settings/env.ts';
import { settingsWith, type Plugins } from './plugin.ts';
import { StartRefused } from './start-checks.ts';

/** Reads the settings of the environment. Prints the faults and ends the process when they are invalid. */
export function settingsOrExit(plugins: Plugins): Settings {
  try {
    return settingsWith(plugins, process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`Wasl cannot start: ${error.message}\n`);
    process.exit(1);
  }
}

/** Runs a long-lived program. Prints the reason and ends the process when it cannot start. */
export function runProgram(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    const reason =
      error instanceof StartRefused
        ? error.message
        : `Wasl cannot start: ${error instanceof Error ? error.message : String(error)}`;
    process.stderr.write(`${reason}\n`);
    process.exit(1);
  });
}
