import type { ErrorCode } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';
import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';

import { personName, personNameColumns } from '../../platform/database/person-name.ts';
import { isDuplicate, type Db } from '../../platform/database/db.ts';
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

/** The same in a Kysely statement. Instants are text in JSON. */
const runs = build
  .selectFrom('import_runs as i')
  .select((run) => [
    'i.id',
    'i.kind',
    'i.status',
    'i.original_name as originalName',
    'i.lines_total as linesTotal',
    'i.lines_read as linesRead',
    'i.rows',
    'i.rows_written as rowsWritten',
    'i.faults',
    'i.refusal',
    'i.started_at as startedAt',
    'i.alive_at as aliveAt',
    jsonObjectFrom(
      run.selectFrom('users as u').whereRef('u.id', '=', 'i.agent_id').select(personName),
    ).as('agent'),
  ]);

export interface RunsPage {
  readonly kind: ImportKind | undefined;
  readonly page: number;
  readonly size: number;
  readonly sort: { readonly field: 'startedAt' | 'imported'; readonly direction: 'asc' | 'desc' };
}

const orders = { startedAt: 'i.started_at', imported: 'i.rows_written' } as const;

export function importRunsRepository(db: Db) {
  return {
    /** @returns false when a run has this id already */
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

    /** Runs in the import's own transaction, so that data and status commit together. */
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

    /** Changes only a running run, so a connection lost after the commit changes nothing. */
    async refuse(id: string, refusal: Refusal, now: Date): Promise<void> {
      await db.importRun.updateMany({
        where: { id, status: 'RUNNING' },
        data: { ...refusal, rowsWritten: 0, aliveAt: now, endedAt: now },
      });
    },

    /** Deletes a dry run, and the organisation's dry runs that a killed process left. */
    async forget(id: string, partnerId: number, before: Date): Promise<void> {
      await db.importRun.deleteMany({
        where: { partnerId, isDryRun: true, OR: [{ id }, { aliveAt: { lt: before } }] },
      });
    },

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
      const found = runs
        .where('i.partner_id', '=', partnerId)
        .where('i.is_dry_run', '=', sql.lit(false))
        .$if(kind !== undefined, (all) => all.where('i.kind', '=', kind ?? 'REQUESTS'));
      const shown = found
        .orderBy(orders[sort.field], sort.direction)
        .orderBy('i.started_at', 'desc')
        .orderBy('i.id')
        .limit(size)
        .offset(page * size);
      const query = build.selectNoFrom([
        found
          .clearSelect()
          .select(sql<number>`count(*)::int`.as('count'))
          .$asScalar()
          .$notNull()
          .as('total'),
        jsonArrayFrom(shown).as('rows'),
      ]);
      const [listed] = await read(db, 'imports', query);
      const rows = (listed?.rows ?? []).map(({ startedAt, aliveAt, ...run }) => ({
        ...run,
        startedAt: new Date(startedAt),
        aliveAt: new Date(aliveAt),
      }));
      return { rows, total: listed?.total ?? 0 };
    },
  };
}
