/** Why a spreadsheet cannot be read. The sentences are in the imports' words, under `file`. */
export const spreadsheetFaults = [
  'lineTooLong',
  'quoteNotClosed',
  'quoteMisplaced',
  'notWorkbook',
  'encrypted',
  'unreadable',
  'tooBig',
  'tooManyParts',
  'tooManySheets',
  'tooManyRows',
  'textTooLong',
  'entities',
  'externalLinks',
  'macros',
  'mergedCells',
] as const;
export type SpreadsheetFaultKey = (typeof spreadsheetFaults)[number];

/** The file cannot be read: `line` as a spreadsheet numbers it, 1 for the whole file. */
export class SpreadsheetFault extends Error {
  readonly key: SpreadsheetFaultKey;
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
  constructor(key: SpreadsheetFaultKey, line = 1, values: Readonly<Record<string, string>> = {}) {
    super(key);
    this.name = 'SpreadsheetFault';
    this.key = key;
    this.line = line;
    this.values = values;
  }
}
