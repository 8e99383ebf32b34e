import type { FieldErrors, FieldValues } from 'react-hook-form';

interface Nest {
  [name: string]: Nest | { type: string; message: string };
}

/**
 * Faults by dotted name as the form library holds them, in the order of the fields, so that the
 * summary on top lists them as they stand on the page.
 */
export function nestFaults<T extends FieldValues>(
  faults: ReadonlyMap<string, string>,
  order: readonly string[],
): FieldErrors<T> {
  const place = (name: string) => (order.indexOf(name) + order.length) % order.length;
  const nest: Nest = {};
  for (const [name, message] of [...faults].sort(([a], [b]) => place(a) - place(b))) {
    const parts = name.split('.');
    const last = parts.pop() ?? name;
    let here = nest;
    for (const part of parts) here = (here[part] ??= {}) as Nest;
    here[last] = { type: 'custom', message };
  }
  return nest as FieldErrors<T>;
}
