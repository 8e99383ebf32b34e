const dayMs = 24 * 60 * 60 * 1000;

/**
 * The delay of a step: whole days of 24 hours from its coming to its organisation to its end. The one definition: as a
 * function, and in counted-steps.repository.ts for statements that count many; a test holds the export and the statistics against each other.
 */
export function delayDays(assignedAt: Date, processedAt: Date): number {
  return Math.max(0, Math.floor((processedAt.getTime() - assignedAt.getTime()) / dayMs));
}
