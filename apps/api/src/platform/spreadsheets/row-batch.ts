/** Some rows of a file that is being read, and how much of its bytes was read with them, from 0 to 1. */
export interface RowBatch<Row> {
  readonly rows: readonly Row[];
  readonly share: number;
  /** Names of the other sheets of a workbook, which are not read. */
  readonly otherSheets?: readonly string[];
  /** Columns of a workbook that a person does not see, by their index from 0. */
  readonly hiddenColumns?: readonly number[];
}
