import type { Choice } from '../../../ui/form/index.ts';

export type Labels = Readonly<Record<string, string>>;

export function labelsOf(...lists: (readonly Choice[])[]): Labels {
  return Object.fromEntries(
    lists.flatMap((list) => list.map(({ value, label }) => [value, label] as const)),
  );
}
