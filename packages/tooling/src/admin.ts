import path from 'node:path';

import { turbo } from './build.ts';
import { migrate } from './migrate.ts';
import { repositoryRoot } from './paths.ts';
import { runNode } from './run.ts';
import { openDatabase } from './start/database.ts';
import { serverEnvironment } from './start/index.ts';
import type { StopSignal } from './stop-signal.ts';

/** `npm run admin -- …`: the administrator's commands, beside a running copy or without one. */
export async function runAdmin(commandArguments: string[], stop: StopSignal): Promise<number> {
  await turbo(['build'], stop, ['@wasl/api']);
  const database = await openDatabase('visit');
  try {
    await migrate(database.url);
    const { env } = serverEnvironment(database);
    const script = path.join(repositoryRoot, 'apps/api/dist/admin.mjs');
    const { code } = await runNode(script, commandArguments, { env, isShown: true, stop });
    return code;
  } finally {
    await database.close();
  }
}
