import { expect, it } from 'vitest';

import { currentPosition, positionIn, pageChangeState } from './list-position.ts';

const positions = { previous: 'back', next: 'on' };

it('an adjacent page is loaded by its cursor, any other page by its number', () => {
  expect(pageChangeState({ page: 6 }, 5, positions)).toEqual({ state: { position: 'on' } });
  expect(pageChangeState({ page: 4 }, 5, positions)).toEqual({ state: { position: 'back' } });
  for (const change of [{ page: 0 }, { page: 7 }, {}])
    expect(positionIn(pageChangeState(change, 5, positions).state)).toBeUndefined();
  // While the previous page's rows are shown, the next position is unknown.
  expect(positionIn(pageChangeState({ page: 6 }, 5, undefined).state)).toBeUndefined();
  expect(
    positionIn(pageChangeState({ page: 6 }, 5, { ...positions, next: null }).state),
  ).toBeUndefined();
});

it('the history entry stores the cursor next to other values', () => {
  window.history.replaceState({ usr: { position: 'here' }, key: 'a' }, '');
  expect(currentPosition()).toBe('here');
  for (const state of [null, {}, { usr: null }, { usr: 'text' }, { usr: { position: 7 } }]) {
    window.history.replaceState(state, '');
    expect(currentPosition()).toBeUndefined();
  }
});
