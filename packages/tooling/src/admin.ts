import path from 'node:path';

import { turbo } from './build.ts';
import { migrateFor } from './migrate.ts';
import { repositoryRoot } from './paths.ts';
import { packageCommand, runNode } from './run.ts';
import { openDatabase } from './start/database.ts';
import { serverEnvironment } from './start/index.ts';
import type { StopSignal } from './stop-signal.ts';

/** `npm run admin -- migrate`: only the migrations, for a deployment that starts the server itself. */
async function runMigrations(): Promise<number> {
  const database = await openDatabase('visit');
  try {
    const applied = await migrateFor(database);
    if (applied.length === 0) console.log('The database is at the newest migration already.');
    else console.log(`Applied: ${applied.join(', ')}.`);
    return 0;
  } finally {
    await database.close();
  }
}

/** `npm run admin -- db url|studio`: access to the database, also the embedded one, for other programs. */
async function runDatabaseCommand(words: string[], stop: StopSignal): Promise<number> {
  const [what] = words;
  if (words.length !== 1 || (what !== 'url' && what !== 'studio')) {
    console.error('"db" is followed by url or studio.');
    return 2;
  }
  const database = await openDatabase('visit');
  try {
    const url = database.ownerUrl;
    if (what === 'studio') {
      const prisma = packageCommand('prisma', 'prisma');
      const { code } = await runNode(prisma, ['studio', '--browser', 'none'], {
        cwd: path.join(repositoryRoot, 'prisma'),
        env: { DATABASE_URL: url },
        isShown: true,
        stop,
      });
      return code;
    }
    console.log(url);
    if (!database.isEmbedded) return 0;
    // The embedded PostgreSQL, and so its address, ends with its last user.
    if (database.isServed) {
      console.error('Of the embedded PostgreSQL: it answers while the portal runs.');
      return 0;
    }
    console.error(
      'Of the embedded PostgreSQL: it answers while this command runs (Ctrl+C ends it).',
    );
    await new Promise<void>((resolve) => {
      stop.asked.addEventListener('abort', () => resolve());
    });
    return 0;
  } finally {
    await database.close();
  }
}

const isHelp = new Set(['help', '--help', '-h']);

/**
 * `npm run admin -- …`: the administrator's commands, with or without a running copy. Each applies missing migrations
 * first, except `doctor`, which changes nothing. `migrate` only applies them.
 */
export async function runAdmin(commandArguments: string[], stop: StopSignal): Promise<number> {
  if (commandArguments.length === 1 && commandArguments[0] === 'migrate') {
    return await runMigrations();
  }
  if (commandArguments[0] === 'db')
    return await runDatabaseCommand(commandArguments.slice(1), stop);
  await turbo(['build'], stop, ['@wasl/api']);
  const script = path.join(repositoryRoot, 'apps/api/dist/admin.mjs');
  if (commandArguments.length === 0 || commandArguments.some((word) => isHelp.has(word))) {
    return (await runNode(script, commandArguments, { isShown: true, stop })).code;
  }
  const database = await openDatabase('visit');
  try {
    // The doctor reports missing migrations instead of applying them.
    if (commandArguments[0] !== 'doctor') await migrateFor(database);
    const { env } = serverEnvironment(database);
    const { code } = await runNode(script, commandArguments, { env, isShown: true, stop });
    return code;
  } finally {
    await database.close();
  }
}
