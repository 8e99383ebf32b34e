import type { WorklistRow } from '@wasl/contracts';

/** Unique key of a row: one per step, because a request can have several. */
export const rowKey = (row: Pick<WorklistRow, 'id' | 'processingStepId'>): string =>
  row.processingStepId === null
    ? `request-${String(row.id)}`
    : `step-${String(row.processingStepId)}`;

/**
 * Updates the shown rows in place: no row is added, removed or moved. A row that the server no longer returns stays
 * unchanged.
 * @returns `isSame`: whether the rows and their order equal the server's
 */
export function updateRowsInPlace<Row extends Pick<WorklistRow, 'id' | 'processingStepId'>>(
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
