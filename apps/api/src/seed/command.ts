import { grantServing, ServingPasswordError } from '@wasl/db/serving-role';

import { passwords } from '../platform/auth/passwords.ts';
import { systemClock } from '../platform/program/clock.ts';
import { isUnavailable, openDatabase, type PrismaClient } from '../platform/database/db.ts';
import { readSettings, SettingsError } from '../platform/settings/env.ts';
import { isProduction } from '../platform/settings/production.ts';
import { whichDatabase } from '../platform/database/which-database.repository.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { changesText, type AreaChanges } from './changes.ts';
import { readDemoFiles, type DemoFiles } from './demo/read-demo-files.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { findSeedFolder, readSeedFiles, type SeedFiles } from './read-seed-files.ts';
import { SeedFault } from './seed-fault.ts';
import { seedReference } from './seed-reference.ts';

export interface SeedCommand {
  /** Adds the demonstration data too. */
  readonly demo: boolean;
  /** Reports changes of the reference data without writing. */
  readonly dryRun: boolean;
  /** Folder of the files; absent: `prisma/seed`. */
  readonly dir?: string | undefined;
  /** Skips the seed when the files equal those of the last one, at every start. */
  readonly isQuick?: boolean;
  readonly environment: Record<string, string | undefined>;
  readonly print: (line: string) => void;
  readonly printFault: (line: string) => void;
}

/**
 * Seeds the database of DATABASE_URL.
 * @returns the exit code: 0 done, 1 a fault, printed as a sentence
 */
export async function runSeed(command: SeedCommand): Promise<number> {
  const { environment, dryRun, print, printFault } = command;
  const url = environment.DATABASE_URL ?? '';
  if (url === '') {
    printFault('DATABASE_URL is required: which database is to be seeded?');
    return 1;
  }
  if (command.demo && isProduction(environment.NODE_ENV)) {
    printFault(
      'The demonstration accounts have a published password: they are never added in production. On your own machine set NODE_ENV=development.',
    );
    return 1;
  }
  const db = openDatabase(url, (environment.DATABASE_DIRECT_URL ?? '') !== '');
  try {
    // Grants the serving role its rights on tables that the owner migrated before.
    const owner = environment.DATABASE_OWNER_URL ?? '';
    if (owner !== '') await grantServing(owner, url);
    const folder = findSeedFolder(command.dir);
    const { files, demo } = readAllFiles(folder, command.demo && !dryRun);
    if (command.isQuick !== true) printFault(await whichDatabase(db, url));
    const changes = await seedReference(db, files, {
      clock: systemClock,
      dryRun,
      isQuick: command.isQuick ?? false,
    });
    print(`Reference data${dryRun ? ' (dry run: nothing is written)' : ''}`);
    for (const line of changesText(changes, command.isQuick !== true)) print(line);
    if (changes.length > 0) {
      const doubts = [...files.warnings, ...changes.flatMap(({ warnings }) => warnings)];
      for (const doubt of doubts) printFault(`warning: ${doubt}`);
    }
    if (demo !== null) {
      print('Demonstration set');
      for (const line of changesText(await runDemo(db, demo, environment))) print(line);
    }
    return 0;
  } catch (error) {
    const sentences = sentencesOf(error);
    if (sentences === null) throw error;
    for (const sentence of sentences) printFault(sentence);
    return 1;
  } finally {
    await db.$disconnect();
  }
}

/** Reads the files before anything is written. @throws SeedFault with every fault of every file */
function readAllFiles(
  folder: string,
  isDemo: boolean,
): { readonly files: SeedFiles; readonly demo: DemoFiles | null } {
  const faults: string[] = [];
  const orFaults = <T>(read: () => T): T | null => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof SeedFault)) throw error;
      faults.push(...error.faults);
      return null;
    }
  };
  const files = orFaults(() => readSeedFiles(folder));
  const demo = isDemo ? orFaults(() => readDemoFiles(folder)) : null;
  if (files === null || faults.length > 0) throw new SeedFault(faults);
  return { files, demo };
}

async function runDemo(
  db: PrismaClient,
  files: DemoFiles,
  environment: SeedCommand['environment'],
): Promise<AreaChanges[]> {
  const settings = readSettings(environment);
  return await seedDemo(db, files, {
    clock: systemClock,
    storage: await openStorage(settings.storageUrl),
    production: settings.production,
    hash: (password) => passwords(12).hash(password),
  });
}

/** Sentences for the terminal; null for an unexpected error. */
function sentencesOf(error: unknown): string[] | null {
  if (error instanceof SeedFault || error instanceof SettingsError)
    return error.message.split('\n');
  if (error instanceof ServingPasswordError) return [error.message];
  if (isUnavailable(error)) return ['The database of DATABASE_URL cannot be reached.'];
  const code = (error as { code?: unknown } | null)?.code;
  if (code === 'P2021' || code === 'P2022') {
    return [
      'The database has not the tables of this release: apply the migrations first (npm start does).',
    ];
  }
  return null;
}
