/** The portal's clock on the wall: dates without a time are days of this zone. */
const timeZone = 'Africa/Casablanca';

const minute = 60_000;
const day = 24 * 60 * minute;

const minuteFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** How far the zone's clock is ahead of UTC, in milliseconds, as this machine's zone data say it. */
function dataOffset(instant: Date): number {
  const part = Object.fromEntries(
    minuteFormat.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  ) as Record<Intl.DateTimeFormatPartTypes, number>;
  const wall = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute);
  return wall - Math.floor(instant.getTime() / minute) * minute;
}

/** Since then Morocco keeps UTC, in Ramadan and outside: IANA's zone data from 2026c on. */
const keepsUtcSince = Date.UTC(2026, 8, 20, 1);
/** Older data, as Node 20 and many phones have them, go on with the hour ahead. Newer ones are asked, whatever they say later. */
const isDataOlder = dataOffset(new Date(keepsUtcSince)) !== 0;

function zoneOffset(instant: Date): number {
  return isDataOlder && instant.getTime() >= keepsUtcSince ? 0 : dataOffset(instant);
}

// The zone data are slow to ask, and a list asks for the same hours again and again. Clocks change at whole quarters.
const quarter = 15 * minute;
const mostOffsets = 20_000;
const offsets = new Map<number, number>();

function offsetMs(instant: Date): number {
  const block = Math.floor(instant.getTime() / quarter);
  const known = offsets.get(block);
  if (known !== undefined) return known;
  const offset = zoneOffset(instant);
  if (offsets.size >= mostOffsets) offsets.clear();
  offsets.set(block, offset);
  return offset;
}

/** The wire's text of an instant, `YYYY/MM/DD HH:mm`, in Morocco's time. @throws RangeError for no instant */
export function wireDateTime(instant: Date): string {
  const wall = new Date(instant.getTime() + offsetMs(instant)).toISOString();
  return `${wall.slice(0, 10).replaceAll('-', '/')} ${wall.slice(11, 16)}`;
}

/** The day, `YYYY-MM-DD`, that an instant falls on in Morocco. */
export function dayOf(instant: Date): string {
  return wireDateTime(instant).slice(0, 10).replaceAll('/', '-');
}

let timeSource = (): number => Date.now();

/**
 * Sets the clock that says which day is today; a browser follows the server's.
 * @param source answers milliseconds since 1970
 */
export function setTimeSource(source: () => number): void {
  timeSource = source;
}

/** Today in Morocco, `YYYY-MM-DD`. */
export function presentDay(): string {
  return dayOf(new Date(timeSource()));
}

/** How far Morocco's clock is ahead of UTC at an instant, in minutes, by this machine's zone data, but for the one change that older ones lack. */
export function offsetAt(instant: Date): number {
  return offsetMs(instant) / minute;
}

/**
 * The instant at which Morocco's clock shows a time.
 * @param wall that time in milliseconds, as if it stood in Greenwich
 * @param offset minutes ahead of UTC at an instant; this machine's zone data unless told
 */
export function instantOfWall(wall: number, offset = offsetAt): Date {
  const guess = new Date(wall - offset(new Date(wall)) * minute);
  return new Date(wall - offset(guess) * minute);
}

/** The first and the last instant of a day `YYYY-MM-DD` in Morocco; it has an hour more or less where the clock changes. */
export function boundsOfDay(text: string, offset = offsetAt): { start: Date; end: Date } {
  const wall = Date.parse(`${text}T00:00:00Z`);
  const next = instantOfWall(wall + day, offset);
  return { start: instantOfWall(wall, offset), end: new Date(next.getTime() - 1) };
}

/** When Morocco's clock changes: from an instant (in milliseconds) on it is so many minutes ahead of UTC. In order. */
export type ClockChanges = readonly (readonly [from: number, minutes: number])[];

/** The changes between two instants by this machine's zone data, what held at the first of them included. */
export function clockChanges(from: Date, to: Date): ClockChanges {
  const changes: [number, number][] = [[from.getTime(), offsetAt(from)]];
  for (let at = from.getTime(); at < to.getTime(); at += day) {
    const after = offsetAt(new Date(at + day));
    if (after === changes.at(-1)?.[1]) continue;
    // Halved down to the minute: clocks change at whole ones.
    let [before, since] = [at, at + day];
    while (since - before > minute) {
      const middle = before + Math.floor((since - before) / 2 / minute) * minute;
      if (offsetAt(new Date(middle)) === after) since = middle;
      else before = middle;
    }
    changes.push([since, after]);
  }
  return changes;
}

/** The offset that a list of changes names for an instant, in minutes; before the first of them, the first. */
export function offsetIn(changes: ClockChanges, instant: Date): number {
  const last = changes.filter(([from]) => from <= instant.getTime()).at(-1) ?? changes[0];
  return last?.[1] ?? 0;
}
