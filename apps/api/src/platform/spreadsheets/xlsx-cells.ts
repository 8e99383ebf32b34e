/** A cell from the reader. `day` is `YYYY-MM-DD`, `shown` the displayed text. */
export type XlsxCell =
  | string
  | number
  | boolean
  | null
  | { readonly day: string }
  | { readonly isFormula: true; readonly shown: string }
  | { readonly isError: true; readonly shown: string };

export function shownText(cell: XlsxCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'object') return String(cell);
  return 'day' in cell ? cell.day : cell.shown;
}

/** A non-empty row: its number in the sheet, and its cells from column A. */
export interface XlsxRow {
  readonly line: number;
  readonly cells: readonly XlsxCell[];
  /** Hidden by a filter, manually, or by a height of zero. */
  readonly isHidden?: true;
  /** Indexes of cells whose format shows nothing. */
  readonly unseen?: readonly number[];
  /** The first cell after the last column that is read. */
  readonly beyond?: { readonly at: number; readonly cell: XlsxCell };
  /** The workbook counts days from 1904. */
  readonly isFrom1904?: true;
}

/** A cell as in the XML, before its type, style and texts are applied. */
export interface RawCell {
  readonly type: string | undefined;
  readonly value: string;
  readonly isFormula: boolean;
  readonly isDate: boolean;
}

/** Days from 30 December 1899, the epoch of spreadsheets, to 1970. Some workbooks use 1904. */
const daysTo1970 = 25_569;
const daysTo1904 = 1462;

function numberOf(value: string, isDate: boolean, is1904: boolean): XlsxCell {
  const number = value.trim() === '' ? NaN : Number(value);
  const isFailure = { isError: true, shown: value } as const;
  if (Number.isNaN(number)) return isFailure;
  if (!isDate) return number;
  const date = new Date(Math.round((number - daysTo1970 + (is1904 ? daysTo1904 : 0)) * 86_400_000));
  return Number.isNaN(date.getTime()) ? isFailure : { day: date.toISOString().slice(0, 10) };
}

/** Converts a cell by the types of ECMA-376, 18.18.11. Characters that XML cannot contain are written `_x0007_`. */
export function cellOf(
  { type, value, isFormula, isDate }: RawCell,
  strings: readonly string[],
  is1904: boolean,
): XlsxCell {
  const plain = (text: string): string =>
    text.replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  const typed = (): XlsxCell => {
    if (type === 's') return plain(strings[Number(value)] ?? '');
    if (type === 'str' || type === 'inlineStr') return plain(value);
    if (type === 'b') return Number(value) !== 0;
    if (type === 'e') return { isError: true, shown: value };
    if (type === 'd') return { day: value.slice(0, 10) };
    return numberOf(value, isDate, is1904);
  };
  if (isFormula) return { isFormula: true, shown: value === '' ? '=' : shownText(typed()) };
  return value === '' ? null : typed();
}
