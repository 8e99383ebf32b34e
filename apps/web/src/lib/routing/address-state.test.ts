import { describe, expect, it } from 'vitest';

import { day, oneOf, readState, sortBy, text, whole, writeState } from './address-state.ts';

const shape = {
  numRequest: text(),
  from: day(),
  page: whole(),
  size: oneOf([8, 15, 20]),
  sort: sortBy(['dateRequest', 'numRequest'], { field: 'dateRequest', direction: 'desc' }),
};
const read = (address: string) => readState(shape, new URLSearchParams(address));

describe('the state of a list in the address', () => {
  it('is the initial state at an address without a query', () => {
    expect(read('')).toEqual({
      numRequest: '',
      from: null,
      page: 0,
      size: 8,
      sort: { field: 'dateRequest', direction: 'desc' },
    });
  });

  it('is unchanged after writing and reading, next to other parameters', () => {
    const state = {
      numRequest: '2026 & co',
      from: '2026-02-28',
      page: 3,
      size: 15,
      sort: { field: 'numRequest', direction: 'asc' },
    } as const;
    const written = writeState(shape, state, new URLSearchParams('tab=2'));
    expect(written.get('tab')).toBe('2');
    expect(read(written.toString())).toEqual(state);
  });

  it('omits initial and empty members', () => {
    expect(writeState(shape, read('page=4&numRequest=x'), new URLSearchParams()).toString()).toBe(
      'numRequest=x&page=4',
    );
    expect(writeState(shape, read(''), new URLSearchParams('page=4&size=20')).toString()).toBe('');
  });

  it('ignores values that it does not offer', () => {
    expect(read('page=-1&size=9&sort=password,asc&from=2026-13-45&numRequest=ok')).toEqual({
      ...read(''),
      numRequest: 'ok',
    });
    expect(read('sort=dateRequest,sideways').sort.direction).toBe('desc');
  });
});
