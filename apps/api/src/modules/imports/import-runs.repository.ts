import type { ErrorCode } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

import { personNameColumns } from '../../platform/database/person-name.ts';
import { isDuplicate, type Db } from '../../platform/database/db.ts';
import { jsonRow, type Unread } from '../../platform/database/json-rows.repository.ts';
import { build, read } from '../../platform/database/statements.repository.ts';
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

const orders = { startedAt: 'i.started_at', imported: 'i.rows_written' } as const;

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
      const found = build
        .selectFrom('import_runs as i')
        .where('i.partner_id', '=', partnerId)
        .where('i.is_dry_run', '=', sql.lit(false))
        .$if(kind !== undefined, (all) => all.where('i.kind', '=', kind ?? 'REQUESTS'));
      const shown = found
        .orderBy(orders[sort.field], sort.direction)
        .orderBy('i.started_at', 'desc')
        .orderBy('i.id')
        .limit(size)
        .offset(page * size)
        .select(runRow.members);
      const query = build.selectNoFrom([
        found
          .select(sql<number>`count(*)::int`.as('count'))
          .$asScalar()
          .$notNull()
          .as('total'),
        jsonArrayFrom(shown).$castTo<Unread<ImportRunRow>[]>().as('rows'),
      ]);
      const [runs] = await read(db, 'imports', query);
      return { rows: (runs?.rows ?? []).map(runRow.read), total: runs?.total ?? 0 };
    },
  };
}
