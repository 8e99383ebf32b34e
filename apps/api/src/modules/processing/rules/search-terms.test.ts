import { describe, expect, it } from 'vitest';

import { searchTerms } from './search-terms.ts';

describe('a search', () => {
  it.each([
    ['0612345678', '612345678'],
    ['06 12 34', '61234'],
    ['+212 6 12-34.56', '2126123456'],
    ['00212612', '212612'],
    ['+212 (0)6 12', '212612'],
    ['345678', '345678'],
    ['001', '1'.padStart(3, '0')],
    ['2026-000123', '2026000123'],
  ])('for %s looks for the digits %s', (text, digits) => {
    expect(searchTerms(text).words).toEqual([digits]);
  });

  it('takes as a number only what is all digits, and takes off a zero only behind the country’s own', () => {
    expect(searchTerms('0612a').words).toEqual(['0612a']);
    expect(searchTerms('12 a0612').words).toEqual(['12', 'a0612']);
    expect(searchTerms('Atlas 0612a').words).toEqual(['Atlas', '0612a']);
    expect(searchTerms('Atlas-2').words).toEqual(['Atlas-2']);
    expect(searchTerms('0612120345').words).toEqual(['612120345']);
  });

  it('takes digits for a part of a request’s number too, as they were typed', () => {
    expect(searchTerms('2026-0001').number).toEqual({ part: '2026-0001', whole: '2026-000001' });
    expect(searchTerms('0001 23').number).toEqual({ part: '000123', whole: null });
    expect(searchTerms('N° 2026–12').number).toEqual({ part: '2026-12', whole: '2026-000012' });
    expect(searchTerms('Atlas 12').number).toBeNull();
  });

  it('takes words in any order, and a number among them as a phone', () => {
    expect(searchTerms('Amina  ben 0612')).toEqual({
      words: ['Amina', 'ben', '612'],
      number: null,
      identity: 'AMINABEN0612',
    });
  });

  it('writes a CIN as stored', () => expect(searchTerms('k 123-456').identity).toBe('K123456'));
});
