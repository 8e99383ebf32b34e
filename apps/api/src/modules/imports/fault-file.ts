import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { BinaryReply } from '../../platform/http/handler.ts';
import type { Upload } from '../../platform/http/upload.ts';
import type { NumberedRow } from '../../platform/spreadsheets/numbered-rows.ts';
import { SpreadsheetFault } from '../../platform/spreadsheets/spreadsheet-fault.ts';
import { checkFile, type CheckedRows } from './check-file.ts';
import { createFaultReport, type FaultSink } from './fault-report.ts';
import type { ImportDeps, Importer, ImportJob } from './import-job.ts';
import { withImportSlot } from './import-slots.ts';
import { importWords } from './run-import.ts';
import { withRecipientQuota } from './unknown-recipients.ts';

/** Streams a file and deletes it from its folder first, so that nothing is left after the answer or a cut connection. */
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

/** Limit of a line's faults in characters; a cell of a spreadsheet has at most 32,767. */
const maxNote = 4000;

/** Collects the faults of the current lines until they are written next to them. */
function faultsByLine(): FaultSink & { take: (line: number) => string; rest: () => string } {
  const byLine = new Map<number, string>();
  let total = 0;
  return {
    add(line, message) {
      total += 1;
      const earlier = byLine.get(line);
      byLine.set(
        line,
        (earlier === undefined ? message : `${earlier} / ${message}`).slice(0, maxNote),
      );
    },
    get total() {
      return total;
    },
    isFull: false,
    take(line) {
      const text = byLine.get(line) ?? '';
      byLine.delete(line);
      return text;
    },
    rest: () => [...byLine.values()].join(' / '),
  };
}

/** The rows before a fault that ends the reading. */
async function* readableRows<T>(
  rows: AsyncIterable<T>,
  report: (fault: SpreadsheetFault) => void,
): AsyncGenerator<T> {
  try {
    yield* rows;
  } catch (error) {
    if (!(error instanceof SpreadsheetFault)) throw error;
    report(error);
  }
}

/** Yields the visible rows of a file with a last column for their faults, which replaces an earlier one. */
async function* withFaults<Cell>(
  checked: AsyncIterable<CheckedRows<Cell, unknown>>,
  textOf: (cell: Cell) => string,
  faults: ReturnType<typeof faultsByLine>,
  title: string,
): AsyncGenerator<NumberedRow[]> {
  let end = 0;
  let column: number | null = null;
  for await (const { rows, header, line: read } of checked) {
    end = read;
    column = header && (header.faultsIndex ?? header.width);
    yield rows.map(({ line, cells }) => {
      // A number stays a number: the import detects by it that leading zeros are missing.
      const texts = cells.map((cell) => (typeof cell === 'number' ? cell : textOf(cell)));
      if (!header || column === null) return { line, cells: texts };
      const own = faults.take(line);
      const head = own === '' ? title : `${title}: ${own}`;
      while (texts.length < column) texts.push('');
      texts.splice(column, header.faultsIndex === null ? 0 : 1, line === header.line ? head : own);
      return { line, cells: texts };
    });
  }
  const rest = faults.rest();
  const text = column === null ? `${title}: ${rest}` : rest;
  if (rest !== '') yield [{ line: end + 1, cells: [...Array<string>(column ?? 0).fill(''), text] }];
}

/**
 * Returns the sent file with every fault in a column, as a file of the same kind. Of a file that cannot be read to its
 * end, it has the rows before that place. It imports and stores nothing, so the file must be sent again for it.
 * @throws ApiError TOO_MANY_REQUESTS
 */
export async function faultFile<C extends string, Cell, Draft>(
  deps: ImportDeps,
  job: ImportJob<C, Cell, Draft>,
  upload: Upload,
  importer: Importer,
): Promise<BinaryReply> {
  const { lang } = importer;
  const words = importWords(deps, lang);
  const { t } = words;
  const target = `${upload.path}.faults`;
  try {
    const write = async (unknownRecipients: Set<string>): Promise<void> => {
      const faults = faultsByLine();
      const context = {
        ...importer,
        tx: deps.db,
        now: deps.clock.now(),
        words,
        unknownRecipients,
        again: false,
        alreadyFiled: createFaultReport(),
        hidden: 'include' as const,
        unseen: createFaultReport(),
        readAs: createFaultReport(),
      };
      const checked = readableRows(checkFile(upload.path, job, context, faults), (fault) =>
        faults.add(fault.line, t(`file.${fault.key}`, fault.values)),
      );
      const rows = withFaults(checked, job.textOf, faults, t('faults.title'));
      await pipeline(
        job.writeLike(upload.path, rows, { ...words, lang }),
        createWriteStream(target, { flags: 'wx', mode: 0o600 }),
      );
    };
    await withRecipientQuota(deps, importer, true, async (unknownRecipients) => {
      await withImportSlot(async () => {
        await write(unknownRecipients);
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
    throw error;
  }
}
