import type { WorklistRow } from '@wasl/contracts';

import { rowKey } from './live-rows.ts';

/** Limit of one call (`mostBulkSteps` of the contracts, which the list does not load). */
export const maxChosen = 200;

export interface ChosenRow<Row> {
  readonly row: Row;
  /** Identifies the list that showed it: part, filter, sort and page. */
  readonly question: string;
}
export type ChosenRows<Row = WorklistRow> = ReadonlyMap<string, ChosenRow<Row>>;
type Keyed = Pick<WorklistRow, 'id' | 'processingStepId'>;

/** Selects or deselects rows, up to `maxChosen`. */
export function withRows<Row extends Keyed>(
  chosen: ChosenRows<Row>,
  rows: readonly Row[],
  isChosen: boolean,
  question: string,
): ChosenRows<Row> {
  const next = new Map(chosen);
  for (const row of rows) {
    const key = rowKey(row);
    if (!isChosen) next.delete(key);
    // Bulk actions apply to steps, so a row without a step cannot be chosen.
    else if (row.processingStepId !== null && (next.has(key) || next.size < maxChosen))
      next.set(key, { row, question });
  }
  return next;
}

/** Rows of a range, inclusive; only the second row when the first is not among them. */
export function rowsBetween<Row extends Keyed>(
  rows: readonly Row[],
  from: string | null,
  to: Row,
): readonly Row[] {
  const [a, b] = [rows.findIndex((row) => rowKey(row) === from), rows.indexOf(to)];
  return a < 0 ? [to] : rows.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** Updates the chosen rows from the list; returns the same object when nothing changed. */
export function refreshChosen<Row extends Keyed>(
  chosen: ChosenRows<Row>,
  rows: readonly Row[],
  question: string,
): ChosenRows<Row> {
  const news = rows.filter((row) => {
    const known = chosen.get(rowKey(row));
    return known !== undefined && (known.row !== row || known.question !== question);
  });
  return news.length === 0 ? chosen : withRows(chosen, news, true, question);
}

/** Counts the chosen rows that are not visible: those that left the list, and those of another page or filter. */
export function countHidden<Row extends Keyed>(
  chosen: ChosenRows<Row>,
  rows: readonly Row[],
  question: string,
): { readonly left: number; readonly elsewhere: number } {
  const shown = new Set(rows.map(rowKey));
  const hidden = [...chosen].filter(([key]) => !shown.has(key));
  const left = hidden.filter(([, one]) => one.question === question).length;
  return { left, elsewhere: hidden.length - left };
}
