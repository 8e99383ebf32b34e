import { describe, expect, it } from 'vitest';

import { isAway, readersOf, type StepReader } from './step-readers.ts';

const here = (id: string): StepReader => ({ id, absence: null });
const away = (id: string, substituteId: string | null): StepReader => ({
  id,
  absence: { begunAt: new Date('2026-03-02T00:00:00Z'), substituteId },
});
const readersIn = (assigneeId: string | null | undefined, ...agents: StepReader[]) =>
  readersOf(agents, assigneeId === undefined ? {} : { assigneeId }).map(({ id }) => id);

describe('the recipients of a step’s notices', () => {
  it('are only its owner', () => expect(readersIn('a', here('a'), here('b'))).toEqual(['a']));

  it('are all agents if there is no owner, or the owner cannot sign in any more', () => {
    expect(readersIn(null, here('a'), here('b'))).toEqual(['a', 'b']);
    expect(readersIn(undefined, here('a'), here('b'))).toEqual(['a', 'b']);
    expect(readersIn('gone', here('a'), here('b'))).toEqual(['a', 'b']);
  });

  it('are only the substitute while the owner is away', () => {
    expect(readersIn('a', away('a', 'b'), here('b'), here('c'))).toEqual(['b']);
  });

  it('are all agents if there is no substitute, or the substitute is away or gone too', () => {
    expect(readersIn('a', away('a', null), here('b'))).toEqual(['a', 'b']);
    expect(readersIn('a', away('a', 'b'), away('b', null), here('c'))).toEqual(['a', 'b', 'c']);
    expect(readersIn('a', away('a', 'gone'), here('c'))).toEqual(['a', 'c']);
  });
});

it('an agent is away once the absence has begun, not while it is only announced', () => {
  expect(isAway(away('a', null))).toBe(true);
  expect(isAway(here('a'))).toBe(false);
  const announced = { id: 'a', absence: { begunAt: null, substituteId: 'b' } };
  expect(isAway(announced)).toBe(false);
  expect(readersIn('a', announced, here('b'))).toEqual(['a']);
});
