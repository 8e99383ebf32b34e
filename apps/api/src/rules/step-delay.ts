const dayMs = 24 * 60 * 60 * 1000;

/**
 * The delay of a step: whole days of 24 hours from its assignment to its end. counted-steps.repository.ts has the same
 * definition in SQL; a test compares the export with the statistics.
 */
export function delayDays(assignedAt: Date, processedAt: Date): number {
  return Math.max(0, Math.floor((processedAt.getTime() - assignedAt.getTime()) / dayMs));
}
