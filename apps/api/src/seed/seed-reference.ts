import { dayOf } from '@wasl/contracts';
import type { RuleSet } from '@wasl/premium';

import type { Clock } from '../platform/program/clock.ts';
import { inTransaction, type Db, type PrismaClient } from '../platform/database/db.ts';
import { lockReferenceData } from '../platform/database/reference-lock.repository.ts';
import { repairDeadlines } from '../modules/requests/index.ts';
import type { AreaChanges } from './changes.ts';
import { journeyFaults, storeJourneys } from './journeys.ts';
import { itemsOfLists } from './list-items.ts';
import { storeOrganisations } from './organisations.ts';
import type { SeedFiles } from './read-seed-files.ts';
import { storeLists } from './reference-lists.ts';
import { planRuleSets, storedRuleSets } from './rule-set-plan.ts';
import { figuresInForce, storeRuleSets, versionsInForce } from './rule-sets.ts';
import { SeedFault } from './seed-fault.ts';
import { contentHash, readMarks, writeMarks } from './seed-records.ts';

export interface SeedOptions {
  readonly clock: Clock;
  /** Reports changes without writing. */
  readonly dryRun?: boolean;
  /** Skips the seed when the last complete one had the same files and the same premium rules in force. */
  readonly isQuick?: boolean;
}

/** Mark of the last complete seed. */
const filesKey = 'files';

async function stateOf(db: Db, files: SeedFiles, now: Date): Promise<string> {
  return contentHash([files, await versionsInForce(db, now)]);
}

const ruleSetsOf = async (db: Db): Promise<RuleSet[]> =>
  (await storedRuleSets(db)).map(({ ruleSet }) => ruleSet);

/** Checks the files against the database before any write. @throws SeedFault */
async function checkAgainstDatabase(db: Db, files: SeedFiles, now: Date): Promise<void> {
  const plan = planRuleSets(await storedRuleSets(db), files.ruleSets, dayOf(now));
  const faults = [...plan.faults];
  try {
    itemsOfLists(files, figuresInForce(plan.afterwards, now));
  } catch (error) {
    if (!(error instanceof SeedFault)) throw error;
    faults.push(...error.faults);
  }
  faults.push(...(await journeyFaults(db, files.journeys)));
  if (faults.length > 0) throw new SeedFault(faults);
}

/** Thrown to roll a dry run back. */
class DryRunOver extends Error {}

const timeoutMs = 120_000;

/**
 * Updates the reference data of a database from the files; users' own changes stay. Each area is one transaction. It is
 * idempotent.
 * @returns the changes by area; empty when `isQuick` skipped the seed
 * @throws SeedFault
 */
export async function seedReference(
  db: PrismaClient,
  files: SeedFiles,
  { clock, dryRun = false, isQuick = false }: SeedOptions,
): Promise<AreaChanges[]> {
  const now = clock.now();
  if (isQuick && !dryRun) {
    const last = (await readMarks(db, filesKey)).get(filesKey);
    if (last !== undefined && last.sha256 === (await stateOf(db, files, now))) return [];
  }
  await checkAgainstDatabase(db, files, now);
  const areas: ((tx: Db) => Promise<AreaChanges>)[] = [
    (tx) => storeRuleSets(tx, files.ruleSets, now),
    async (tx) =>
      await storeLists(tx, itemsOfLists(files, figuresInForce(await ruleSetsOf(tx), now))),
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
            await lockReferenceData(tx);
            return await area(tx);
          },
          { timeoutMs },
        ),
      );
    }
    // The holidays may have changed.
    await repairDeadlines(db, now);
    const sha256 = await stateOf(db, files, now);
    await inTransaction(db, async (tx) => {
      await lockReferenceData(tx);
      await writeMarks(tx, [{ key: filesKey, recordId: null, sha256 }]);
    });
    return changes;
  }
  try {
    await inTransaction(
      db,
      async (tx) => {
        await lockReferenceData(tx);
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
