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
  it('include only its owner', () => expect(readersIn('a', here('a'), here('b'))).toEqual(['a']));

  it('include all agents when there is no owner, or the owner can no longer sign in', () => {
    expect(readersIn(null, here('a'), here('b'))).toEqual(['a', 'b']);
    expect(readersIn(undefined, here('a'), here('b'))).toEqual(['a', 'b']);
    expect(readersIn('gone', here('a'), here('b'))).toEqual(['a', 'b']);
  });

  it('include only the substitute while the owner is absent', () => {
    expect(readersIn('a', away('a', 'b'), here('b'), here('c'))).toEqual(['b']);
  });

  it('include all agents when the substitute is missing, absent or gone', () => {
    expect(readersIn('a', away('a', null), here('b'))).toEqual(['a', 'b']);
    expect(readersIn('a', away('a', 'b'), away('b', null), here('c'))).toEqual(['a', 'b', 'c']);
    expect(readersIn('a', away('a', 'gone'), here('c'))).toEqual(['a', 'c']);
  });
});

it('exclude an absent agent from the start of the absence, not from its announcement', () => {
  expect(isAway(away('a', null))).toBe(true);
  expect(isAway(here('a'))).toBe(false);
  const announced = { id: 'a', absence: { begunAt: null, substituteId: 'b' } };
  expect(isAway(announced)).toBe(false);
  expect(readersIn('a', announced, here('b'))).toEqual(['a']);
});
