import { describe, expect, it } from 'vitest';

import { searchTerms } from './search-terms.ts';

const wordsOf = (text: string) => searchTerms(text).names.flatMap(({ words }) => words);

describe('the terms of a search', () => {
  it.each([
    ['0612345678', '612345678'],
    ['06 12 34', '61234'],
    ['+212 6 12-34.56', '2126123456'],
    ['00212612', '212612'],
    ['+212 (0)6 12', '212612'],
    ['345678', '345678'],
    ['001', '1'.padStart(3, '0')],
    ['2026-000123', '2026000123'],
    ['N° 2026–12', '202612'],
  ])('for %s contain the digits %s', (text, digits) => {
    expect(wordsOf(text)).toEqual([digits]);
  });

  it('treat only pure digits as a number, and strip only the national leading zero', () => {
    expect(wordsOf('0612a')).toEqual(['0612a']);
    expect(wordsOf('12 a0612')).toEqual(['12', 'a0612']);
    expect(wordsOf('Atlas 0612a')).toEqual(['Atlas', '0612a']);
    expect(wordsOf('Atlas-2')).toEqual(['Atlas-2']);
    expect(wordsOf('0612120345')).toEqual(['612120345']);
  });

  it('use digits as a part of a request’s number too, as typed', () => {
    expect(searchTerms('2026-0001').number).toEqual({ part: '2026-0001', whole: '2026-000001' });
    expect(searchTerms('0001 23').number).toEqual({ part: '000123', whole: null });
    expect(searchTerms('N° 2026–12').number).toEqual({ part: '2026-12', whole: '2026-000012' });
    expect(searchTerms('Atlas 12').number).toBeNull();
  });

  it('accept words in any order, and a number among them as a phone number', () => {
    expect(searchTerms('Amina  ben 0612')).toEqual({
      names: [
        { words: ['Amina'], sounds: ['Amina'] },
        { words: ['ben', '612'], sounds: [] },
      ],
      need: 'Amina ben 0612',
      number: null,
      identity: 'AMINABEN0612',
    });
  });

  it.each([
    ['El Khattabi', ['ElKhattabi']],
    ['El-Khattabi', ['ElKhattabi']],
    ['Abd el Krim', ['AbdelKrim']],
    ['عبد الكريم', ['عبدالكريم']],
    ['بن علي', ['بنعلي']],
    ['Fatima-Zahra', ['Fatima', 'Zahra']],
    ['M’hamed', ['M’hamed']],
    ['el', ['el']],
    ['Samuel Amrani', ['Samuel', 'Amrani']],
    ['Elias Amrani', ['Elias', 'Amrani']],
  ])('compare %s by the sound of %j', (text, sounds) => {
    expect(searchTerms(text).names.flatMap((name) => name.sounds)).toEqual(sounds);
  });

  it.each(['amina@example.org', 'amina.h', 'K12a', '50%', 'a_b', 'Atlas-2', '0612', '🙂'])(
    'do not compare %s by sound',
    (text) => expect(searchTerms(text).names.flatMap((name) => name.sounds)).toEqual([]),
  );

  it('contain only letters and digits for the search in the need', () => {
    expect(searchTerms("l'atelier: 50%_of (tapis) & | ! :*").need).toBe('l atelier 50 of tapis');
    expect(searchTerms('2026-0001').need).toBe('');
  });

  it('normalise a CIN to its stored form', () =>
    expect(searchTerms('k 123-456').identity).toBe('K123456'));
});
