import { deviceStore } from '../../../lib/drafts/device-store.ts';

/** Columns of the worklist that an agent can hide. Number and operations always show. */
export const optionalColumns = [
  'dateRequest',
  'beneficiary',
  'percent',
  'service',
  'processingStepStatus',
  'assignedOn',
  'dueOn',
] as const;
export type OptionalColumn = (typeof optionalColumns)[number];

/** The specified columns (docs/specification.md, portal §2). */
const initial: readonly OptionalColumn[] = optionalColumns.slice(0, 5);

const storeKey = (userId: string) => `worklist-columns:${userId}`;

/** The columns that this person chose on this device, in the order of the table. */
export function chosenColumns(userId: string): readonly OptionalColumn[] {
  const stored = deviceStore.get(storeKey(userId));
  if (stored === null) return initial;
  const keys = stored.split(',');
  return optionalColumns.filter((key) => keys.includes(key));
}

export function storeColumns(userId: string, columns: readonly OptionalColumn[]): void {
  deviceStore.set(storeKey(userId), columns.join(','));
}
