import { langs, type Lang } from '@wasl/contracts';
import type { StoredTexts } from '@wasl/contracts/administration';

export type Value = string | number | boolean | null;

/** A part of a list or journey, as people compare it: an item, a question, a task. */
export interface Part {
  /** Identifies the part before and after; null for a new one. */
  readonly key: string | null;
  readonly name: string;
  readonly isHidden?: boolean;
  readonly texts: Readonly<Record<string, StoredTexts | null>>;
  readonly values: Readonly<Record<string, Value>>;
}

export interface Section<K extends string = string> {
  readonly section: K;
  readonly parts: readonly Part[];
}

export interface Change {
  readonly field: string;
  /** Null for a value that is the same in all languages. */
  readonly lang: Lang | null;
  readonly before: Value;
  readonly after: Value;
}

type Kind = 'added' | 'removed' | 'hidden' | 'shown' | 'moved' | 'changed';
export interface Difference {
  readonly section: string;
  readonly name: string;
  readonly kinds: readonly Kind[];
  readonly changes: readonly Change[];
}

/** The longest part of a list of numbers, not necessarily connected, that rises. */
function longestRising(numbers: readonly number[]): ReadonlySet<number> {
  let longest: readonly number[] = [];
  const endingAt: (readonly number[])[] = [];
  for (const number of numbers) {
    const before = endingAt.filter((one) => (one.at(-1) ?? -1) < number);
    const best = before.reduce<readonly number[]>(
      (most, one) => (one.length > most.length ? one : most),
      [],
    );
    endingAt.push([...best, number]);
    if (best.length >= longest.length) longest = [...best, number];
  }
  return new Set(longest);
}

function changesOf(before: Part | undefined, after: Part): Change[] {
  const texts = Object.entries(after.texts).flatMap(([field, text]) =>
    langs.map((lang) => ({
      field,
      lang,
      before: before?.texts[field]?.[lang] ?? null,
      after: text?.[lang] ?? null,
    })),
  );
  const values = Object.entries(after.values).map(([field, value]) => ({
    field,
    lang: null,
    before: before?.values[field] ?? null,
    after: value,
  }));
  return [...texts, ...values].filter((change) => change.before !== change.after);
}

function differencesIn(
  section: string,
  before: readonly Part[],
  after: readonly Part[],
): Difference[] {
  const placeBefore = new Map(before.map(({ key }, index) => [key, index]));
  const places = after.flatMap(({ key }) => placeBefore.get(key) ?? []);
  const unmoved = longestRising(places);
  const present = after.flatMap((part): Difference[] => {
    const place = part.key === null ? undefined : placeBefore.get(part.key);
    const old = place === undefined ? undefined : before[place];
    const changes = changesOf(old, part);
    if (place === undefined || old === undefined)
      return [{ section, name: part.name, kinds: ['added'], changes }];
    const kinds: Kind[] = [];
    if (old.isHidden !== part.isHidden) kinds.push(part.isHidden === true ? 'hidden' : 'shown');
    if (!unmoved.has(place)) kinds.push('moved');
    if (changes.length > 0) kinds.push('changed');
    return kinds.length === 0 ? [] : [{ section, name: part.name, kinds, changes }];
  });
  const removed = before
    .filter(({ key }) => !after.some((part) => part.key === key))
    .map(({ name }): Difference => ({ section, name, kinds: ['removed'], changes: [] }));
  return [...present, ...removed];
}

/** What a save would change, in the order of the edited sections and parts. */
export function differencesOf(before: readonly Section[], after: readonly Section[]): Difference[] {
  return after.flatMap(({ section, parts }) =>
    differencesIn(section, before.find((one) => one.section === section)?.parts ?? [], parts),
  );
}

/** Splits two texts into their common beginning, the words that differ, and their common end. */
export function splitChange(before: string, after: string) {
  const [old, now] = [before, after].map((text) => text.split(/(?=\s)/)) as [string[], string[]];
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const middle = (words: readonly string[]) => words.slice(start, words.length - end).join('');
  return {
    start: old.slice(0, start).join(''),
    before: middle(old),
    after: middle(now),
    end: old.slice(old.length - end).join(''),
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
interface Row {
  readonly code: string | null;
}
const isRows = (value: unknown): value is readonly Row[] =>
  Array.isArray(value) && value.every((row) => isPlain(row) && 'code' in row);

/** Applies what one administrator changed since `base` to what another one saved since. Mine wins for one field. */
export function rebased(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isSame(mine, base)) return theirs;
  if (isSame(theirs, base)) return mine;
  if (isRows(mine) && isRows(theirs) && isRows(base)) {
    const rowIn = (rows: readonly Row[], { code }: Row) =>
      code === null ? undefined : rows.find((row) => row.code === code);
    const left = mine.flatMap((row) => {
      const their = rowIn(theirs, row);
      if (their !== undefined) return [rebased(rowIn(base, row), row, their)];
      return rowIn(base, row) === undefined ? [row] : [];
    });
    const added = theirs.filter((row) => !rowIn(mine, row) && !rowIn(base, row));
    return [...left, ...added];
  }
  if (isPlain(mine) && isPlain(theirs) && isPlain(base)) {
    return Object.fromEntries(
      Object.entries(mine).map(([key, value]) => [key, rebased(base[key], value, theirs[key])]),
    );
  }
  return mine;
}
