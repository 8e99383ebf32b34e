/** Fields by which a worklist can be sorted. */
export const worklistSorts = [
  'dateRequest',
  'numRequest',
  'beneficiary',
  'service',
  'percent',
  'assignedAt',
  'dueOn',
] as const;
