/** A cell as the reader hands it over. `day` is `YYYY-MM-DD`. */
export type XlsxCell =
  | string
  | number
  | boolean
  | null
  | { readonly day: string }
  | { readonly isFormula: true }
  | { readonly isError: true };

/** One row that holds something: its number in the sheet, and its cells from column A. */
export interface XlsxRow {
  readonly line: number;
  readonly cells: readonly XlsxCell[];
}

/** What the reading thread says. */
export type ReadMessage =
  /** Before the first rows: how many there are. */
  | { readonly kind: 'outline'; readonly rows: number }
  | { readonly kind: 'rows'; readonly rows: readonly XlsxRow[] }
  | {
      readonly kind: 'fault';
      readonly key: string;
      readonly line: number;
      readonly values: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'end' };
