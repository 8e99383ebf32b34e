import type { ImportKind } from '@wasl/db';
import type { DB as Tables } from '@wasl/db/tables';
import { sql } from 'kysely';

import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
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

const hashOf = (key: string) => build.fn<string>('hashtextextended', [sql.val(key), sql.lit(0)]);

/** A statement that takes the transaction's advisory lock on the key, and waits for it. */
export const lockOn = (key: string) =>
  // Cast to text, because Prisma cannot read the type void.
  build.selectNoFrom(sql<string>`pg_advisory_xact_lock(${hashOf(key)})::text`.as('locked'));

/** Tables that an import makes grow. */
const growing = [
  'users',
  'requests',
  'request_services',
  'processing_steps',
] as const satisfies readonly (keyof Tables)[];

export function importsRepository(db: Db) {
  return {
    /**
     * Locks imports of the same bytes by the same organisation until the transaction ends.
     * @returns whether the lock was free
     */
    async lock({ kind, partnerId, sha256 }: SameFile): Promise<boolean> {
      const key = `import:${kind}:${String(partnerId)}:${sha256}`;
      const attempt = build.selectNoFrom(({ fn }) =>
        fn<boolean>('pg_try_advisory_xact_lock', [hashOf(key)]).as('locked'),
      );
      const [free] = await rows(db, attempt);
      if (free?.locked === true) return true;
      await rows(db, lockOn(key));
      return false;
    },

    /** Locks imports of requests by one organisation until the transaction ends, so that no line is filed twice. */
    async lockRequests(partnerId: number): Promise<void> {
      const key = `import-requests:${String(partnerId)}`;
      await rows(db, lockOn(key));
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
     * Updates the planner's statistics of {@link growing}. Plans made for small tables would read 50,000 new rows again
     * for every row. Call it outside of the import's transaction, which would hold the lock of ANALYZE until its end.
     */
    async refreshPlans(): Promise<void> {
      const tables = sql.join(growing.map((table) => sql.table(table)));
      await rows(db, { compile: () => sql<never>`ANALYZE ${tables}`.compile(build) });
    },

    async organisation(partnerId: number): Promise<OrganisationName> {
      return await db.partner.findUniqueOrThrow({
        where: { id: partnerId },
        select: nameColumns,
      });
    },
  };
}
