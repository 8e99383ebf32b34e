import type { SpreadsheetFaultKey } from './spreadsheet-fault.ts';

/** A fault of the workbook that leaves its rows readable. */
export interface WorkbookFault {
  readonly key: SpreadsheetFaultKey;
  readonly values?: Readonly<Record<string, string>>;
}

/** Some rows of a file, and the share of its bytes read so far, from 0 to 1. */
export interface RowBatch<Row> {
  readonly rows: readonly Row[];
  readonly share: number;
  readonly otherSheets?: readonly string[];
  /** Indexes from 0 of hidden columns in a workbook. */
  readonly hiddenColumns?: readonly number[];
  /** All found so far. */
  readonly faults?: readonly WorkbookFault[];
  /** Some words with accents, where a file without a mark was read as Windows-1252. */
  readonly frenchWords?: readonly string[];
}
