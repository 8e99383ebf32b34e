import { describe, expect, it } from 'vitest';

import { soughtNumber, storedNumber } from './request-number.ts';

describe('the number of a request', () => {
  it.each([
    '2026-000102',
    ' 2026-000102 ',
    ' N° 2026-000102 ',
    'N °2026-000102',
    '- 2026-102',
    '2026 000102',
    '2026 - 000 102',
    '2026\u00a0000\u202f102',
    '2026–000102',
    '2026—000102',
    '2026\u2011000102',
    '2026\u2212000102',
    '2026/000102',
    '2026000102',
    '#2026-000102',
    'N° 2026-000102',
    'n°2026-000102',
    'Nº : 2026-000102',
    'No. 2026-000102',
    '№ 2026-000102',
    'رقم ٢٠٢٦-٠٠٠١٠٢',
    '۲۰۲۶-۰۰۰۱۰۲',
    '2026-102',
    '# 2026 102',
    '2026-00102',
    '\u2066\u200f2026-000102\u2069',
    '2026\u200b-000102\u2060',
    'Demande n° 2026-000102',
    'Request 2026-000102',
    'Request 2026000102',
    'Request 2026 - 000102',
    'Solicitud n.º: 2026 000102',
    'طلب المواكبة رقم \u2066٢٠٢٦-٠٠٠١٠٢\u2069',
  ])('is recognised in "%s"', (written) => {
    expect(storedNumber(written)).toBe('2026-000102');
  });

  it.each([
    ['0010', { part: '0010', whole: null }],
    ['#102', { part: '102', whole: null }],
    ['2026', { part: '2026', whole: null }],
    ['2026-', { part: '2026-', whole: null }],
    ['26–0001', { part: '26-0001', whole: null }],
    ['-0001', { part: '0001', whole: null }],
    ['2026-0001', { part: '2026-0001', whole: '2026-000001' }],
    ['06 12 34 56 78', { part: '0612345678', whole: null }],
    ['12345-0001', { part: '123450001', whole: null }],
    ['12026 0001', { part: '120260001', whole: null }],
    ['20261 0001', { part: '202610001', whole: null }],
    ['92026000102', { part: '92026000102', whole: null }],
    ['20260001029', { part: '20260001029', whole: null }],
    ['2026-1000102', { part: '2026-1000102', whole: null }],
  ])('is searched by a part: %s', (written, sought) => {
    expect(soughtNumber(written)).toEqual(sought);
  });

  it.each([
    '',
    '#',
    'Atlas 12',
    'Atlas 2026',
    'Atlas 2026-12',
    'Atlas 12 n° 2026-000102',
    'Request 2026-0001029',
    '12#34',
    '2026%',
    '2026_000102',
    '12a',
    'N°',
  ])('is not recognised in "%s"', (written) => {
    expect(soughtNumber(written)).toBeNull();
    expect(storedNumber(written)).toBe(written);
  });
});
