import { open, rm } from 'node:fs/promises';
import path from 'node:path';

import type { BinaryReply } from '../../platform/http/handler.ts';
import type { Upload } from '../../platform/http/upload.ts';
import { SpreadsheetFault } from '../../platform/spreadsheets/spreadsheet-fault.ts';
import { checkFile, importInvalid } from './check-file.ts';
import { createFaultReport } from './fault-report.ts';
import { createFaultSpool } from './fault-spool.ts';
import type { ImportDeps, Importer, ImportJob } from './import-job.ts';
import { inTurn } from './import-turns.ts';
import { importWords } from './run-import.ts';

/** The bytes of a file that is gone from its folder as soon as they are sent, or the connection is cut. */
async function takenFile(file: string): Promise<Pick<BinaryReply, 'content' | 'size'>> {
  const handle = await open(file, 'r');
  try {
    await rm(file);
    const { size } = await handle.stat();
    return { content: handle.createReadStream(), size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * The file again with every fault in a column of its own. Imports nothing, and keeps nothing: whoever wants the faults
 * sends the file once more.
 * @throws ApiError IMPORT_INVALID where the file cannot be read as a table, TOO_MANY_REQUESTS
 */
export async function faultFile<C extends string, Cell, Draft>(
  deps: ImportDeps,
  job: ImportJob<C, Cell, Draft>,
  upload: Upload,
  importer: Importer,
): Promise<BinaryReply> {
  const { actor, lang } = importer;
  await deps.limits.consume('importCheck', { account: actor.userId });
  const words = importWords(deps, lang);
  const { t } = words;
  const target = `${upload.path}.annotated`;
  const report = await createFaultSpool(`${upload.path}.faults`);
  try {
    await inTurn(async () => {
      const { headerLine, faultsIndex, width } = await checkFile(
        upload.path,
        job,
        { ...importer, tx: deps.db, now: deps.clock.now(), words },
        { report, take: () => undefined, onLines: report.flush },
      );
      if (headerLine === null) throw new SpreadsheetFault('unreadable');
      await report.flush();
      await job.annotate(upload.path, target, {
        title: t('faults.title'),
        headerLine,
        column: faultsIndex ?? width,
        isThere: faultsIndex !== null,
        notes: report.notes,
      });
    });
    const { name, ext } = path.parse(upload.originalName);
    return {
      ...(await takenFile(target)),
      contentType: job.contentType,
      fileName: `${name}-${t('faults.suffix')}${ext}`,
    };
  } catch (error) {
    await rm(target, { force: true });
    if (!(error instanceof SpreadsheetFault)) throw error;
    const unreadable = createFaultReport();
    unreadable.add(error.line, t(`file.${error.key}`, error.values));
    throw importInvalid(unreadable, words, lang, false);
  } finally {
    await report.discard();
  }
}
