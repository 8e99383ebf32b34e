import type { ErrorCode } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import { personNameColumns } from '../../platform/database/person-name.ts';
import { isDuplicate, type Db } from '../../platform/database/db.ts';
import { jsonRow, type Unread } from '../../platform/database/json-rows.repository.ts';
import { readRows } from '../../platform/database/reads.repository.ts';
import type { ImportKind } from './imports.repository.ts';

export interface NewRun {
  readonly id: string;
  readonly kind: ImportKind;
  readonly isDryRun: boolean;
  readonly partnerId: number;
  readonly agentId: string;
  readonly originalName: string;
}

/** How far a run has come. */
export interface RunProgress {
  readonly linesTotal: number;
  readonly linesRead: number;
  readonly rows: number;
  readonly rowsWritten: number;
}

export interface Refusal {
  readonly status: 'REFUSED' | 'FAILED';
  readonly refusal: ErrorCode;
  readonly faults: number;
}

const runColumns = {
  id: true,
  kind: true,
  status: true,
  originalName: true,
  linesTotal: true,
  linesRead: true,
  rows: true,
  rowsWritten: true,
  faults: true,
  refusal: true,
  startedAt: true,
  aliveAt: true,
  agent: { select: personNameColumns },
} as const satisfies Prisma.ImportRunSelect;
export type ImportRunRow = Prisma.ImportRunGetPayload<{ select: typeof runColumns }>;

const runRow = jsonRow('ImportRun', 'i', runColumns);

export interface RunsPage {
  readonly kind: ImportKind | undefined;
  readonly page: number;
  readonly size: number;
  readonly sort: { readonly field: 'startedAt' | 'imported'; readonly direction: 'asc' | 'desc' };
}

const orders = {
  startedAt: { asc: Prisma.sql`i.started_at`, desc: Prisma.sql`i.started_at DESC` },
  imported: { asc: Prisma.sql`i.rows_written`, desc: Prisma.sql`i.rows_written DESC` },
} as const satisfies Record<RunsPage['sort']['field'], Record<'asc' | 'desc', Prisma.Sql>>;

/** Attempts to import a file, and how far each has come. */
export function importRunsRepository(db: Db) {
  return {
    /** @returns false where a run has this id already */
    async begin(run: NewRun, now: Date): Promise<boolean> {
      try {
        await db.importRun.create({ data: { ...run, startedAt: now, aliveAt: now } });
        return true;
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
    },

    async saveProgress(id: string, progress: RunProgress, now: Date): Promise<void> {
      await db.importRun.updateMany({
        where: { id, status: 'RUNNING' },
        data: { ...progress, aliveAt: now },
      });
    },

    /** In the import's own transaction: what was imported and that it was are known together. */
    async finish(id: string, importId: number, rows: number, now: Date): Promise<void> {
      await db.importRun.update({
        where: { id },
        data: {
          status: 'DONE',
          importId,
          rows,
          rowsWritten: rows,
          aliveAt: now,
          endedAt: now,
        },
      });
    },

    /** Does nothing to a run that has ended: a connection lost after the commit undoes nothing. */
    async refuse(id: string, refusal: Refusal, now: Date): Promise<void> {
      await db.importRun.updateMany({
        where: { id, status: 'RUNNING' },
        data: { ...refusal, rowsWritten: 0, aliveAt: now, endedAt: now },
      });
    },

    /** Forgets a dry run, with those of the organisation that a killed process left. */
    async forget(id: string, partnerId: number, before: Date): Promise<void> {
      await db.importRun.deleteMany({
        where: { partnerId, isDryRun: true, OR: [{ id }, { aliveAt: { lt: before } }] },
      });
    },

    /** A run of this agent. */
    async findOwn(
      id: string,
      { partnerId, agentId }: { partnerId: number; agentId: string },
    ): Promise<ImportRunRow | null> {
      return await db.importRun.findFirst({
        where: { id, partnerId, agentId },
        select: runColumns,
      });
    },

    async list(
      partnerId: number,
      { kind, page, size, sort }: RunsPage,
    ): Promise<{ rows: ImportRunRow[]; total: number }> {
      const ofKind =
        kind === undefined ? Prisma.sql`` : Prisma.sql`AND i.kind = ${kind}::"ImportKind"`;
      const found = Prisma.sql`FROM import_runs i WHERE i.partner_id = ${partnerId} AND NOT i.is_dry_run ${ofKind}`;
      const order = Prisma.sql`ORDER BY ${orders[sort.field][sort.direction]}, i.started_at DESC, i.id`;
      const [read] = await readRows<{ total: number; rows: Unread<ImportRunRow>[] }>(
        db,
        'imports',
        Prisma.sql`
        SELECT (SELECT count(*)::int ${found}) AS total,
          (SELECT coalesce(json_agg(t), '[]') FROM (
            SELECT ${runRow.columns} ${found} ${order} LIMIT ${size} OFFSET ${page * size}) AS t) AS rows`,
      );
      return { rows: (read?.rows ?? []).map(runRow.read), total: read?.total ?? 0 };
    },
  };
}
