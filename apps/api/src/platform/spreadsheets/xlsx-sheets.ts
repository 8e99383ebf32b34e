/** A column of a sheet to write. */
export interface ColumnDraft {
  readonly title: string;
  /** In characters. */
  readonly width: number;
  /** Shown when a cell of the column is chosen. */
  readonly hint?: string;
  /** Cells are text: typed digits keep their leading zeros. */
  readonly isText?: boolean;
  /** A range of cells whose values are offered, `'Codes'!$B$2:$B$9`; other values are accepted too. */
  readonly choices?: string | null;
}

/** A sheet to write: titles in the first row, then the rows. */
export interface SheetDraft {
  readonly name: string;
  readonly isRightToLeft: boolean;
  readonly columns: readonly ColumnDraft[];
  readonly rows: readonly (readonly (string | number)[])[];
}
