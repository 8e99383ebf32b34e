import type { ImportKind } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';
import { nameColumns, type OrganisationName } from '../partners/index.ts';

export type { ImportKind } from '@wasl/db';

export interface NewImport {
  readonly kind: ImportKind;
  readonly partnerId: number;
  readonly agentId: string;
  readonly originalName: string;
  readonly sha256: string;
  readonly rows: number;
}

type SameFile = Pick<NewImport, 'kind' | 'partnerId' | 'sha256'>;

export function importsRepository(db: Db) {
  return {
    /**
     * Makes imports of the same bytes by the same organisation take turns until the transaction ends.
     * @returns whether nobody else was importing them
     */
    async lock({ kind, partnerId, sha256 }: SameFile): Promise<boolean> {
      const key = `import:${kind}:${String(partnerId)}:${sha256}`;
      const [free] = await db.$queryRaw<{ locked: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) AS locked`;
      if (free?.locked === true) return true;
      await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
      return false;
    },

    /** Makes imports of requests by one organisation take turns until the transaction ends: none files what another files. */
    async lockRequests(partnerId: number): Promise<void> {
      const key = `import-requests:${String(partnerId)}`;
      await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
    },

    async exists({ kind, partnerId, sha256 }: SameFile): Promise<boolean> {
      return (await db.import.count({ where: { kind, partnerId, sha256 } })) > 0;
    },

    /** When the same bytes were imported last; null when never. */
    async lastAt({ kind, partnerId, sha256 }: SameFile): Promise<Date | null> {
      const last = await db.import.findFirst({
        where: { kind, partnerId, sha256 },
        orderBy: { createdAt: 'desc' },
        select: { createdAt: true },
      });
      return last?.createdAt ?? null;
    },

    async insert(row: NewImport): Promise<number> {
      return (await db.import.create({ data: row, select: { id: true } })).id;
    },

    /**
     * Tells the planner of tables that an import makes grow. Kept plans were made for the tables as they were:
     * those of a small installation would read 50,000 new rows again for every row. Not in the import's own
     * transaction, which would hold ANALYZE's lock until its end.
     */
    async refreshPlans(): Promise<void> {
      await db.$executeRaw`ANALYZE users, requests, request_services, processing_steps`;
    },

    async organisation(partnerId: number): Promise<OrganisationName> {
      return await db.partner.findUniqueOrThrow({
        where: { id: partnerId },
        select: nameColumns,
      });
    },
  };
}
