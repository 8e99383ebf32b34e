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

/** A statement that waits until no other transaction has taken its turn on the key. */
export const turnOf = (key: string) =>
  // As text: Prisma reads no column of the type that the function has.
  build.selectNoFrom(sql<string>`pg_advisory_xact_lock(${hashOf(key)})::text`.as('turn'));

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
     * Makes imports of the same bytes by the same organisation take turns until the transaction ends.
     * @returns whether nobody else was importing them
     */
    async lock({ kind, partnerId, sha256 }: SameFile): Promise<boolean> {
      const key = `import:${kind}:${String(partnerId)}:${sha256}`;
      const attempt = build.selectNoFrom(({ fn }) =>
        fn<boolean>('pg_try_advisory_xact_lock', [hashOf(key)]).as('locked'),
      );
      const [free] = await rows(db, attempt);
      if (free?.locked === true) return true;
      await rows(db, turnOf(key));
      return false;
    },

    /** Makes imports of requests by one organisation take turns until the transaction ends: none files what another files. */
    async lockRequests(partnerId: number): Promise<void> {
      const key = `import-requests:${String(partnerId)}`;
      await rows(db, turnOf(key));
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
     * Updates the planner's statistics of {@link growing}. PostgreSQL keeps plans that it made for small tables; they
     * would read 50,000 new rows again for every row. It runs after the import's transaction, which would hold the lock
     * of ANALYZE until its end.
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
