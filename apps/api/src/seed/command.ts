import { systemClock } from '../platform/clock.ts';
import { isUnavailable, openDatabase } from '../platform/db.ts';
import { changesText } from './changes.ts';
import { findSeedFolder, readSeedFiles } from './read-seed-files.ts';
import { SeedFault } from './seed-fault.ts';
import { seedReference } from './seed-reference.ts';

export interface SeedCommand {
  readonly demo: boolean;
  readonly dryRun: boolean;
  readonly environment: Record<string, string | undefined>;
  readonly print: (line: string) => void;
  readonly printFault: (line: string) => void;
}

/**
 * Seeds the database of DATABASE_URL from the files of SEED_DIR (default: `prisma/seed`).
 * @returns the exit code: 0 done, 1 a fault that was printed in a sentence
 */
export async function runSeed(command: SeedCommand): Promise<number> {
  const { environment, dryRun, print, printFault } = command;
  const url = environment.DATABASE_URL ?? '';
  if (url === '') {
    printFault('DATABASE_URL is required: which database is to be seeded?');
    return 1;
  }
  const db = openDatabase(url);
  try {
    const files = readSeedFiles(findSeedFolder(environment.SEED_DIR));
    const changes = await seedReference(db, files, { clock: systemClock, dryRun });
    print(`Reference data${dryRun ? ' (dry run: nothing is written)' : ''}`);
    for (const line of changesText(changes)) print(line);
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

/** What a person at a terminal is told; null for what nobody foresaw. */
function sentencesOf(error: unknown): string[] | null {
  if (error instanceof SeedFault) return error.message.split('\n');
  if (isUnavailable(error)) return ['The database of DATABASE_URL cannot be reached.'];
  const code = (error as { code?: unknown } | null)?.code;
  if (code === 'P2021' || code === 'P2022') {
    return [
      'The database has not the tables of this release: apply the migrations first (npm start does).',
    ];
  }
  return null;
}
