import type { Clock } from '../platform/clock.ts';
import { inTransaction, type Db, type PrismaClient } from '../platform/db.ts';
import type { AreaChanges } from './changes.ts';
import { storeJourneys } from './journeys.ts';
import { itemsOfLists } from './list-items.ts';
import { storeOrganisations } from './organisations.ts';
import type { SeedFiles } from './read-seed-files.ts';
import { storeLists } from './reference-lists.ts';
import { figuresInForce, storeRuleSets } from './rule-sets.ts';
import { takeTurn } from './seed-records.ts';

export interface SeedOptions {
  readonly clock: Clock;
  /** Say what would change and change nothing. */
  readonly dryRun?: boolean;
}

/** Rolls a dry run back. */
class DryRunOver extends Error {}

const timeoutMs = 120_000;

/**
 * Brings the reference data of a database to what the files say; people's own changes stay. One transaction
 * for each area, so that an area is there whole or not at all. A second run with the same files changes nothing.
 * @throws SeedFault
 */
export async function seedReference(
  db: PrismaClient,
  files: SeedFiles,
  { clock, dryRun = false }: SeedOptions,
): Promise<AreaChanges[]> {
  const now = clock.now();
  const areas: ((tx: Db) => Promise<AreaChanges>)[] = [
    (tx) => storeRuleSets(tx, files.ruleSets),
    async (tx) => await storeLists(tx, itemsOfLists(files, await figuresInForce(tx, now))),
    (tx) => storeOrganisations(tx, files.organisations, now),
    (tx) => storeJourneys(tx, files.journeys),
  ];
  const changes: AreaChanges[] = [];
  if (!dryRun) {
    for (const area of areas) {
      changes.push(
        await inTransaction(
          db,
          async (tx) => {
            await takeTurn(tx);
            return await area(tx);
          },
          { timeoutMs },
        ),
      );
    }
    return changes;
  }
  try {
    await inTransaction(
      db,
      async (tx) => {
        await takeTurn(tx);
        for (const area of areas) changes.push(await area(tx));
        throw new DryRunOver();
      },
      { timeoutMs },
    );
  } catch (error) {
    if (!(error instanceof DryRunOver)) throw error;
  }
  return changes;
}
