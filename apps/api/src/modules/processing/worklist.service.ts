import { Readable } from 'node:stream';

import { dayOf, type ExportFormat, type Lang, type Sort, type WorklistRow } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { BinaryReply } from '../../platform/http/handler.ts';
import type { Positions } from '../../platform/database/page-positions.ts';
import type { PageAsked } from '../../platform/database/paged-rows.repository.ts';
import { recordAccessesRepository } from '../../platform/database/record-accesses.repository.ts';
import { rowsInThreads } from '../../platform/spreadsheets/rows-in-threads.ts';
import { worklistCatalogue, type WorklistColumn } from './words/index.ts';
import {
  csvStream,
  maxSheetRows,
  xlsxStream,
  type TableCell,
} from '../../platform/spreadsheets/table-stream.ts';
import { labelOf } from '../reference/index.ts';
import { deadlinesRepository, halfTimes, loadStatusLabels } from '../requests/index.ts';
import {
  exportedCells,
  exportedColumns,
  presentWorklistRow,
  textColumns,
} from './worklist.presenter.ts';
import { worklistCountsRepository, type WorklistCounts } from './worklist-counts.repository.ts';
import { exportedSteps } from './worklist-export.repository.ts';
import type { WorklistFilter } from './worklist-filter.repository.ts';
import { suggestedSearches } from './worklist-suggestions.repository.ts';
import {
  worklistRepository,
  type Neighbours,
  type WorklistSortField,
} from './worklist.repository.ts';

export type WorklistDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'limits' | 'threads'>;

/** Rows of an export in memory at a time. */
const batchRows = 1000;
/** Rows formatted before the event loop serves other calls. */
const sliceRows = 100;

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>;

export function worklistService({ db, clock, log, limits, threads }: WorklistDeps) {
  const repository = worklistRepository(db);
  const counting = worklistCountsRepository(db);
  const accesses = recordAccessesRepository(db);

  /** Adds today's half-times to the filter when a criterion needs them. */
  async function onDay(filter: WorklistFilter, now: Date): Promise<WorklistFilter> {
    if (!filter.criteria.some(({ key }) => key === 'clock')) return filter;
    const holidays = await deadlinesRepository(db).holidays();
    return { ...filter, halves: halfTimes(dayOf(now), holidays) };
  }

  async function labelsIn(lang: Lang) {
    const [labels, provinces] = await Promise.all([loadStatusLabels(db), repository.provinces()]);
    const provinceOf = (code: string): string => {
      const item = provinces.get(code);
      return item === undefined ? code : labelOf(item, lang);
    };
    return { labels, provinceOf };
  }

  return {
    async page(
      actor: Actor,
      filter: WorklistFilter,
      page: PageAsked<WorklistSortField>,
      lang: Lang,
    ): Promise<{
      results: WorklistRow[];
      totalElements: number;
      suggestions?: string[];
      positions: Positions;
    }> {
      const now = clock.now();
      const asked = await onDay(filter, now);
      const [{ rows, total, positions }, labels, holidays] = await Promise.all([
        repository.page(actor, asked, page, { now, lang }),
        loadStatusLabels(db),
        deadlinesRepository(db).holidays(),
      ]);
      const reading = { actor, lang, now, labels, holidays };
      const first = page.page * page.size;
      return {
        results: rows.map((row, i) => presentWorklistRow(row, first + i, reading, row.work)),
        totalElements: total,
        ...(total === 0 ? { suggestions: await suggestedSearches(db, actor, asked, now) } : {}),
        positions,
      };
    },

    /** Returns the digest that a list polls to detect changes. */
    mark: async (actor: Actor): Promise<{ mark: string }> => ({
      mark: await repository.mark(actor),
    }),

    /** The neighbours of a step in the filtered list. @throws ApiError NOT_FOUND */
    async neighbours(
      actor: Actor,
      filter: WorklistFilter,
      at: { stepId: number; sort: Sort<WorklistSortField> },
      lang: Lang,
    ): Promise<Neighbours> {
      const now = clock.now();
      const found = await repository.neighbours(actor, await onDay(filter, now), at, {
        now,
        lang,
      });
      if (found === undefined) throw new ApiError('NOT_FOUND');
      return found;
    },

    async counts(actor: Actor, filter: WorklistFilter): Promise<WorklistCounts> {
      const now = clock.now();
      return await counting.counts(actor, await onDay(filter, now), now);
    },

    /**
     * Exports every step under the filter as a file, streamed from the database.
     * @throws ApiError TOO_MANY_REQUESTS; QUOTA_EXCEEDED for more rows than a sheet can have
     */
    async export(
      actor: Actor,
      asked: WorklistFilter,
      format: ExportFormat,
      lang: Lang,
    ): Promise<BinaryReply> {
      await limits.consume('export', { account: actor.userId });
      const now = clock.now();
      const filter = await onDay(asked, now);
      if (format === 'xlsx') {
        const rows = await counting.length(actor, filter, now);
        if (rows > maxSheetRows) throw new ApiError('QUOTA_EXCEEDED');
      }
      const t = worklistCatalogue.in(lang);
      const reading = { lang, now, ...(await labelsIn(lang)) };
      const { tab, owner } = filter;
      const exported = { userId: actor.userId, partnerId: actor.partnerId, format, tab, owner };

      const batches = async function* (): AsyncGenerator<TableCell[][]> {
        let rows = 0;
        let isWhole = false;
        try {
          for await (const batch of exportedSteps(db, actor, filter, now, batchRows)) {
            rows += batch.length;
            await accesses.note(
              actor,
              'EXPORT',
              batch.map(({ request }) => request.id),
              now,
            );
            for (let from = 0; from < batch.length; from += sliceRows)
              yield batch.slice(from, from + sliceRows).map((row) => exportedCells(row, reading));
          }
          isWhole = true;
        } finally {
          log.info({ event: 'worklist.exported', ...exported, rows, isWhole });
        }
      };
      const table = {
        sheetName: t('sheet').slice(0, 31),
        isRightToLeft: lang === 'ar',
        columns: (Object.keys(exportedColumns) as WorklistColumn[]).map((column) => ({
          title: t(`column.${column}`),
          width: exportedColumns[column],
          isText: textColumns.has(column),
        })),
        batches: batches(),
        write: rowsInThreads(threads),
      };
      return {
        contentType: contentTypes[format],
        fileName: `demandes_${dayOf(now)}.${format}`,
        content: Readable.from(format === 'csv' ? csvStream(table) : xlsxStream([table])),
      };
    },
  };
}
