/** Tables of what was measured. */
import type { Reading } from './reads.ts';

const cell = (value: number, digits: number, width: number): string =>
  value.toFixed(digits).padStart(width);

export const heading =
  'call                          stat.  blocks   Node +  PostgreSQL   limit  ratio   calls/s   p50   p95   p99  at 70 %: p50   p99  alone  refused';

export const line = (one: Reading): string =>
  [
    one.name.padEnd(28),
    cell(one.statements, 1, 6),
    cell(one.blocks, 0, 7),
    cell(one.node, 2, 8),
    '+',
    cell(one.postgres, 2, 9),
    one.limit === null ? '      –' : cell(one.limit, 2, 9),
    one.limit === null ? '    –  ' : `${cell((one.node + one.postgres) / one.limit, 1, 5)} ×`,
    cell(one.perSecond, 0, 8),
    cell(one.p50, 0, 6),
    cell(one.p95, 0, 5),
    cell(one.p99, 0, 5),
    cell(one.paced.p50, 0, 13),
    cell(one.paced.p99, 0, 5),
    cell(one.alone, 1, 6),
    cell(one.refused, 0, 6),
    one.differs.length > 0 ? ` DIFFERS ${one.differs.join('; ')}` : '',
  ].join(' ');

/** How each call has grown from the first size on: its processor time and the blocks it reads, beside those at the first. */
export function growth(bySize: ReadonlyMap<number, readonly Reading[]>): string[] {
  const [first, ...others] = [...bySize];
  if (first === undefined || others.length === 0) return [];
  const ratio = (now: number, before: number): string =>
    `${(now / Math.max(before, 0.01)).toFixed(1)} ×`.padStart(8);
  return [
    `growth from ${String(first[0])} requests: processor time and blocks`,
    `${''.padEnd(28)} ${others.map(([size]) => String(size).padStart(17)).join(' ')}`,
    ...first[1].map((before) =>
      [
        before.name.padEnd(28),
        ...others.map(([, readings]) => {
          const now = readings.find(({ name }) => name === before.name);
          return now === undefined
            ? ''.padStart(17)
            : ratio(now.node + now.postgres, before.node + before.postgres) +
                ` ${ratio(now.blocks, before.blocks)}`;
        }),
      ].join(' '),
    ),
  ];
}
