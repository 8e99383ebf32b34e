import { SpreadsheetFault } from './spreadsheet-fault.ts';

const lessThan = 0x3c;
/** Bytes of a tag that are looked at. */
const window = 300;
/** Excel keeps 32,767 characters in a cell: up to six bytes each, written as entities. */
const maxGapBytes = 220_000;
const maxRows = 200_000;
const maxCellsInRow = 256;
const maxColumns = 16_384;
/** Ten different texts for each of the 50,000 lines that an import takes. */
const maxSharedStrings = 500_000;
/** Tags before, within or after one row (links and validations stand after the last): tags within tags stop here. */
const maxTagsInRow = 200_000;
/** How the parts that are read end; an empty one may close itself. */
const rootEnd = /(?:<\/(?:\w+:)?(?:worksheet|sst|styleSheet)\s*>|\/>)\s*$/;

/** What a sheet's bytes tell before any cell is built. */
export interface SheetOutline {
  readonly rows: number;
  /** First merged range, such as `A1:C1`. */
  readonly merged: string | null;
}

function refuseEntity(tag: string): void {
  if (/^<!(DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(tag)) throw new SpreadsheetFault('entities');
}

/**
 * Runs over a part's bytes, tag by tag, and refuses what would make the real reader swell: an endless cell,
 * too many cells in a row, too many rows, entities. Costs a fraction of reading the sheet.
 * @throws SpreadsheetFault
 */
export async function scanXml(part: AsyncIterable<Buffer>): Promise<SheetOutline> {
  let rows = 0;
  let cellsInRow = 0;
  let tagsInRow = 0;
  let strings = 0;
  let merged: string | null = null;
  let rest: Buffer = Buffer.alloc(0);
  let sinceTag = 0;
  let tail = '';

  const inspect = (data: Buffer, at: number): void => {
    tagsInRow += 1;
    if (tagsInRow > maxTagsInRow) throw new SpreadsheetFault('tooBig');
    const first = data[at + 1];
    const second = data[at + 2];
    const isWordEnd = (byte: number | undefined): boolean =>
      byte === 0x20 ||
      byte === 0x3e ||
      byte === 0x2f ||
      byte === 0x0a ||
      byte === 0x0d ||
      byte === 0x09;
    if (first === 0x63 && isWordEnd(second)) {
      cellsInRow += 1;
      if (cellsInRow > maxCellsInRow) throw new SpreadsheetFault('tooManyColumns');
      return;
    }
    if (first === 0x72 && second === 0x6f && data[at + 3] === 0x77 && isWordEnd(data[at + 4])) {
      rows += 1;
      cellsInRow = 0;
      tagsInRow = 0;
      if (rows > maxRows) throw new SpreadsheetFault('tooManyRows');
      return;
    }
    // A shared string is to its part what a row is to a sheet.
    if (first === 0x73 && second === 0x69 && isWordEnd(data[at + 3])) {
      strings += 1;
      tagsInRow = 0;
      if (strings > maxSharedStrings) throw new SpreadsheetFault('tooBig');
    }
    if (first === 0x21) refuseEntity(data.toString('latin1', at, at + 12));
    if (first === 0x63 && second === 0x6f) {
      const tag = data.toString('latin1', at, at + window);
      if (tag.startsWith('<col ') && Number(/\smax="(\d+)"/.exec(tag)?.[1] ?? 0) > maxColumns) {
        throw new SpreadsheetFault('tooManyColumns');
      }
    }
    if (first === 0x6d && merged === null) {
      merged =
        /^<mergeCell\s[^>]*?ref="([A-Z0-9:]{1,20})"/.exec(
          data.toString('latin1', at, at + window),
        )?.[1] ?? null;
    }
  };

  const run = (data: Buffer, isLast: boolean): void => {
    let from = 0;
    for (;;) {
      const at = data.indexOf(lessThan, from);
      if (at === -1) {
        sinceTag += data.length - from;
        rest = Buffer.alloc(0);
        break;
      }
      sinceTag += at - from;
      if (sinceTag > maxGapBytes) break;
      if (!isLast && at + window > data.length) {
        rest = data.subarray(at);
        break;
      }
      inspect(data, at);
      sinceTag = 0;
      from = at + 1;
    }
    if (sinceTag > maxGapBytes) throw new SpreadsheetFault('cellTooLong');
  };

  for await (const chunk of part) {
    tail = (tail + chunk.toString('latin1', Math.max(0, chunk.length - 100))).slice(-100);
    run(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]), false);
  }
  run(rest, true);
  // A part cut short would lose its last rows without a word.
  if (!rootEnd.test(tail)) throw new SpreadsheetFault('unreadable');
  return { rows, merged };
}
