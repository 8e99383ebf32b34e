import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Lang } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inTransaction, type Db } from '../../platform/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Upload } from '../../platform/http/upload.ts';
import { importsTranslator } from '../../platform/i18n/imports.ts';
import { columnLetters } from '../../platform/spreadsheets/cell-text.ts';
import { SpreadsheetFault } from '../../platform/spreadsheets/spreadsheet-fault.ts';
import { createFaultReport, type FaultReport } from './fault-report.ts';
import { readHeader, type Column, type Header } from './header.ts';
import { importLine, type ImportLine, type ImportWords } from './import-lines.ts';
import { importsRepository, type ImportKind } from './imports.repository.ts';
import { createSpool, type Spool } from './spool.ts';

export type ImportDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'mail' | 'limits' | 'words'>;

/** An agent's import: the organisation is always theirs. */
export interface Importer {
  readonly actor: Actor;
  readonly partnerId: number;
  readonly lang: Lang;
  /** Import a file again that was imported before. */
  readonly again: boolean;
}

export interface ImportContext extends Importer {
  readonly tx: Db;
  readonly now: Date;
  readonly words: ImportWords;
  /** On another connection. */
  readonly refreshPlans: () => Promise<void>;
}

interface Row<Cell> {
  readonly line: number;
  readonly cells: readonly Cell[];
}

/** One kind of file: how it is read, checked and written. Checking writes nothing; writing checks nothing. */
export interface ImportJob<C extends string, Cell, Draft> {
  readonly kind: ImportKind;
  readonly columns: readonly Column<C>[];
  /** At least one column of each group has to be there. */
  readonly oneOf?: readonly (readonly C[])[];
  readonly read: (path: string) => AsyncIterable<readonly Row<Cell>[]>;
  readonly textOf: (cell: Cell) => string;
  /** Lines that are there for people only. */
  readonly isComment: (row: Row<Cell>) => boolean;
  readonly checker: (
    context: ImportContext,
  ) => Promise<(lines: readonly ImportLine<C, Cell>[]) => Promise<Draft[]>>;
  /** @throws ApiError IMPORT_INVALID for what another call changed meanwhile */
  readonly writer: (
    context: ImportContext,
    importId: number,
    total: number,
  ) => Promise<{ write: (drafts: readonly Draft[]) => Promise<void>; finish: () => Promise<void> }>;
}

export const maxLines = 50_000;
/** Rows after which plans made before them may be bad ones. */
const plansChangeAt = 1000;
const transactionMs = 10 * 60_000;

/** At most so many imports at a time in this process: the others wait their turn without holding a connection. */
function createTurns(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = places;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
const inTurn = createTurns(2);

/** The answer that refuses a file, with its faults in the reader's language. */
export function importInvalid(report: FaultReport, { t }: ImportWords, lang: Lang): ApiError {
  const number = new Intl.NumberFormat(lang === 'ar' ? 'ar-MA' : lang);
  const lines = report.lines((shown, total) =>
    t('more', { shown: number.format(shown), total: number.format(total) }),
  );
  return new ApiError('IMPORT_INVALID', { lines, details: { faults: report.total } });
}

function refuseHeader<C extends string, Cell, Draft>(
  row: Row<Cell>,
  job: ImportJob<C, Cell, Draft>,
  report: FaultReport,
  { t }: ImportWords,
): Header<C> | null {
  const result = readHeader(row.cells.map(job.textOf), job.columns);
  if ('faults' in result) {
    for (const fault of ['missing', 'unknown', 'twice'] as const) {
      const names = result.faults[fault];
      if (names.length > 0)
        report.add(row.line, t(`header.${fault}`, { columns: names.join(', ') }));
    }
    return null;
  }
  const absent =
    job.oneOf?.filter((group) => !group.some((name) => result.header.indexOf.has(name))) ?? [];
  for (const group of absent)
    report.add(row.line, t('header.missing', { columns: group.join(' | ') }));
  return absent.length > 0 ? null : result.header;
}

/** Reads and checks the whole file; right lines go to the spool as long as there is no fault. Returns how many there are. */
async function checkFile<C extends string, Cell, Draft>(
  path: string,
  job: ImportJob<C, Cell, Draft>,
  context: ImportContext,
  report: FaultReport,
  spool: Spool<Draft>,
): Promise<number> {
  const { words, lang } = context;
  const { t } = words;
  const check = await job.checker(context);
  let header: Header<C> | null = null;
  let lastLine = 1;
  let count = 0;

  const lineOf = (row: Row<Cell>, known: Header<C>): ImportLine<C, Cell> => {
    const line = importLine<C, Cell>(row, known, report, words);
    const stray = row.cells.findIndex(
      (cell, index) => known.isTitled[index] !== true && job.textOf(cell).trim() !== '',
    );
    if (stray >= known.isTitled.length) line.refuse(t('line.tooManyCells'));
    else if (stray !== -1)
      line.refuse(t('line.noTitle', { cell: `${columnLetters(stray + 1)}${String(row.line)}` }));
    return line;
  };

  for await (const batch of job.read(path)) {
    const rows = batch.filter((row) => !job.isComment(row));
    if (!header) {
      const first = rows.shift();
      if (!first) continue;
      lastLine = first.line;
      header = refuseHeader(first, job, report, words);
      if (!header) return 0;
    }
    const known = header;
    const room = maxLines - count;
    const taken = rows.slice(0, room);
    count += taken.length;
    lastLine = taken.at(-1)?.line ?? lastLine;
    const drafts = await check(taken.map((row) => lineOf(row, known)));
    if (report.total === 0) await spool.add(drafts);
    const beyond = rows[room];
    if (beyond) {
      report.add(
        beyond.line,
        t('header.tooManyLines', { max: new Intl.NumberFormat(lang).format(maxLines) }),
      );
      return count;
    }
    // Other calls are answered between two batches.
    await nextTurn();
  }
  if (count === 0) report.add(lastLine, t('header.empty'));
  return count;
}

async function importFile<C extends string, Cell, Draft>(
  job: ImportJob<C, Cell, Draft>,
  upload: Upload,
  context: ImportContext,
): Promise<number> {
  const { tx, partnerId, actor, again, words, lang } = context;
  const repository = importsRepository(tx);
  const { kind } = job;
  const { sha256, originalName } = upload;
  const isAlone = await repository.lock({ kind, partnerId, sha256 });
  // Two at once, also where both ask for it again: one imports, the other learns that it was done.
  if ((!again || !isAlone) && (await repository.exists({ kind, partnerId, sha256 }))) {
    throw new ApiError('ALREADY_IMPORTED');
  }
  const report = createFaultReport();
  const spool = await createSpool<Draft>(`${upload.path}.lines`);
  try {
    let total = 0;
    try {
      total = await checkFile(upload.path, job, context, report, spool);
    } catch (error) {
      if (!(error instanceof SpreadsheetFault)) throw error;
      report.add(error.line, words.t(`file.${error.key}`, error.values));
    }
    if (report.total > 0) throw importInvalid(report, words, lang);

    const importId = await repository.insert({
      kind,
      partnerId,
      agentId: actor.userId,
      originalName,
      sha256,
      rows: total,
    });
    const writer = await job.writer(context, importId, total);
    let written = 0;
    for await (const drafts of spool.batches()) {
      await writer.write(drafts);
      const before = written;
      written += drafts.length;
      // The new rows are in everybody's way though nobody sees them yet.
      if (before < plansChangeAt && written >= plansChangeAt) await context.refreshPlans();
      await nextTurn();
    }
    await writer.finish();
    return total;
  } finally {
    await spool.discard();
  }
}

/**
 * Imports a file, all or nothing: checked whole, then written, in one transaction.
 * @returns how many lines were imported
 * @throws ApiError IMPORT_INVALID with the faults of every line, ALREADY_IMPORTED, TOO_MANY_REQUESTS
 */
export async function runImport<C extends string, Cell, Draft>(
  deps: ImportDeps,
  job: ImportJob<C, Cell, Draft>,
  upload: Upload,
  importer: Importer,
): Promise<number> {
  const { actor, partnerId, lang } = importer;
  await deps.limits.consume('import', { account: actor.userId });
  const words: ImportWords = { t: importsTranslator(lang), messages: deps.words[lang] };
  // Only a matter of speed: the import does not depend on it.
  const refreshPlans = async (): Promise<void> => {
    await importsRepository(deps.db)
      .refreshPlans()
      .catch((err: unknown) => {
        deps.log.warn({ event: 'plans not refreshed', err });
      });
  };
  const about = { kind: job.kind, userId: actor.userId, partnerId, sha256: upload.sha256 };
  try {
    const rows = await inTurn(
      async () =>
        await inTransaction(
          deps.db,
          async (tx) =>
            await importFile(job, upload, {
              ...importer,
              tx,
              words,
              refreshPlans,
              now: deps.clock.now(),
            }),
          { timeoutMs: transactionMs },
        ),
    );
    if (rows >= plansChangeAt) await refreshPlans();
    deps.log.info({ event: 'imported', ...about, rows });
    return rows;
  } catch (error) {
    if (error instanceof ApiError)
      deps.log.info({ event: 'import refused', ...about, code: error.code });
    throw error;
  }
}
