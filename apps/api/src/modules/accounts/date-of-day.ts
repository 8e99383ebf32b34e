/** A wire day (`YYYY-MM-DD`) as the database's date columns want it: midnight UTC. */
export function dateOfDay(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
