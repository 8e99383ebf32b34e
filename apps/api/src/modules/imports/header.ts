import { columnLetters } from '../../platform/spreadsheets/cell-text.ts';
import { oneLine } from '../../platform/spreadsheets/visible-text.ts';
import { faultsTitles } from './words/index.ts';
import { placeKey } from '../reference/index.ts';

export interface Column<C extends string> {
  readonly name: C;
  readonly isRequired: boolean;
  readonly titles: readonly string[];
}

export interface Header<C extends string> {
  /** Number of cells in the header. */
  readonly width: number;
  readonly indexOf: ReadonlyMap<C, number>;
  readonly titleOf: ReadonlyMap<C, string>;
  /** By index: whether the column has a title, including that of faults. */
  readonly isTitled: readonly boolean[];
  /** Columns that are reported as missing, so that no line repeats it. */
  readonly missing: ReadonlySet<C>;
}

export interface HeaderFaults<C extends string> {
  /** Titles with the letters of their columns. */
  readonly unknown: readonly string[];
  readonly twice: readonly string[];
  /** Names of the columns. */
  readonly missing: readonly C[];
}

/** Whether a title is that of the column of faults, optionally followed by the header's faults. */
export function isFaultsTitle(title: string): boolean {
  return faultsTitles.some((known) => title === known || title.startsWith(`${known}: `));
}

/** Reads a header in any order, without case, accents, punctuation and a note in brackets. Ignores untitled columns. */
export function readHeader<C extends string>(
  cells: readonly string[],
  columns: readonly Column<C>[],
): { readonly header: Header<C>; readonly faults?: HeaderFaults<C> } {
  const byKey = new Map(
    columns.flatMap((column) =>
      [column.name, ...column.titles].map((title) => [placeKey(title), column.name] as const),
    ),
  );
  const indexOf = new Map<C, number>();
  const titleOf = new Map<C, string>();
  const unknown: string[] = [];
  const twice: string[] = [];
  const isTitled = cells.map((cell, index) => {
    const title = oneLine(cell.trim()).slice(0, 60);
    const placed = `${title} (${columnLetters(index + 1)})`;
    if (title === '') return false;
    if (isFaultsTitle(title)) return true;
    const name = byKey.get(placeKey(title)) ?? byKey.get(placeKey(title.replace(/\(.*/, '')));
    if (name === undefined) unknown.push(placed);
    else if (indexOf.has(name)) twice.push(placed);
    else {
      indexOf.set(name, index);
      titleOf.set(name, title);
    }
    return true;
  });
  const missing = columns
    .filter(({ name, isRequired }) => isRequired && !indexOf.has(name))
    .map(({ name }) => name);
  const header = {
    width: cells.length,
    indexOf,
    titleOf,
    isTitled,
    missing: new Set(missing),
  };
  return unknown.length + twice.length + missing.length === 0
    ? { header }
    : { header, faults: { unknown: unknown.slice(0, 20), twice: twice.slice(0, 20), missing } };
}
