import { describe, expect, it } from 'vitest';

import { directionOf, ltr, visualRuns } from './bidi.ts';

/** Visual runs from left to right; runs that the font reverses are in square brackets. */
const seen = (line: string, base: 'ltr' | 'rtl'): string =>
  visualRuns(line, base)
    .map(({ text, isRtl }) => (isRtl ? `[${text}]` : text))
    .join('|');

describe('the order of runs on the page', () => {
  it.each<[string, 'ltr' | 'rtl', string]>([
    ['Prime territoriale : 15 %', 'ltr', 'Prime territoriale : 15 %'],
    ['المنحة الترابية', 'rtl', '[المنحة الترابية]'],
    // A number stays whole, with its sign on its own side. The full stop ends up at the left.
    [`تمنح ${ltr('12,5%')}.`, 'rtl', '.|12,5%|[تمنح ]'],
    [`المبلغ ${ltr('-1.140.000')} درهم`, 'rtl', '[ درهم]|-1.140.000|[المبلغ ]'],
    [`رقم ${ltr('PRIME-000012')}`, 'rtl', 'PRIME-000012|[رقم ]'],
    // Brackets open towards the reader.
    ['مصنع (السيارات)', 'rtl', '[مصنع )السيارات(]'],
    ['(2026)', 'rtl', '(|2026|)'],
    // After an Arabic word a number in brackets belongs to it, as in a browser.
    ['Usine مصنع جديد (2026)', 'ltr', 'Usine |(|2026|[مصنع جديد )]'],
    ['Usine (وصل) à Tanger', 'ltr', 'Usine (|[وصل]|) à Tanger'],
    ['شركة Wasl SARL بطنجة', 'rtl', '[ بطنجة]|Wasl SARL|[شركة ]'],
  ])('%s', (line, base, expected) => expect(seen(line, base)).toBe(expected));
});

describe('the direction of a paragraph', () => {
  it('follows the first letter, ignoring isolated numbers', () => {
    expect(directionOf('Wasl وصل', 'rtl')).toBe('ltr');
    expect(directionOf('«وصل» Wasl', 'ltr')).toBe('rtl');
    expect(directionOf(`${ltr('PRIME-1')} منحة`, 'ltr')).toBe('rtl');
    expect(directionOf('12 %', 'rtl')).toBe('rtl');
  });
});
