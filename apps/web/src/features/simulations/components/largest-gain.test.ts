import type { Details, NearestChange } from '@wasl/premium';
import { expect, it } from 'vitest';

import { largestGain } from './largest-gain.tsx';

const change = (input: string): NearestChange => ({ input, from: 1, to: 2, rateTo: 3 });
const detailsOf = (...inputs: readonly (string | null)[]): Details => ({
  premiums: inputs.map((input, at) => ({
    key: `premium-${String(at)}`,
    rate: 0,
    figures: {},
    rule: { kind: 'flag', rate: 3, met: false },
    nearest: input === null ? null : change(input),
  })),
  ceilings: [],
});
const saved = { rate: 10, millions: 1 };

it('selects the change with the largest gain, and a change of place last', () => {
  const outcomes: Readonly<Record<string, { rate: number; millions: number }>> = {
    jobs: { rate: 12, millions: 1.2 },
    women: { rate: 13, millions: 1.3 },
    localisationProjet: { rate: 25, millions: 2.5 },
    capped: saved,
  };
  const of = (...inputs: readonly (string | null)[]) =>
    largestGain(detailsOf(...inputs), saved, ({ input }) => outcomes[input] ?? null)?.detail.nearest
      ?.input;
  expect(of('jobs', 'localisationProjet', 'women', null)).toBe('women');
  expect(of('capped', 'localisationProjet')).toBe('localisationProjet');
  // A gain that a ceiling removes is none, and neither is a change that makes the project ineligible.
  expect(of('capped', null, 'refused')).toBeUndefined();
});
