/** One member of the state in an address; `parse` returns undefined for invalid text. */
export interface Member<T> {
  readonly initial: T;
  readonly parse: (text: string) => T | undefined;
  /** Initial value where it depends on the other members. */
  readonly initialIn?: (state: Readonly<Record<string, unknown>>) => T;
}

const initialOf = (member: Member<unknown>, state: Readonly<Record<string, unknown>>): unknown =>
  member.initialIn?.(state) ?? member.initial;

export const text = (initial = ''): Member<string> => ({ initial, parse: (value) => value });

/** A whole number of at most seven digits. */
export const whole = (initial = 0): Member<number> => ({
  initial,
  parse: (value) => (/^\d{1,7}$/.test(value) ? Number(value) : undefined),
});

/** A day `YYYY-MM-DD`, or null. */
export const day = (): Member<string | null> => ({
  initial: null,
  parse: (value) =>
    /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined,
});

/** One of a few values; the first is the default initial value. */
export function oneOf<const V extends string | number>(
  values: readonly [V, ...V[]],
  initial: V = values[0],
): Member<V> {
  return { initial, parse: (value) => values.find((candidate) => String(candidate) === value) };
}

/** A sort, `field,asc` or `field,desc`, over the fields the server sorts by. */
export function sortBy<const F extends string>(
  fields: readonly F[],
  initial: { field: F; direction: 'asc' | 'desc' },
): Member<{ readonly field: F; readonly direction: 'asc' | 'desc' }> {
  return {
    initial,
    parse: (value) => {
      const [name, direction] = value.split(',');
      const field = fields.find((candidate) => candidate === name);
      if (field === undefined || (direction !== 'asc' && direction !== 'desc')) return undefined;
      return { field, direction };
    },
  };
}

export type StateShape = Readonly<Record<string, Member<unknown>>>;
export type StateOf<S extends StateShape> = {
  readonly [K in keyof S]: S[K] extends Member<infer T> ? T : never;
};

function written(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object' && 'field' in value && 'direction' in value) {
    return `${String(value.field)},${String(value.direction)}`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Reads the state from an address. An absent or invalid member has its initial value. */
export function readState<S extends StateShape>(shape: S, params: URLSearchParams): StateOf<S> {
  const given = Object.entries(shape).map(([key, member]) => {
    const text = params.get(key);
    return [key, member, text === null ? undefined : member.parse(text)] as const;
  });
  const first = Object.fromEntries(
    given.map(([key, member, value]) => [key, value ?? member.initial]),
  );
  return Object.fromEntries(
    given.map(([key, member, value]) => [key, value ?? initialOf(member, first)]),
  ) as StateOf<S>;
}

/** Writes the state to an address without initial and empty members; other parameters stay. */
export function writeState<S extends StateShape>(
  shape: S,
  state: StateOf<S>,
  params: URLSearchParams,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [key, member] of Object.entries(shape)) {
    const value = written(state[key]);
    if (value === '' || value === written(initialOf(member, state))) next.delete(key);
    else next.set(key, value);
  }
  return next;
}
