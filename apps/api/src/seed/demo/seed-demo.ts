import type { Clock } from '../../platform/clock.ts';
import { inTransaction, type PrismaClient } from '../../platform/db.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { noChanges, type AreaChanges } from '../changes.ts';
import { SeedFault } from '../seed-fault.ts';
import { readMarks, takeTurn, writeMarks } from '../seed-records.ts';
import { storeDemoPeople } from './demo-people.ts';
import { createDemoRequest } from './demo-requests.ts';
import { loadLookup } from './lookup.ts';
import type { DemoFiles } from './read-demo-files.ts';

/** The password of the five demonstration accounts, as the product's documents give it. */
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
 * Adds the demonstration set after the reference data. Each person and each request is added once: what people
 * then do to it, also removing it, stays as they left it. Dates count back from the day it is added.
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
      await takeTurn(tx);
      return await storeDemoPeople(tx, files, () => hash(demoPassword), now);
    },
    { timeoutMs },
  );
  const requests = await inTransaction(
    db,
    async (tx) => {
      await takeTurn(tx);
      const changes = noChanges('demonstration requests');
      const marks = await readMarks(tx, prefix);
      const missing = files.requests.filter(({ key }) => !marks.has(prefix + key));
      changes.unchanged = files.requests.length - missing.length;
      if (missing.length === 0) return changes;

      const users = await tx.user.findMany({
        where: { email: { endsWith: '@example.org' } },
        select: { id: true, email: true, prenom: true, nom: true, companyName: true },
      });
      const agentOf = (organisation: string): string | null => {
        const agent = files.people.agents.find(
          (one) => one.organisation === organisation && one.isApproved,
        );
        return users.find(({ email }) => email === agent?.email)?.id ?? null;
      };
      const context = { lookup: await loadLookup(tx), storage, now, agentOf };
      const oldestFirst = [...missing].sort((a, b) => b.createdDaysAgo - a.createdDaysAgo);
      for (const request of oldestFirst) {
        const owner = users.find(({ email }) => email === request.beneficiary);
        // Removed on their demand: their requests do not come back either.
        if (owner === undefined) continue;
        const name = owner.companyName ?? `${owner.prenom} ${owner.nom}`;
        const recordId = await createDemoRequest(tx, request, { id: owner.id, name }, context);
        await writeMarks(tx, [{ key: prefix + request.key, recordId, sha256: '' }]);
        changes.created.push(request.key);
      }
      return changes;
    },
    { timeoutMs },
  );
  return [people, requests];
}
