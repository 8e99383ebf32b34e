import { describe, expect, it } from 'vitest';

import { spreadByLoad } from './by-load.ts';

const receivers = [
  { id: 'busy', openSteps: 4 },
  { id: 'first', openSteps: 1 },
  { id: 'second', openSteps: 1 },
];

describe('items spread by load', () => {
  it('go to the receiver with the fewest open steps, the first of several', () => {
    expect([...spreadByLoad(['a', 'b', 'c'], receivers)]).toEqual([
      ['a', 'first'],
      ['b', 'second'],
      ['c', 'first'],
    ]);
  });

  it('go only to receivers that can have them, and are left out without one', () => {
    const given = spreadByLoad(
      ['a', 'b'],
      receivers,
      (item, { id }) => item === 'b' && id === 'busy',
    );
    expect([...given]).toEqual([['b', 'busy']]);
  });

  it('count what was given in the same run', () => {
    const items = Array.from({ length: 9 }, (_, index) => index);
    const given = [...spreadByLoad(items, receivers).values()];
    expect(receivers.map(({ id }) => given.filter((one) => one === id).length)).toEqual([1, 4, 4]);
  });
});
