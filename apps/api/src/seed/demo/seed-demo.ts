import type { Clock } from '../../platform/program/clock.ts';
import { inTransaction, type Db, type PrismaClient } from '../../platform/database/db.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { noChanges, type AreaChanges } from '../changes.ts';
import { SeedFault } from '../seed-fault.ts';
import { lockReferenceData } from '../../platform/database/reference-lock.repository.ts';
import { readMarks, writeMarks } from '../seed-records.ts';
import type { DemoRequest } from './demo-files.schema.ts';
import { storeDemoPeople } from './demo-people.ts';
import {
  createDemoRequest,
  storeDemoSamples,
  type DemoOwner,
  type DemoSamples,
} from './demo-requests.ts';
import { loadLookup } from './lookup.ts';
import type { DemoFiles } from './read-demo-files.ts';

/** Password of the five demonstration accounts, as documented. */
export const demoPassword = 'Wasl#Demo2026';

export interface DemoOptions {
  readonly clock: Clock;
  readonly storage: Storage;
  readonly production: boolean;
  readonly hash: (password: string) => Promise<string>;
}

const prefix = 'demo/request/';
const timeoutMs = 120_000;

/**
 * Adds the demonstration data after the reference data. Each person and request is added once; later changes and
 * removals stay. Dates are relative to the day of the seed.
 * @throws SeedFault in production, always
 */
export async function seedDemo(
  db: PrismaClient,
  files: DemoFiles,
  { clock, storage, production, hash }: DemoOptions,
): Promise<AreaChanges[]> {
  if (production) {
    throw new SeedFault([
      'demo: the demonstration accounts have a published password; they are never added in production',
    ]);
  }
  const now = clock.now();
  const people = await inTransaction(
    db,
    async (tx) => {
      await lockReferenceData(tx);
      return await storeDemoPeople(tx, files, () => hash(demoPassword), now);
    },
    { timeoutMs },
  );
  return [people, await addRequests(db, files, storage, now)];
}

/** Owners of requests and authors of steps: people of the set who still exist. */
async function demoPeople(db: Db, files: DemoFiles) {
  const users = await db.user.findMany({
    where: { email: { endsWith: '@example.org' } },
    select: { id: true, email: true, prenom: true, nom: true, companyName: true },
  });
  return {
    /** Undefined for an erased owner, whose requests are not added again. */
    ownerOf: ({ beneficiary }: DemoRequest): DemoOwner | undefined => {
      const owner = users.find(({ email }) => email === beneficiary);
      return owner && { id: owner.id, name: owner.companyName ?? `${owner.prenom} ${owner.nom}` };
    },
    agentOf: (organisation: string): string | null => {
      const agent = files.people.agents.find(
        (one) => one.organisation === organisation && one.isApproved,
      );
      return users.find(({ email }) => email === agent?.email)?.id ?? null;
    },
  };
}

/** Requests that were never added, oldest first. */
async function missingRequests(db: Db, files: DemoFiles): Promise<DemoRequest[]> {
  const marks = await readMarks(db, prefix);
  return files.requests
    .filter(({ key }) => !marks.has(prefix + key))
    .sort((a, b) => b.createdDaysAgo - a.createdDaysAgo);
}

/** Stores the files first, then writes all rows in one short transaction, like an upload. */
async function addRequests(
  db: PrismaClient,
  files: DemoFiles,
  storage: Storage,
  now: Date,
): Promise<AreaChanges> {
  const samples = new Map<string, DemoSamples>();
  const missing = await missingRequests(db, files);
  if (missing.length > 0) {
    const [lookup, { ownerOf }] = [await loadLookup(db), await demoPeople(db, files)];
    for (const request of missing) {
      const owner = ownerOf(request);
      if (owner === undefined) continue;
      samples.set(request.key, await storeDemoSamples(storage, request, owner, lookup));
    }
  }
  return await inTransaction(
    db,
    async (tx) => {
      await lockReferenceData(tx);
      const changes = noChanges('demonstration requests');
      // Another process may have added some meanwhile. Their unused bytes are swept a day later.
      const left = await missingRequests(tx, files);
      changes.unchanged = files.requests.length - left.length;
      if (left.length === 0) return changes;
      const { ownerOf, agentOf } = await demoPeople(tx, files);
      const lookup = await loadLookup(tx);
      for (const request of left) {
        const owner = ownerOf(request);
        const stored = samples.get(request.key);
        if (owner === undefined || stored === undefined) continue;
        const context = { lookup, samples: stored, now, agentOf };
        const recordId = await createDemoRequest(tx, request, owner, context);
        await writeMarks(tx, [{ key: prefix + request.key, recordId, sha256: '' }]);
        changes.created.push(request.key);
      }
      return changes;
    },
    { timeoutMs },
  );
}
