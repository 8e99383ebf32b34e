/** The portal's time zone, for days without a time. */
const timeZone = 'Africa/Casablanca';

const minute = 60_000;
const day = 24 * 60 * minute;

let minuteFormat: Intl.DateTimeFormat | undefined;

/** Offset of the zone ahead of UTC in ms, from this machine's zone data. */
function dataOffset(instant: Date): number {
  // Created at its first use: a phone needs up to 0.4 s to read its zone data, and most pages need none.
  minuteFormat ??= new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const part = Object.fromEntries(
    minuteFormat.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  ) as Record<Intl.DateTimeFormatPartTypes, number>;
  const wall = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute);
  return wall - Math.floor(instant.getTime() / minute) * minute;
}

/** Morocco uses UTC since then, also in Ramadan: IANA's zone data from 2026c on. */
const keepsUtcSince = Date.UTC(2026, 8, 20, 1);
/**
 * Older data, as in Node 20 and on many phones, continue with the extra hour. Newer data are trusted, whatever they
 * contain later.
 */
let isDataOlder: boolean | undefined;

function zoneOffset(instant: Date): number {
  if (instant.getTime() < keepsUtcSince) return dataOffset(instant);
  isDataOlder ??= dataOffset(new Date(keepsUtcSince)) !== 0;
  return isDataOlder ? 0 : dataOffset(instant);
}

// Zone data are slow, and a list needs the same hours repeatedly. Clocks change at whole quarters.
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

/** Formats an instant for the wire, `YYYY/MM/DD HH:mm`, in Morocco's time. @throws RangeError for an invalid Date */
export function wireDateTime(instant: Date): string {
  const wall = new Date(instant.getTime() + offsetMs(instant)).toISOString();
  return `${wall.slice(0, 10).replaceAll('-', '/')} ${wall.slice(11, 16)}`;
}

/** The day, `YYYY-MM-DD`, of an instant in Morocco. */
export function dayOf(instant: Date): string {
  return wireDateTime(instant).slice(0, 10).replaceAll('/', '-');
}

/**
 * Offset of Morocco ahead of UTC at an instant, in minutes, from this machine's zone data. The change that older data
 * lack is added.
 */
export function offsetAt(instant: Date): number {
  return offsetMs(instant) / minute;
}

let timeSource = (): number => Date.now();
let sourceOffset = offsetAt;

/**
 * Sets the clock for the current day; a browser follows the server's.
 * @param source returns milliseconds since 1970
 * @param offset minutes ahead of UTC at an instant; default: this machine's zone data
 */
export function setTimeSource(source: () => number, offset = offsetAt): void {
  timeSource = source;
  sourceOffset = offset;
}

/** Today in Morocco, `YYYY-MM-DD`. */
export function presentDay(): string {
  const now = timeSource();
  return new Date(now + sourceOffset(new Date(now)) * minute).toISOString().slice(0, 10);
}

/**
 * The instant of a wall-clock time in Morocco.
 * @param wall the wall-clock time in ms, as if it were UTC
 * @param offset minutes ahead of UTC at an instant; default: this machine's zone data
 */
export function instantOfWall(wall: number, offset = offsetAt): Date {
  const guess = new Date(wall - offset(new Date(wall)) * minute);
  return new Date(wall - offset(guess) * minute);
}

/** First and last instant of a day `YYYY-MM-DD` in Morocco; it has an hour more or less where the clock changes. */
export function boundsOfDay(text: string, offset = offsetAt): { start: Date; end: Date } {
  const wall = Date.parse(`${text}T00:00:00Z`);
  const next = instantOfWall(wall + day, offset);
  return { start: instantOfWall(wall, offset), end: new Date(next.getTime() - 1) };
}

/** Changes of Morocco's offset in order: from an instant (ms) on, minutes ahead of UTC. */
export type ClockChanges = readonly (readonly [from: number, minutes: number])[];

/** Changes between two instants by this machine's zone data, including the offset at the first one. */
export function clockChanges(from: Date, to: Date): ClockChanges {
  const changes: [number, number][] = [[from.getTime(), offsetAt(from)]];
  for (let at = from.getTime(); at < to.getTime(); at += day) {
    const after = offsetAt(new Date(at + day));
    if (after === changes.at(-1)?.[1]) continue;
    // Bisects down to the minute: clocks change at whole ones.
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

/** Offset in minutes at an instant by a list of changes; before the first change, the first. */
export function offsetIn(changes: ClockChanges, instant: Date): number {
  const last = changes.filter(([from]) => from <= instant.getTime()).at(-1) ?? changes[0];
  return last?.[1] ?? 0;
}
