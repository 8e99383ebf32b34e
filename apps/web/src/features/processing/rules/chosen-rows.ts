import type { WorklistRow } from '@wasl/contracts';

import { rowKey } from './live-rows.ts';

/** As many as one call takes (`mostBulkSteps` of the contracts, which the list does not load). */
export const mostChosen = 200;

/** A row that was chosen, as it was shown last. */
export interface ChosenRow<Row> {
  readonly row: Row;
  /** Of the list that showed it: part, filter, sort and page. */
  readonly question: string;
}
export type ChosenRows<Row = WorklistRow> = ReadonlyMap<string, ChosenRow<Row>>;
type Keyed = Pick<WorklistRow, 'id' | 'processingStepId'>;

/** The rows chosen or let go; beyond the most that can be, none is added. */
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
    // What is done, is done to a step.
    else if (row.processingStepId !== null && (next.has(key) || next.size < mostChosen))
      next.set(key, { row, question });
  }
  return next;
}

/** The rows from one to another, both of them among these; the second alone where the first is not. */
export function rowsBetween<Row extends Keyed>(
  rows: readonly Row[],
  from: string | null,
  to: Row,
): readonly Row[] {
  const [a, b] = [rows.findIndex((row) => rowKey(row) === from), rows.indexOf(to)];
  return a < 0 ? [to] : rows.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** The chosen rows with what the list says of them now; the same object where it says nothing new. */
export function seenAgain<Row extends Keyed>(
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

/** Of the chosen rows that are not shown: how many left the list under one's eyes, and how many are of another page or filter. */
export function notShown<Row extends Keyed>(
  chosen: ChosenRows<Row>,
  rows: readonly Row[],
  question: string,
): { readonly left: number; readonly elsewhere: number } {
  const shown = new Set(rows.map(rowKey));
  const hidden = [...chosen].filter(([key]) => !shown.has(key));
  const left = hidden.filter(([, one]) => one.question === question).length;
  return { left, elsewhere: hidden.length - left };
}
