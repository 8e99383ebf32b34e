const dayMs = 24 * 60 * 60 * 1000;

/**
 * The delay of a step: whole days of 24 hours from its coming to its organisation to its end. The one definition: as a
 * function, and as SQL for statements that count many; a test holds the export and the statistics against each other.
 */
export function delayDays(assignedAt: Date, processedAt: Date): number {
  return Math.max(0, Math.floor((processedAt.getTime() - assignedAt.getTime()) / dayMs));
}

/** {@link delayDays} of the table `processing_steps` under this name, in SQL; holds no value of a caller. */
export function delayDaysSql(table: 's'): string {
  const seconds = `extract(epoch FROM ${table}.processed_at - ${table}.assigned_at)`;
  return `greatest(0, floor(${seconds} / 86400))::int`;
}
