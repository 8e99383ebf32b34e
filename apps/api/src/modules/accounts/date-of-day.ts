/** Converts a day (`YYYY-MM-DD`) to midnight UTC, as date columns need it. */
export function dateOfDay(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
