import { todayParts, type TodayPartName } from '@wasl/contracts';

/** Parts of an agent's day, the most urgent first. */
export const todayNames = Object.keys(todayParts) as readonly TodayPartName[];

/** The members of the worklist's address that show a part of the day, longest waiting first. */
export function todaySearch(name: TodayPartName): string {
  const { criteria, owner, ...part } = todayParts[name];
  return new URLSearchParams([
    ...criteria.map(({ key, value }): [string, string] => [key, value]),
    ...Object.entries(part).filter((entry): entry is ['tab', 'late'] => entry[0] === 'tab'),
    ['owner', owner],
    ['sort', 'assignedAt,asc'],
  ]).toString();
}
