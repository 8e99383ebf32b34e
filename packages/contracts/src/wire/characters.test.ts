import { expect, it } from 'vitest';

import { asciiDigits, isSearchable } from './characters.ts';

it.each([
  ['rif'],
  ['le rif'],
  ['rif x'],
  ['a b miel'],
  ['061'],
  ['٠٦١'],
  ['06 1'],
  ['+21'.concat('2')],
  ['06.1'],
  ['06-1'],
  ['06/1'],
  ['(06) 1'],
  ['20 26-0'],
])('%s is long enough for a search', (text) => expect(isSearchable(text)).toBe(true));

it.each([[''], ['  '], ['le'], ['le la'], ['06'], ['0 6'], ['x6 1'], ['06 x'], ['--'], ['a  b']])(
  '%j is too short for a search',
  (text) => expect(isSearchable(text)).toBe(false),
);

it('converts the digits of two scripts to ASCII digits', () => {
  expect(asciiDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ x')).toBe('0123456789 0123456789 x');
});
