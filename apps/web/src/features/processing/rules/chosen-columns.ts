import type { WorklistColumn } from '@wasl/contracts';

import { deviceStore } from '../../../lib/drafts/device-store.ts';

// Not imported from the contracts: their chunk is part of each first load.
export const optionalColumns = [
  'dateRequest',
  'beneficiary',
  'percent',
  'service',
  'processingStepStatus',
  'assignedOn',
  'dueOn',
] as const satisfies readonly WorklistColumn[];
export type OptionalColumn = WorklistColumn;

/** The specified columns (docs/specification.md, portal §2). */
const initial: readonly OptionalColumn[] = optionalColumns.slice(0, 5);

const storeKey = (userId: string) => `worklist-columns:${userId}`;

/** The chosen columns as this device last knew them, in the order of the table. */
export function chosenColumns(userId: string): readonly OptionalColumn[] {
  const stored = deviceStore.get(storeKey(userId));
  if (stored === null) return initial;
  const keys = stored.split(',');
  return optionalColumns.filter((key) => keys.includes(key));
}

export function storeColumns(userId: string, columns: readonly OptionalColumn[]): void {
  deviceStore.set(storeKey(userId), columns.join(','));
}
