import type { WorklistRow } from '@wasl/contracts';

/** One row for each step of the organisation: a request can have several. */
export const rowKey = (row: Pick<WorklistRow, 'id' | 'processingStepId'>): string =>
  row.processingStepId === null
    ? `request-${String(row.id)}`
    : `step-${String(row.processingStepId)}`;

/**
 * The rows that are shown, with what the server says of them now: none comes, goes or moves. One that the server does not
 * give any more stays as it was. `isSame`: these are the server's rows in the server's order.
 */
export function rowsInPlace<Row extends Pick<WorklistRow, 'id' | 'processingStepId'>>(
  shown: readonly Row[],
  fresh: readonly Row[],
): { readonly rows: readonly Row[]; readonly isSame: boolean } {
  const byKey = new Map(fresh.map((row) => [rowKey(row), row]));
  return {
    rows: shown.map((row) => byKey.get(rowKey(row)) ?? row),
    isSame:
      shown.length === fresh.length &&
      shown.every((row, i) => {
        const other = fresh[i];
        return other !== undefined && rowKey(other) === rowKey(row);
      }),
  };
}
