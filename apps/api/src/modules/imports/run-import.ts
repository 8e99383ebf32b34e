import { randomUUID } from 'node:crypto';
import { setImmediate as nextTick } from 'node:timers/promises';

import {
  wireDateTime,
  type FiledLines,
  type HiddenChoice,
  type ImportPreview,
} from '@wasl/contracts';

import { inTransaction } from '../../platform/database/db.ts';
import { formatDay, formatsOf } from '../../platform/i18n/formats.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import type { Upload } from '../../platform/http/upload.ts';
import { importCatalogue } from './words/index.ts';
import { SpreadsheetFault } from '../../platform/spreadsheets/spreadsheet-fault.ts';
import { checkFile, importInvalid, listedLines, otherSheetsText } from './check-file.ts';
import { createFaultReport, type FaultReport } from './fault-report.ts';
import type {
  CheckContext,
  Finished,
  ImportContext,
  ImportDeps,
  Importer,
  ImportJob,
} from './import-job.ts';
import type { ImportWords } from './import-lines.ts';
import { createImportProgress, type ImportProgress } from './import-progress.ts';
import { importRunsRepository } from './import-runs.repository.ts';
import { withImportSlot } from './import-slots.ts';
import { aliveEveryMs } from './imports.presenter.ts';
import { importsRepository } from './imports.repository.ts';
import { createSpool } from './spool.ts';
import { withRecipientQuota } from './unknown-recipients.ts';

export interface ImportOptions {
  /** Whether to import a file, or lines of requests, that were imported before. */
  readonly again: boolean;
  readonly dryRun: boolean;
  /** How to treat hidden rows and columns of a workbook. An import needs this decision. */
  readonly hidden: HiddenChoice | undefined;
  /** The id under which the caller reads the progress. */
  readonly run: string | undefined;
}

export interface ImportResult {
  readonly imported: number;
  /** The results of the lines of an imported file of requests. */
  readonly requests?: FiledLines;
  readonly skippedLines?: LineErrors;
  readonly preview?: ImportPreview;
  /** Unread parts of a valid file, in the reader's language. */
  readonly notes?: readonly string[];
}

interface RightFile {
  readonly count: number;
  readonly otherSheets: readonly string[];
  readonly frenchWords: readonly string[];
}

type LineErrors = ReturnType<typeof listedLines>;

interface ImportedFile extends RightFile, Finished {
  readonly importId: number;
  readonly imported: number;
  /** Lines that were filed before. */
  readonly skippedLines: LineErrors;
}

/** Rows after which plans made before them may be bad. */
const plansChangeAt = 1000;
const transactionMs = 10 * 60_000;
const dayMs = 24 * 60 * 60_000;

export function importWords(deps: Pick<ImportDeps, 'words'>, lang: Importer['lang']): ImportWords {
  return { t: importCatalogue.in(lang), messages: deps.words[lang] };
}

/** Returns when the last mails of an import leave, if they are delayed. */
function mailsWaitText(
  { clock, settings }: Pick<ImportDeps, 'clock' | 'settings'>,
  waitMinutes: number,
  { t }: ImportWords,
): string {
  const [day] = wireDateTime(new Date(clock.now().getTime() + waitMinutes * 60_000)).split(' ');
  return t('mailsWait', {
    perDay: String(settings.importMailsPerDay),
    day: formatDay(day?.replaceAll('/', '-') ?? ''),
  });
}

/** Checks the file, and passes valid lines to `take` until the first fault. @throws ApiError IMPORT_INVALID */
async function requireRight<C extends string, Cell, Draft>(
  job: ImportJob<C, Cell, Draft>,
  upload: Upload,
  context: CheckContext,
  take: (drafts: Draft[]) => void | Promise<void>,
  progress: ImportProgress,
): Promise<RightFile> {
  const { words, lang } = context;
  const report = createFaultReport();
  let count = 0;
  let otherSheets: readonly string[] = [];
  let frenchWords: readonly string[] = [];
  try {
    for await (const checked of checkFile(upload.path, job, context, report)) {
      if (report.total === 0) await take(checked.drafts);
      progress.lines(checked.line, checked.share);
      ({ count, otherSheets, frenchWords } = checked);
    }
  } catch (error) {
    if (!(error instanceof SpreadsheetFault)) throw error;
    report.add(error.line, words.t(`file.${error.key}`, error.values));
  }
  if (report.total > 0) throw importInvalid(report, words, lang);
  return { count, otherSheets, frenchWords };
}

interface Remarks {
  readonly alreadyFiled: FaultReport;
  readonly unseen: FaultReport;
  readonly readAs: FaultReport;
}
const newRemarks = (): Remarks => ({
  alreadyFiled: createFaultReport(),
  unseen: createFaultReport(),
  readAs: createFaultReport(),
});

/** Refuses a file with hidden rows or columns without a decision, and names them. */
function requireDecision({ unseen, words, lang }: CheckContext & Remarks): void {
  if (unseen.total === 0) return;
  throw new ApiError('IMPORT_INVALID', {
    lines: listedLines(unseen, words, lang, 'moreLines'),
    details: { faults: 0, hidden: unseen.total },
  });
}

async function previewFile<C extends string, Cell, Draft>(
  job: ImportJob<C, Cell, Draft>,
  upload: Upload,
  context: CheckContext & Remarks,
  progress: ImportProgress,
): Promise<Omit<RightFile, 'count'> & { preview: ImportPreview }> {
  const { tx, partnerId, alreadyFiled, unseen, readAs, words, lang } = context;
  const tally = await job.tally(context);
  const { otherSheets, frenchWords, count } = await requireRight(
    job,
    upload,
    context,
    tally.add,
    progress,
  );
  const { sha256 } = upload;
  const last = await importsRepository(tx).lastAt({ kind: job.kind, partnerId, sha256 });
  const result = await tally.result();
  const linesRead = words.t('understood.lines', { lines: formatsOf(lang).number.format(count) });
  const preview = {
    ...result,
    understood: [linesRead, ...result.understood],
    alreadyImportedAt: last === null ? null : wireDateTime(last),
    alreadyFiled: alreadyFiled.total,
    hidden: unseen.total,
    remarks: [unseen, alreadyFiled, readAs].flatMap((report) =>
      listedLines(report, words, lang, 'moreLines'),
    ),
  };
  return { preview, otherSheets, frenchWords };
}

async function importFile<C extends string, Cell, Draft>(
  job: ImportJob<C, Cell, Draft>,
  upload: Upload,
  context: ImportContext & Remarks,
  run: string,
  progress: ImportProgress,
): Promise<ImportedFile> {
  const { tx, partnerId, actor, now, again, alreadyFiled, words, lang } = context;
  const repository = importsRepository(tx);
  const { kind } = job;
  const { sha256, originalName } = upload;
  const isAlone = await repository.lock({ kind, partnerId, sha256 });
  // Of two concurrent imports, even with "again", one imports and the other gets ALREADY_IMPORTED.
  if ((!again || !isAlone) && (await repository.exists({ kind, partnerId, sha256 }))) {
    throw new ApiError('ALREADY_IMPORTED');
  }
  if (kind === 'REQUESTS') await repository.lockRequests(partnerId);
  const spool = await createSpool<Draft>(`${upload.path}.lines`);
  try {
    const right = await requireRight(job, upload, context, spool.add, progress);
    requireDecision(context);
    const total = spool.count;
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
      progress.rows(written, total);
      // The uncommitted rows already slow down other transactions.
      if (before < plansChangeAt && written >= plansChangeAt) await context.refreshPlans();
      await nextTick();
    }
    const finished = await writer.finish();
    // From here on this transaction writes the run's row.
    await progress.stop();
    await importRunsRepository(tx).finish(run, importId, total, now);
    const skippedLines = listedLines(alreadyFiled, words, lang, 'moreLines');
    return { ...right, ...finished, importId, imported: total, skippedLines };
  } finally {
    await spool.discard();
  }
}

function faultsOf({ options: { details } }: ApiError): number {
  const isCounted = typeof details === 'object' && details !== null && 'faults' in details;
  return isCounted && typeof details.faults === 'number' ? details.faults : 0;
}

/**
 * Imports a file as a whole or not at all: it is checked completely, then written, in one transaction. A dry run only
 * checks it.
 * @returns the number of imported lines; after a dry run, what an import would do
 * @throws ApiError IMPORT_INVALID with the faults of every line, ALREADY_IMPORTED, TOO_MANY_REQUESTS, INVALID_INPUT for
 * the id of an earlier run
 */
export async function runImport<C extends string, Cell, Draft>(
  deps: ImportDeps,
  job: ImportJob<C, Cell, Draft>,
  upload: Upload,
  importer: Importer,
  { again, dryRun, hidden, run = randomUUID() }: ImportOptions,
): Promise<ImportResult> {
  const { actor, partnerId, lang } = importer;
  const { kind } = job;
  const { originalName, sha256 } = upload;
  const { db, clock, log } = deps;
  const runs = importRunsRepository(db);
  const isNew = await runs.begin(
    { id: run, kind, isDryRun: dryRun, partnerId, agentId: actor.userId, originalName },
    clock.now(),
  );
  if (!isNew) throw invalidField('run', 'invalid');

  const words = importWords(deps, lang);
  const notesOf = (
    { otherSheets, frenchWords }: Omit<RightFile, 'count'>,
    waitMinutes = 0,
  ): Pick<ImportResult, 'notes'> => {
    const notes = [
      ...(otherSheets.length === 0 ? [] : [otherSheetsText(otherSheets, words)]),
      ...(frenchWords.length === 0
        ? []
        : [words.t('readAsFrench', { words: frenchWords.join(', ') })]),
      ...(waitMinutes === 0 ? [] : [mailsWaitText(deps, waitMinutes, words)]),
    ];
    return notes.length === 0 ? {} : { notes };
  };
  // A failure only costs speed, so the import continues.
  const refreshPlans = async (): Promise<void> => {
    await importsRepository(db)
      .refreshPlans()
      .catch((err: unknown) => log.warn({ event: 'import.analyze_failed', err }));
  };
  const logProgressFailure = (err: unknown): void =>
    log.warn({ event: 'import.progress_save_failed', run, err });
  const progress = createImportProgress(async (now) => {
    await runs.saveProgress(run, now, clock.now()).catch(logProgressFailure);
  }, aliveEveryMs);
  const about = { run, kind, userId: actor.userId, partnerId, sha256 };
  try {
    const context = { ...importer, words, refreshPlans, again, hidden };
    if (dryRun) {
      const check = async (unknownRecipients: Set<string>) =>
        await withImportSlot(
          async () =>
            await previewFile(
              job,
              upload,
              {
                ...context,
                unknownRecipients,
                tx: db,
                now: clock.now(),
                ...newRemarks(),
              },
              progress,
            ),
        );
      const { preview, ...file } = await withRecipientQuota(deps, importer, true, check);
      log.info({ event: 'import.checked', ...about, rows: preview.lines });
      return { imported: 0, preview, ...notesOf(file) };
    }
    const write = async (unknownRecipients: Set<string>) =>
      await withImportSlot(
        async () =>
          await inTransaction(
            db,
            async (tx) =>
              await importFile(
                job,
                upload,
                {
                  ...context,
                  unknownRecipients,
                  tx,
                  now: clock.now(),
                  ...newRemarks(),
                },
                run,
                progress,
              ),
            { timeoutMs: transactionMs },
          ),
      );
    const file = await withRecipientQuota(deps, importer, false, write);
    const { importId, imported, count, waitMinutes, waiting, skippedLines } = file;
    if (imported >= plansChangeAt) await refreshPlans();
    log.info({ event: 'import.completed', ...about, rows: imported });
    return {
      imported,
      ...(waiting === null
        ? {}
        : {
            requests: { importId, filed: imported - waiting, waiting, skipped: count - imported },
          }),
      ...(skippedLines.length === 0 ? {} : { skippedLines }),
      ...notesOf(file, waitMinutes),
    };
  } catch (error) {
    await progress.stop();
    const isRefused = error instanceof ApiError;
    if (isRefused) log.info({ event: 'import.refused', ...about, dryRun, code: error.code });
    await runs
      .refuse(
        run,
        isRefused
          ? { status: 'REFUSED', refusal: error.code, faults: faultsOf(error) }
          : { status: 'FAILED', refusal: 'INTERNAL', faults: 0 },
        clock.now(),
      )
      .catch(logProgressFailure);
    throw error;
  } finally {
    await progress.stop();
    if (dryRun) {
      await runs
        .forget(run, partnerId, new Date(clock.now().getTime() - dayMs))
        .catch(logProgressFailure);
    }
  }
}
