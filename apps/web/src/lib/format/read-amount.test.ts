import { describe, expect, it } from 'vitest';

import { writings } from '../../testing/number-writings.ts';
import { type NumberReading, readAmount } from './read-amount.ts';

const summaryOf = (reading: NumberReading) => {
  if (reading.kind === 'read') return reading.value;
  if (reading.kind === 'ambiguous') return reading.values;
  return reading.kind === 'refused' ? { why: reading.why } : null;
};

describe('a number in user input', () => {
  it.each(writings)('is parsed for %s as %s: %j', (lang, kind, text, outcome) => {
    const isWithWords = Array.isArray(outcome) && typeof outcome[1] === 'string';
    expect(summaryOf(readAmount(text, kind, lang))).toEqual(isWithWords ? outcome[0] : outcome);
  });

  it('is empty for spaces and invisible marks only', () => {
    for (const text of ['', '  ', '\u200b\u200f'])
      expect(readAmount(text, 'amount', 'fr')).toEqual({ kind: 'empty' });
  });
});
