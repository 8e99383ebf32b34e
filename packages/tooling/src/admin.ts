import path from 'node:path';

import { turbo } from './build.ts';
import { migrate, migrationUrl } from './migrate.ts';
import { repositoryRoot } from './paths.ts';
import { runNode } from './run.ts';
import { openDatabase } from './start/database.ts';
import { serverEnvironment } from './start/index.ts';
import type { StopSignal } from './stop-signal.ts';

/** `npm run admin -- migrate`: the migrations alone, for a deployment that starts the server itself. */
async function runMigrations(): Promise<number> {
  const database = await openDatabase('visit');
  try {
    const applied = await migrate(migrationUrl(database.url));
    if (applied.length === 0) console.log('The database is at the newest migration already.');
    else console.log(`Applied: ${applied.join(', ')}.`);
    return 0;
  } finally {
    await database.close();
  }
}

const isHelp = new Set(['help', '--help', '-h']);

/**
 * `npm run admin -- …`: the administrator's commands, beside a running copy or without one. Each of them applies
 * missing migrations first; `migrate` does nothing else.
 */
export async function runAdmin(commandArguments: string[], stop: StopSignal): Promise<number> {
  if (commandArguments.length === 1 && commandArguments[0] === 'migrate') {
    return await runMigrations();
  }
  await turbo(['build'], stop, ['@wasl/api']);
  const script = path.join(repositoryRoot, 'apps/api/dist/admin.mjs');
  if (commandArguments.length === 0 || commandArguments.some((word) => isHelp.has(word))) {
    return (await runNode(script, commandArguments, { isShown: true, stop })).code;
  }
  const database = await openDatabase('visit');
  try {
    await migrate(migrationUrl(database.url));
    const { env } = serverEnvironment(database);
    const { code } = await runNode(script, commandArguments, { env, isShown: true, stop });
    return code;
  } finally {
    await database.close();
  }
}
